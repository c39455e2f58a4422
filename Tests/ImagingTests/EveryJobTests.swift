import Foundation
import Imaging
import ImagingProtocol
import PhotoFormats
import Testing

@testable import ImagingClient
@testable import albumscan_imaging

/// Every job of the imaging program, in this process and without the sandbox, on pictures of each kind, profile, and small
/// size. `scripts/sanitize` runs them under AddressSanitizer, where `ALBUMSCAN_TEST_SIZES` asks for more sizes.
@Suite struct EveryJobTests {
  /// The smallest side that isn't refused, and those after it.
  private static let sides = 64..<64 + (Int(ProcessInfo.processInfo.environment["ALBUMSCAN_TEST_SIZES"] ?? "") ?? 2)
  private static let profiles = [nil] + Profiles.allCases
  private let reader = try? TextReader.besideProgram()

  /// A sleeve that lies askew, and reaches the edges.
  private static let part = [Point(0.1, 0), Point(1, 0.2), Point(0.9, 1), Point(0, 0.8)]

  private static func pixels(_ width: Int, _ height: Int) -> Pixels {
    Pixels(width: width, height: height) { x, y in
      let isDark = (x / 9 + y / 7).isMultiple(of: 2)
      return (UInt8((x * 3 + y) % 256), isDark ? 20 : 230, UInt8((x ^ y) % 256))
    }
  }

  /// What the daemon would get: its own reader refuses sizes and lengths that don't fit.
  private func reply(
    to job: ImagingJob, _ bytes: [UInt8], _ name: String, part: [Point]? = nil, with reader: TextReader? = nil
  ) throws -> ImagingReply {
    let reply = bytes.withUnsafeBytes { job.reply(to: $0, part: part, with: reader) }
    if case .failure(let code, let detail) = reply { Issue.record("\(job), \(name): \(code) \(detail)") }
    return try ReplyReader.reply(in: reply.encoded)
  }

  private func runAll(on picture: [UInt8], _ name: String) throws {
    guard case .study(_, let photo, _, _, _) = try reply(to: .study, picture, name),
      case .cover(let cover) = try reply(to: .cover, picture, name)
    else { return }
    _ = try reply(to: .study, picture, "a part of \(name)", part: Self.part)
    var job: ImagingJob? = .picture
    while let each = job {
      let request =
        switch each {
        case .match: MatchRequest(photo: photo, covers: [cover]).encoded
        case .compare: MatchRequest(photo: photo, covers: [picture]).encoded
        default: picture
        }
      _ = try reply(to: each, request, name, with: each == .read ? reader : nil)
      // The compiler names a job that was forgotten.
      job =
        switch each {
        case .picture: .whole
        case .whole: .artwork
        case .artwork: .disc
        case .disc: .page
        case .page: .read
        case .read: .match
        case .match: .compare
        case .compare, .study, .cover: nil
        }
    }
  }

  @Test(arguments: Self.sides)
  func `every job does its work on a picture of any size, kind, and profile`(width: Int) throws {
    for height in Self.sides {
      for (number, kind) in PictureKind.allCases.enumerated() {
        let profile = Self.profiles[(width * 3 + height + number) % Self.profiles.count]
        let name = "\(kind), \(width)×\(height), \(profile.map(\.rawValue) ?? "no profile")"
        let picture = try kind.bytes(of: Self.pixels(width, height), profile)
        // The others take a hundred times as long, and see the same samples.
        if (width + height * 5 + number).isMultiple(of: PictureKind.allCases.count) {
          try runAll(on: picture, name)
        } else {
          for job in [ImagingJob.artwork, .read] { _ = try reply(to: job, picture, name) }
        }
      }
    }
  }

  @Test(arguments: [(PictureKind.jpeg411, 64, 641), (.png, 2049, 65), (.pngGray, 64, 65_535)])
  func `every job does its work on a picture that is hardly wider than a line`(
    kind: PictureKind, width: Int, height: Int
  ) throws {
    try runAll(on: kind.bytes(of: Self.pixels(width, height), .adobeRGB), "\(width)×\(height)")
  }

  @Test func `no job writes to the picture or behind it`() throws {
    let picture = try PictureKind.png.bytes(of: Self.pixels(64, 65), nil)
    // It fills whole pages: memory that a job returns to the system reads as zeros.
    let pageSize = Int(getpagesize())
    let pages = UnsafeMutableRawBufferPointer.allocate(
      byteCount: (picture.count / pageSize + 1) * pageSize, alignment: pageSize)
    defer { pages.deallocate() }
    pages.initializeMemory(as: UInt8.self, repeating: 7)
    pages.copyBytes(from: picture)
    for job in [ImagingJob.picture, .whole, .study, .cover, .artwork, .disc, .page, .read] {
      let reply = job.reply(to: UnsafeRawBufferPointer(rebasing: pages[..<picture.count]), with: reader)
      if case .failure(let code, let detail) = reply { Issue.record("\(job): \(code) \(detail)") }
      #expect(pages.prefix(picture.count).elementsEqual(picture), "\(job)")
      #expect(pages.dropFirst(picture.count).allSatisfy { $0 == 7 }, "\(job)")
    }
  }

  @Test func `a picture that is longer than a reply can say is refused by its size`() throws {
    let picture = try PictureKind.pngGray.bytes(of: Self.pixels(64, 65_536), nil)
    let reply = picture.withUnsafeBytes { ImagingJob.picture.reply(to: $0, with: nil) }
    #expect(
      reply == .failure(.tooLarge, detail: "64x65536 pixels; the longer side may have at most 65535"))
  }
}
