package import Albums
package import Foundation
internal import GRDB

/// An imported album whose cover is to be fetched, and the number of its row.
package typealias WantedCover = (row: Int64, album: KnownAlbum)

extension Ledger {
  /// The next imported album whose cover is to be fetched; nil if there is none now.
  package func nextWantedCover(now: Date) async throws -> WantedCover? {
    try await read { db in
      try Row.fetchOne(
        db,
        sql: """
          SELECT id, imported, releaseGroup FROM album WHERE coverDue <= ? AND imported IS NOT NULL
          ORDER BY coverDue, id LIMIT 1
          """, arguments: [now.stamp]
      ).map { row -> WantedCover in
        var album: KnownAlbum = try JSONText.decode(row["imported"])
        album.releaseGroup = (row["releaseGroup"] as String?).map { MBID($0) }
        return (row["id"], album)
      }
    }
  }

  /// An album's cover was asked for.
  /// - Parameters:
  ///   - group: what the catalog has it as; nil if unknown.
  ///   - due: when to ask again; nil for never.
  package func note(coverOf row: Int64, group: MBID?, due: Date?) async throws {
    try await write { db in
      try db.execute(
        sql: "UPDATE album SET coverDue = ?, releaseGroup = coalesce(releaseGroup, ?) WHERE id = ?",
        arguments: [due?.stamp, group?.value, row])
    }
  }

  /// How many covers are still to be fetched.
  package func wantedCovers() async throws -> Int {
    try await read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM album WHERE coverDue IS NOT NULL") ?? 0
    }
  }
}
