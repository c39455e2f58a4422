package import Albums
package import Foundation
internal import GRDB

/// A front cover that is kept in the picture store.
package struct KeptArtwork: Codable, Equatable, Sendable {
  /// Names of the files in the picture store.
  package var picture: Digest
  package var thumbnail: Digest
  /// In pixels.
  package var width: Int
  package var height: Int
  package var source: ArtworkSource

  package init(picture: Digest, thumbnail: Digest, width: Int, height: Int, source: ArtworkSource) {
    self.picture = picture
    self.thumbnail = thumbnail
    self.width = width
    self.height = height
    self.source = source
  }
}

/// What the ledger knows about an album's artwork without a request.
package enum ArtworkMemory: Equatable, Sendable {
  case present(KeptArtwork)
  /// The archive had none at the last request.
  case none(asked: Date)
  case unknown
}

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
  package func artwork(_ id: MBID) async throws -> ArtworkMemory {
    try await read { db in
      guard let row = try Row.fetchOne(db, sql: "SELECT * FROM artwork WHERE mbid = ?", arguments: [id.value]) else {
        return .unknown
      }
      guard let found: String = row["found"] else { return .none(asked: Date(stamp: row["asked"])) }
      return .present(try JSONText.decode(found))
    }
  }

  /// - Parameter found: nil if the archive really has none; a failure of the archive is never stored.
  package func remember(artwork found: KeptArtwork?, of id: MBID, now: Date) async throws {
    let json = try found.map { try JSONText.encode($0) }
    try await write { db in
      try db.execute(
        sql: "INSERT OR REPLACE INTO artwork (mbid, asked, found) VALUES (?, ?, ?)",
        arguments: [id.value, now.stamp, json])
    }
  }

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

  /// The album's tracks, as an earlier scan of it has them; empty if none has.
  package func tracks(of album: AlbumIdentity) async throws -> [Track] { try await earlier("tracks", of: album) }

  /// Where the album can be heard, the same.
  package func links(of album: AlbumIdentity) async throws -> [AlbumLink] { try await earlier("links", of: album) }

  private func earlier<Element: Decodable & Sendable>(
    _ list: String, of album: AlbumIdentity
  ) async throws -> [Element] {
    try await read { db in
      let json = try String.fetchOne(
        db,
        sql: """
          SELECT scan.document ->> '$.album.\(list)' FROM scan JOIN album ON album.id = scan.album
          WHERE (album.key = ? OR album.releaseGroup = ?) AND scan.document ->> '$.album.\(list)[0]' IS NOT NULL
          ORDER BY scan.id DESC LIMIT 1
          """, arguments: [album.key.text, album.releaseGroup?.value])
      return try json.map { try JSONText.decode($0) } ?? []
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

extension Ledger {
  /// The file system (`f_fsid`) that the results were on when they were last seen; nil for a root that was never used.
  package func disk(ofResultsAt root: String) async throws -> Int64? {
    try await read { db in
      try Int64.fetchOne(db, sql: "SELECT disk FROM resultsPlace WHERE root = ?", arguments: [root])
    }
  }

  /// The results are at `root`, on the file system `disk`.
  package func note(resultsAt root: String, on disk: Int64) async throws {
    guard try await self.disk(ofResultsAt: root) != disk else { return }
    try await write { db in
      try db.execute(
        sql: """
          INSERT INTO resultsPlace (root, disk) VALUES (?, ?)
          ON CONFLICT (root) DO UPDATE SET disk = excluded.disk
          """, arguments: [root, disk])
    }
  }
}
