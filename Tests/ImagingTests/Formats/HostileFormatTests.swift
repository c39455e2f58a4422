import Darkroom
import FoundationEssentials
import TestSupport
import Testing

@testable import Imaging

/// Broken and hostile photos of every format, each given to the real program: none does more than fail for itself.
@Suite struct HostileFormatTests {
  private let darkroom = Darkroom(program: BuiltProgram.imaging, width: 2, deadline: .seconds(60))

  /// What became of one: nil where it was used.
  private func refusal(of photo: [UInt8]) async -> DarkroomError? {
    do throws(DarkroomError) {
      let artwork = try await darkroom.artwork(Data(photo))
      return JPEGOutline(artwork.jpeg)?.width == artwork.width ? nil : .garbled("the artwork")
    } catch { return error }
  }

  private func isOfTheFile(_ error: DarkroomError) -> Bool {
    switch error {
    case .emptyFile, .notAnImage, .unsupported, .tooLarge, .tooSmall, .broken, .crashed, .limitExceeded: true
    case .changed, .timedOut, .garbled, .programMissing, .unavailable, .cancelled: false
    }
  }

  @Test(arguments: 0..<8)
  func `a changed photo is used, or refused with a reason`(part: Int) async throws {
    var (used, crashed) = (0, [String]())
    for seed in (part * 50)..<(part * 50 + 50) {
      guard let error = await refusal(of: Mutants.mutant(UInt64(seed))) else {
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
    #expect(crashed.count <= 2, "\(crashed)")
  }

  @Test func `a photo that is cut off anywhere is used, or refused with a reason`() async throws {
    for photo in Mutants.photos {
      for part in 1...5 {
        if let error = await refusal(of: Array(photo.prefix(photo.count * part / 6))) {
          #expect(isOfTheFile(error), "\(error)")
        }
      }
    }
  }

  @Test(arguments: Mutants.built.indices)
  func `a photo that was built to do harm is refused`(index: Int) async throws {
    let (name, photo) = Mutants.built[index]
    let error = await refusal(of: photo)
    switch error {
    case .broken, .tooLarge, .tooSmall, .unsupported: break
    default: Issue.record("\(name): \(String(describing: error))")
    }
  }

  @Test func `the photos themselves are used`() async {
    for (number, photo) in Mutants.photos.enumerated() { #expect(await refusal(of: photo) == nil, "\(number)") }
    #expect(Mutants.photos.count == 11)
  }
}
