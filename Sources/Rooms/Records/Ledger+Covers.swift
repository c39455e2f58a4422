package import Albums
package import Foundation
package import GRDB

/// The covers that are known here.
extension Ledger {
  /// Stores a cover with its album. A picture already known for this album stays one cover, with the better origin and,
  /// from the library, the newer metadata.
  /// - Parameter place: the path from which it was learned.
  /// - Returns: the cover, and whether it is new.
  @discardableResult
  package func addCover(
    of album: KnownAlbum, by artwork: KeptArtwork, from origin: CoverRecord.Origin, at place: Data? = nil, now: Date
  ) async throws -> (cover: CoverRecord, isNew: Bool) {
    let key = album.identity.key.text
    let (albumText, artworkText) = (try JSONText.encode(album), try JSONText.encode(artwork))
    return try await write { db in
      let group = album.releaseGroup?.value ?? ""
      func standing() throws -> CoverRecord? {
        try CoverRecord.fetchOne(
          db, sql: "SELECT * FROM cover WHERE picture = ? AND albumKey = ? AND releaseGroup = ?",
          arguments: [artwork.picture.hex, key, group])
      }
      let before = try standing()
      if let before {
        guard origin >= before.origin else { return (before, false) }
        try db.execute(
          sql: "UPDATE cover SET album = ?, artwork = ?, origin = ?, place = coalesce(?, place) WHERE id = ?",
          arguments: [albumText, artworkText, origin.rawValue, place, before.id.number])
      } else {
        try db.execute(
          sql: """
            INSERT INTO cover (picture, albumKey, releaseGroup, album, artwork, origin, place, added)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
          arguments: [artwork.picture.hex, key, group, albumText, artworkText, origin.rawValue, place, now.stamp])
      }
      guard let cover = try standing() else { throw LedgerError("A cover of \(album.albumTitle) can't be read back") }
      return (cover, before == nil)
    }
  }

  /// Covers, newest first.
  /// - Parameters:
  ///   - words: what artist or title must contain.
  ///   - limit: nil for all of them.
  package func covers(search words: String? = nil, limit: Int? = nil) async throws -> [CoverRecord] {
    try await read { db in
      let pattern = words.map { "%\(Self.escaped($0))%" }
      return try CoverRecord.fetchAll(
        db,
        sql: """
          SELECT * FROM cover
          WHERE ?1 IS NULL OR json_extract(album, '$.artistName') LIKE ?1 ESCAPE '\\'
            OR json_extract(album, '$.albumTitle') LIKE ?1 ESCAPE '\\'
          ORDER BY id DESC LIMIT ?2
          """, arguments: [pattern, limit ?? -1])
    }
  }

  package func cover(_ id: CoverID) async throws -> CoverRecord? {
    try await read { db in
      try CoverRecord.fetchOne(db, sql: "SELECT * FROM cover WHERE id = ?", arguments: [id.number])
    }
  }

  package func coverIDs() async throws -> Set<CoverID> {
    try await read { db in Set(try Int64.fetchAll(db, sql: "SELECT id FROM cover").map(CoverID.init)) }
  }

  /// An album's best cover by origin, and of those the newest; never a photo.
  package func cover(of album: AlbumIdentity) async throws -> CoverRecord? {
    try await read { db in
      try Self.covers(of: album, in: db).filter { $0.artwork.source != .photo }.max {
        ($0.origin, $0.id) < ($1.origin, $1.id)
      }
    }
  }

  /// The covers that are this photo, which a person named, of albums other than this one.
  package func photoCovers(of picture: Digest, except album: AlbumIdentity) async throws -> [CoverID] {
    try await read { db in
      try CoverRecord.fetchAll(db, sql: "SELECT * FROM cover WHERE picture = ?", arguments: [picture.hex])
        .filter { $0.artwork.source == .photo && !$0.album.identity.isSame(as: album) }.map(\.id)
    }
  }

  /// Whether any cover is only known by a photo.
  package func hasPhotoCovers() async throws -> Bool {
    try await read { db in
      try Bool.fetchOne(
        db, sql: "SELECT 1 FROM cover WHERE artwork ->> '$.source.kind' = ? LIMIT 1",
        arguments: [ArtworkSource.Kind.photo.rawValue]) ?? false
    }
  }

  /// The covers of albums with this barcode.
  package func covers(soldAs barcode: Barcode) async throws -> [CoverRecord] {
    try await read { db in
      try CoverRecord.fetchAll(
        db, sql: "SELECT * FROM cover WHERE ltrim(json_extract(album, '$.barcode'), '0') = ? ORDER BY id DESC",
        arguments: [String(barcode.significant)])
    }
  }

  /// Forgets the cover.
  /// - Returns: false if there was no cover of this number.
  package func forget(_ id: CoverID) async throws -> Bool {
    try await write { db in
      try db.execute(sql: "DELETE FROM cover WHERE id = ?", arguments: [id.number])
      return db.changesCount == 1
    }
  }

  /// What was known about an album before a scan; nil if nothing was.
  package func priorKnowledge(of album: AlbumIdentity, before scan: ScanID) async throws -> PriorKnowledge? {
    try await read { db in
      let earlier = try Row.fetchOne(
        db,
        sql: """
          SELECT scan.id, scan.finished FROM scan JOIN album ON album.id = scan.album
          WHERE scan.state = 'done' AND scan.deleted IS NULL AND scan.id < ?
            AND (album.key = ? OR album.releaseGroup = ?)
          ORDER BY scan.id DESC LIMIT 1
          """, arguments: [scan.number, album.key.text, album.releaseGroup?.value])
      let inLibrary = try Self.covers(of: album, in: db).contains { $0.origin == .library }
      guard earlier != nil || inLibrary else { return nil }
      return PriorKnowledge(
        scan: earlier.map { ScanID($0["id"]) },
        scannedAt: earlier.map { Date(stamp: $0["finished"]).formatted(.iso8601) }, inLibrary: inLibrary)
    }
  }

  /// Done scans whose artwork isn't among the known covers: they are older than the index, or were interrupted by a
  /// crash.
  package func coversOwed() async throws -> [(album: KnownAlbum, artwork: KeptArtwork)] {
    try await readAside { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT scan.document, artwork.found FROM scan
          JOIN artwork ON artwork.mbid = coalesce(
            json_extract(scan.document, '$.album.musicbrainz.release'),
            json_extract(scan.document, '$.album.musicbrainz.releaseGroup'))
          WHERE scan.state = 'done' AND scan.deleted IS NULL AND scan.artworkStatus = 'present'
            AND artwork.found IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM cover WHERE picture = json_extract(artwork.found, '$.picture'))
          ORDER BY scan.id
          """
      ).map { row in
        let document: AlbumDocument = try JSONText.decode(row["document"])
        return (KnownAlbum(document), try JSONText.decode(row["found"]))
      }
    }
  }

  private static func covers(of album: AlbumIdentity, in db: Database) throws -> [CoverRecord] {
    try CoverRecord.fetchAll(
      db, sql: "SELECT * FROM cover WHERE albumKey = ? OR releaseGroup = ?",
      arguments: [album.key.text, album.releaseGroup?.value ?? "-"]
    ).filter { $0.album.identity.isSame(as: album) }
  }
}

/// The number of a cover that is known here; never given to another one.
package struct CoverID: Codable, Hashable, Comparable, Sendable, CustomStringConvertible {
  package let number: Int64

  package init(_ number: Int64) { self.number = number }
  package var description: String { String(number) }
  package static func < (a: CoverID, b: CoverID) -> Bool { a.number < b.number }
}

/// A cover that is known here, with its album.
package struct CoverRecord: Equatable, Sendable {
  /// How it became known. Later cases take precedence: a cover of the library stays one when it is scanned.
  package enum Origin: String, Codable, CaseIterable, Comparable, Sendable {
    /// An album that a photo might have shown.
    case candidate
    /// An album that was scanned.
    case scan
    /// An album of the user's own music or pictures.
    case library

    package static func < (a: Origin, b: Origin) -> Bool {
      allCases.firstIndex(of: a)! < allCases.firstIndex(of: b)!
    }
  }

  package let id: CoverID
  package let album: KnownAlbum
  package let artwork: KeptArtwork
  package let origin: Origin
  /// The path of the file or folder from which it was learned, as bytes; it never leaves the computer.
  package let place: Data?
  package let added: Date
}

extension CoverRecord: FetchableRecord {
  package init(row: Row) throws {
    guard let origin = Origin(rawValue: row["origin"]) else {
      throw LedgerError("Cover \(row["id"] as Int64) has an origin that this version doesn't know; update AlbumScan.")
    }
    id = CoverID(row["id"])
    album = try JSONText.decode(row["album"])
    artwork = try JSONText.decode(row["artwork"])
    self.origin = origin
    place = row["place"]
    added = Date(stamp: row["added"])
  }
}
