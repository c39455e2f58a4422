import Albums
import Foundation
import Testing

@testable import Records

@Suite struct LedgerRelatedTests {
  private let ledger: Ledger

  init() throws { ledger = try Ledger() }

  /// A scan that is done.
  @discardableResult
  private func scan(
    _ seed: Int, _ artist: String, _ title: String, year: String? = "1979", label: String? = nil
  ) async throws -> AlbumDocument {
    let id = try await ledger.waiting(seed)
    _ = try await ledger.claim(only: [id], now: Sample.now)
    let document = document(id, artist, title, year: year, label: label)
    try await ledger.finish(
      id, as: document, album: document.key.text, bundle: "done/\(title) \(seed)",
      now: Sample.now + TimeInterval(seed))
    return document
  }

  private func document(
    _ id: ScanID, _ artist: String, _ title: String, year: String? = "1979", label: String? = nil
  ) -> AlbumDocument {
    var document = Sample.document(id)
    document.album = AlbumDocument.Album(
      artistName: artist, albumTitle: title, releaseYear: year, genres: [], recordLabel: label,
      musicbrainz: AlbumDocument.Album.MusicBrainz(releaseGroup: nil, release: nil, artists: []))
    return document
  }

  @Test func `more by the artist: each album once, newest first, six at most, and not the album itself`() async throws {
    for seed in 1...8 { try await scan(seed, "The Haldens", "Record \(seed)") }
    try await scan(9, "Haldens", "Record 3")
    try await scan(10, "Haldens of Old", "Another")
    try await scan(11, "The Haldens", "Förderband (Deluxe Edition)")
    let related = try await ledger.related(to: document(ScanID(99), "The Haldens", "Förderband"))
    #expect(related.byArtist.map(\.folder) == [9, 8, 7, 6, 5, 4].map { $0 == 9 ? "Record 3 9" : "Record \($0) \($0)" })
    #expect(related.onLabel.isEmpty && related.earlier == nil && related.named.isEmpty)
  }

  @Test func `albums of many artists aren't more by one of them`() async throws {
    try await scan(1, "Various Artists", "Summer")
    #expect(try await ledger.related(to: document(ScanID(99), "V.A.", "Winter")) == RelatedAlbums())
  }

  @Test func `the same label counts within two years, for other artists, and only if it is one`() async throws {
    try await scan(1, "Marla Quist", "Before", year: "1976", label: "Brücke_")
    try await scan(2, "Marla Quist", "First", year: "1977", label: "Brücke_")
    try await scan(3, "Tundra Choir", "Last", year: "1981", label: "Brücke_")
    try await scan(4, "Tundra Choir", "Later", year: "1982", label: "Brücke_")
    try await scan(5, "Halden", "Own", label: "Brücke_")
    try await scan(6, "Kestrel", "Other", label: "Brückex")
    try await scan(7, "Kestrel", "Undated", year: nil, label: "Brücke_")
    let halden = document(ScanID(99), "Halden", "Halden", label: "Brücke_")
    #expect(try await ledger.related(to: halden).onLabel.map(\.albumTitle) == ["Last", "First"])
    try await scan(8, "Kestrel", "Mine", label: "self-released")
    #expect(
      try await ledger.related(to: document(ScanID(99), "Halden", "Halden", label: "self-released")).onLabel.isEmpty)
  }

  @Test func `artists whom the review names lead to their newest album here`() async throws {
    try await scan(1, "The Copper Kettles", "Brass Tacks")
    try await scan(2, "The Copper Kettles", "Tin Tacks")
    var album = document(ScanID(99), "Halden", "Halden")
    album.review.forFansOf = ["slow guitars"]
    album.review.influences = ["Copper Kettles", "Nobody"]
    album.review.influenced = ["Halden"]
    let named = try await ledger.related(to: album).named
    #expect(named.mapValues(\.albumTitle) == ["Copper Kettles": "Tin Tacks"])
  }

  @Test func `the scan by which it was known before has its page, until it is deleted`() async throws {
    let before = try await scan(1, "Halden", "Halden")
    var again = document(ScanID(99), "Halden", "Halden")
    again.identification.known = PriorKnowledge(scan: before.id, scannedAt: "2026-11-02T10:00:00Z")
    #expect(try await ledger.related(to: again).earlier?.folder == "Halden 1")
    _ = try await ledger.delete(before.id, now: Sample.now)
    #expect(try await ledger.related(to: again).earlier == nil)
  }
}
