import CTurboJPEG
import FoundationEssentials
import ImagingClient
import ImagingProtocol
import SystemPackage
import TestSupport
import Testing

@testable import Imaging

/// Photos with bytes changed, cut and moved by a seeded hand: none may do more than be refused.
@Suite struct HostilePhotosTests {
  private static let photos = [
    SampleJPEG.turned(6, SampleJPEG.noise(width: 200, height: 150)),
    SampleJPEG.noise(width: 130, height: 170, SampleJPEG.Options(isProgressive: true)),
    SampleJPEG.fields(width: 160, height: 160, SampleJPEG.Options(isCMYK: true)),
    SampleJPEG.fields("kgWk", width: 100, height: 300, SampleJPEG.Options(sampling: TJSAMP_GRAY)),
  ]

  /// The same for the same seed.
  private static func mutant(_ seed: UInt64) -> [UInt8] {
    var random = SeededGenerator(seed: seed)
    var bytes = photos.randomElement(using: &random)!
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      // The header is where the decisions are.
      let end = Bool.random(using: &random) ? min(700, bytes.count) : bytes.count
      let place = Int.random(in: 2..<max(3, end), using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random)!
      case 2: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...40, using: &random)))
      case 3: bytes.insert(contentsOf: bytes[place...].prefix(Int.random(in: 1...400, using: &random)), at: place)
      default: bytes.removeLast(Int.random(in: 0..<(bytes.count / 4), using: &random))
      }
      if bytes.count < 8 { break }
    }
    return bytes
  }

  @Test(arguments: 0..<8)
  func `a changed photo is used or refused, never more`(part: Int) {
    var used = 0
    for seed in (part * 50)..<(part * 50 + 50) {
      Self.mutant(UInt64(seed)).withUnsafeBytes { bytes in
        if let picture = try? CoverPicture(ofPhoto: bytes) {
          used += 1
          #expect(JPEGOutline(picture.jpeg)?.width == 1024, "seed \(seed)")
        }
        if let artwork = try? CoverArtwork(ofCover: bytes) {
          #expect(JPEGOutline(artwork.jpeg)?.width == artwork.width, "seed \(seed)")
        }
      }
    }
    // Else the changes are too coarse to reach the decoder at all.
    #expect(used > 0)
  }

  @Test func `the process withstands them too`() async throws {
    let imaging = ImagingClient(program: BuiltProgram.imaging, width: 2, deadline: .seconds(60))
    for seed in 1000..<1040 as Range<UInt64> {
      let photo = Data(Self.mutant(seed))
      do throws(ImagingClientError) {
        _ = seed % 2 == 0 ? try await Data(imaging.artwork(photo).jpeg) : try await imaging.features(ofCover: photo)
      } catch {
        switch error {
        case .broken, .notAnImage, .tooLarge, .tooSmall, .unsupported: break
        default: Issue.record("seed \(seed): \(error)")
        }
      }
    }
  }
}
