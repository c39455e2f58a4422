import Foundation
import ImagingClient
import ImagingProtocol
import SystemPackage
import TestSupport
import Testing

@testable import Imaging

/// Broken and hostile photos of every format, each given to the real program: none does more than fail for itself.
/// `ALBUMSCAN_TEST_MUTANTS` changes more of them (`make torture`: 2,000).
@Suite struct HostileFormatTests {
  /// A changed photo each, for every job.
  private static let seeds = 0..<(Int(ProcessInfo.processInfo.environment["ALBUMSCAN_TEST_MUTANTS"] ?? "") ?? 40)

  /// What is asked of the program about a picture.
  enum Job: CaseIterable { case artwork, study, cover }

  private let folder: TemporaryFolder
  private let imaging = ImagingClient(program: BuiltProgram.imaging, width: 2, deadline: .seconds(60))

  init() throws { folder = try TemporaryFolder() }

  /// What became of one: nil where it was used.
  private func refusal(of photo: [UInt8], _ job: Job = .artwork) async -> ImagingClientError? {
    do throws(ImagingClientError) {
      switch job {
      case .artwork:
        let artwork = try await imaging.artwork(Data(photo))
        return JPEGOutline(artwork.jpeg)?.width == artwork.width ? nil : .garbled("the artwork")
      case .study:
        let studied = try await study(photo)
        return JPEGOutline(studied.picture.jpeg)?.width == 1024 ? nil : .garbled("the picture")
      case .cover:
        return try await imaging.features(ofCover: Data(photo)).isEmpty ? .garbled("no features") : nil
      }
    } catch { return error }
  }

  private func study(_ photo: [UInt8]) async throws(ImagingClientError) -> StudiedPhoto {
    let file: FileDescriptor
    do { file = try FileDescriptor.open(folder.write(photo, to: "photo"), .readOnly) } catch {
      throw .unavailable("\(error)")
    }
    defer { try? file.close() }
    return try await imaging.study(file)
  }

  private func isOfTheFile(_ error: ImagingClientError) -> Bool {
    switch error {
    case .emptyFile, .notAnImage, .unsupported, .tooLarge, .tooSmall, .broken, .crashed, .limitExceeded: true
    case .changed, .timedOut, .garbled, .programMissing, .unavailable, .modelsMissing, .modelsUnusable,
      .canceled:
      false
    }
  }

  @Test(arguments: Job.allCases)
  func `a changed photo is used, or refused with a reason`(job: Job) async throws {
    var (used, crashed) = (0, [String]())
    for seed in Self.seeds {
      guard let error = await refusal(of: Mutants.mutant(UInt64(seed)), job) else {
        used += 1
        continue
      }
      #expect(isOfTheFile(error), "seed \(seed): \(error)")
      #expect(error.cure != nil)
      if case .crashed = error { crashed.append("seed \(seed): \(error)") }
    }
    // Else the changes are too coarse to reach the decoders at all.
    #expect(used > 0)
    // A library may fall over a photo; more often than now and then would be our fault.
    #expect(crashed.count <= 2 + Self.seeds.count / 50, "\(crashed)")
  }

  @Test(arguments: Job.allCases)
  func `a photo that is cut off anywhere is used, or refused with a reason`(job: Job) async throws {
    for photo in Mutants.photos {
      for part in 1...5 {
        if let error = await refusal(of: Array(photo.prefix(photo.count * part / 6)), job) {
          #expect(isOfTheFile(error), "\(error)")
        }
      }
    }
  }

  @Test(arguments: Mutants.built.indices)
  func `a photo that was built to do harm is refused`(index: Int) async throws {
    let (name, photo) = Mutants.built[index]
    for job in Job.allCases {
      let error = await refusal(of: photo, job)
      switch error {
      case .broken, .tooLarge, .tooSmall, .unsupported: break
      default: Issue.record("\(name), \(job): \(String(describing: error))")
      }
    }
  }

  @Test func `the photos themselves are used`() async {
    for (number, photo) in Mutants.photos.enumerated() { #expect(await refusal(of: photo) == nil, "\(number)") }
    #expect(Mutants.photos.count == 11)
  }
}
