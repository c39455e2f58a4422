package import Albums
package import Foundation
internal import GRDB

/// A stored review.
package struct KeptReview: Codable, Equatable, Sendable {
  package var review: Review
  package var model: String
  package var prompt: Digest
  package var writtenAt: Date

  package init(review: Review, model: String, prompt: Digest, writtenAt: Date) {
    self.review = review
    self.model = model
    self.prompt = prompt
    self.writtenAt = writtenAt
  }
}

extension Ledger {
  /// The stored review of an album, whatever prompt or model wrote it: the newest, where there are several.
  package func review(of album: AlbumIdentity) async throws -> KeptReview? {
    try await read { db in
      try Row.fetchOne(
        db,
        sql: """
          SELECT * FROM review WHERE album IN (SELECT ? UNION SELECT key FROM album WHERE releaseGroup = ?)
          ORDER BY writtenAt DESC LIMIT 1
          """, arguments: [album.key.text, album.releaseGroup?.value]
      ).map { row in
        KeptReview(
          review: try JSONText.decode(row["review"]), model: row["model"], prompt: Digest(hex: row["prompt"]),
          writtenAt: Date(stamp: row["writtenAt"]))
      }
    }
  }

  /// The stored review shown on a scan's page; nil if it has none, or a newer one has replaced it.
  package func review(shownBy scan: Scan) async throws -> Review? {
    guard let shown = scan.document?.review, let time = shown.writtenAt else { return nil }
    return try await read { db in
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT review.writtenAt, review.review FROM scan JOIN album ON album.id = scan.album
            JOIN review ON review.album = album.key
          WHERE scan.id = ?
          """, arguments: [scan.id.number])
      let row = rows.first { Date(stamp: $0["writtenAt"]).formatted(.iso8601) == time }
      return try row.map { try JSONText.decode($0["review"]) }
    }
  }

  /// - Parameter scan: the one for which it was written.
  package func keep(_ kept: KeptReview, of album: String, searched: Bool, for scan: ScanID? = nil) async throws {
    let json = try JSONText.encode(kept.review)
    try await write { db in
      try db.execute(
        sql: """
          INSERT OR REPLACE INTO review (album, prompt, searched, model, writtenAt, review, scan)
          VALUES (?, ?, ?, ?, ?, ?, ?)
          """, arguments: [album, kept.prompt.hex, searched, kept.model, kept.writtenAt.stamp, json, scan?.number])
    }
  }
}
