import Albums
import Foundation
import Testing

@testable import Records

/// What the ledger remembers of a collection that was learned.
@Suite struct LedgerLearningTests {
  private let now = Date(timeIntervalSince1970: 1_795_269_600)

  private func cover(_ number: Int, from origin: CoverRecord.Origin = .library, in ledger: Ledger) async throws
    -> CoverID
  {
    let picture = Sample.digest(number)
    let artwork = KeptArtwork(picture: picture, thumbnail: picture, width: 500, height: 500, source: .library)
    return try await ledger.addCover(
      of: KnownAlbum(artistName: "Ur", albumTitle: "Wide \(number)"), by: artwork, from: origin, now: now
    ).cover.id
  }

  private func part(_ place: String, _ covers: [CoverID], _ skips: [SkippedPart] = []) -> LearnedPart {
    LearnedPart(place: Data(place.utf8), fingerprint: "f", covers: covers, skips: skips)
  }

  @Test func `a part is remembered with its covers and what couldn't be learned of it`() async throws {
    let ledger = try Ledger()
    let one = try await cover(1, in: ledger)
    let noted = part("a", [one], [SkippedPart(path: "a/b", reason: "It is \"odd\".")])
    #expect(try await ledger.note([noted, part("none", [])], now: now) == [])
    #expect(try await ledger.learnedParts() == [noted.place: noted, Data("none".utf8): part("none", [])])
  }

  @Test func `a part whose cover was forgotten is to be learned again`() async throws {
    let ledger = try Ledger()
    let (one, two) = (try await cover(1, in: ledger), try await cover(2, in: ledger))
    _ = try await ledger.note([part("a", [one, two]), part("b", [two])], now: now)
    #expect(try await ledger.forget(one))
    #expect(try await ledger.learnedParts().keys.sorted { $0[0] < $1[0] } == [Data("b".utf8)])
  }

  @Test func `covers that no part has any longer are named, but for those that were scanned too`() async throws {
    let ledger = try Ledger()
    let (one, two, three) = (
      try await cover(1, in: ledger), try await cover(2, in: ledger), try await cover(3, from: .scan, in: ledger)
    )
    _ = try await ledger.note([part("a", [one, two, three]), part("b", [two])], now: now)
    #expect(try await ledger.note([part("a", [])], now: now) == [one])
    #expect(try await ledger.note([part("a", [two]), part("b", [])], now: now) == [])
    #expect(try await ledger.note([part("a", [])], now: now) == [two])
  }
}
