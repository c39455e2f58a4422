package import Albums
package import Foundation
internal import GRDB

/// A user's decision about a photo: it is this album, or it isn't.
package struct Decision: Equatable, Sendable {
  package enum Choice: String, Sendable { case accepted, rejected }

  package let album: AlbumIdentity
  package let choice: Choice
  package let at: Date
  /// The scan that was settled with it.
  package let scan: ScanID
}

extension Ledger {
  /// What a person has said of a photo so far, the latest word on each album, newest first.
  package func decisions(on photo: Digest) async throws -> [Decision] {
    try await read { db in try Self.decisions(on: photo, in: db) }
  }

  /// The albums that a person said a photo doesn't show.
  package func rejectedAlbums(of photo: Digest) async throws -> [AlbumIdentity] {
    try await decisions(on: photo).filter { $0.choice == .rejected }.map(\.album)
  }

  static func decisions(on photo: Digest, in db: Database) throws -> [Decision] {
    try Row.fetchAll(
      db, sql: "SELECT * FROM decision WHERE digest = ? ORDER BY at DESC, rowid DESC", arguments: [photo.hex]
    ).compactMap { row in
      guard let choice = Decision.Choice(rawValue: row["choice"]) else { return nil }
      let group: String = row["releaseGroup"]
      return Decision(
        album: AlbumIdentity(
          artistName: row["artistName"], albumTitle: row["albumTitle"], releaseYear: row["releaseYear"],
          releaseGroup: group.isEmpty ? nil : MBID(group)), choice: choice, at: Date(stamp: row["at"]),
        scan: ScanID(row["scan"]))
    }
  }

  /// Keeps a person's word on albums of a scan's photo; it replaces what was said of the same albums before.
  func decide(_ choice: Decision.Choice, _ albums: [AlbumIdentity], of scan: Scan, now: Date, in db: Database) throws {
    let before = try Self.decisions(on: scan.digest, in: db).map(\.album)
    for album in albums {
      for old in before where old.isSame(as: album) {
        try db.execute(
          sql: "DELETE FROM decision WHERE digest = ? AND albumKey = ? AND releaseGroup = ?",
          arguments: [scan.digest.hex, old.key.text, old.releaseGroup?.value ?? ""])
      }
      try db.execute(
        sql: """
          INSERT OR REPLACE INTO decision (digest, albumKey, releaseGroup, artistName, albumTitle, releaseYear, choice, at, scan)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          scan.digest.hex, album.key.text, album.releaseGroup?.value ?? "", album.artistName, album.albumTitle,
          album.releaseYear, choice.rawValue, now.stamp, scan.id.number,
        ])
    }
  }
}
