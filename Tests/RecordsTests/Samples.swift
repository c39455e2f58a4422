import Albums
import Foundation
import GRDB

@testable import Records

/// Values for the ledger's tests, every field defaulted.
enum Sample {
  static let now = Date(timeIntervalSince1970: 1_795_000_000)

  static func digest(_ seed: Int) -> Digest {
    let hex = String(seed, radix: 16)
    return Digest(hex: String(repeating: "0", count: 64 - hex.count) + hex)
  }

  static func file(_ path: String = "/inbox/a.jpg", inode: Int64 = 1, modified: Int64 = 1) -> ArrivedFile {
    ArrivedFile(path: Data(path.utf8), device: 1, inode: inode, size: 100, modified: modified)
  }

  static func caps(scan: Double = 10, day: Double = 10, month: Double = 10) -> Caps {
    Caps(
      budget: ScanSettings.Budget(
        perScan: Money(dollars: scan), perDay: Money(dollars: day), perMonth: Money(dollars: month)),
      dayBegan: now - 3600, monthBegan: now - 86400)
  }

  static func answer(_ text: String = "{}", cost: Double? = 0.01) -> Answer {
    Answer(
      text: text, model: "model", usage: Usage(inputTokens: 10, outputTokens: 5), cost: cost.map(Money.init(dollars:)))
  }

  /// A ledger of an earlier version, with what a program of that version wrote.
  static func writeLedger(
    to file: String, upTo migration: String, _ write: @Sendable @escaping (Database) throws -> Void
  ) async throws {
    let old = try DatabaseQueue(path: file)
    try Schema.migrator.migrate(old, upTo: migration)
    try await old.write(write)
    try old.close()
  }

  static let review = Review(
    contextSummary: "A record. It is good.", contextBullets: ["One.", "Two.", "Three."], rating: 8,
    recommendation: .recommended, label: .deepCut, keyTracks: ["A", "B", "C"], sources: [])

  static func document(_ id: ScanID, review: ReviewStatus = .pending, artwork: ArtworkStatus = .none) -> AlbumDocument {
    AlbumDocument(
      id: id, scannedAt: "2026-11-21T14:03:22Z", state: .done,
      photo: AlbumDocument.Photo(name: "a.jpg", sha256: digest(1).hex, now: "originals/2026-11/a.jpg"),
      album: AlbumDocument.Album(
        artistName: "The Paper Lanterns", albumTitle: "Slow Tide", releaseYear: "1974", genres: [], recordLabel: nil,
        musicbrainz: AlbumDocument.Album.MusicBrainz(releaseGroup: MBID("g"), release: nil, artists: [])),
      identification: AlbumDocument.Identified(
        strategy: "two-tier", by: .call1, confidence: .claimed, evidence: [], extractedText: nil,
        albumDescription: nil, candidates: []),
      artwork: AlbumDocument.ArtworkEntry(status: artwork), review: AlbumDocument.ReviewEntry(status: review),
      cost: AlbumDocument.Cost(usd: 0, calls: []))
  }
}

extension Ledger {
  /// A scan that waits.
  func waiting(_ seed: Int = 1, path: String? = nil) async throws -> ScanID {
    let file = Sample.file(path ?? "/inbox/\(seed).jpg", inode: Int64(seed))
    guard
      case .accepted(let id) = try await enqueue(
        file, name: "\(seed).jpg", digest: Sample.digest(seed), now: Sample.now)
    else { throw LedgerError("not accepted") }
    return id
  }

  /// A scan that is done.
  func done(_ seed: Int = 1, review: ReviewStatus = .pending, artwork: ArtworkStatus = .none) async throws -> ScanID {
    let id = try await waiting(seed)
    _ = try await claim(only: [id], now: Sample.now)
    try await finish(
      id, as: Sample.document(id, review: review, artwork: artwork), album: "key", bundle: "done/\(seed)",
      now: Sample.now)
    return id
  }
}
