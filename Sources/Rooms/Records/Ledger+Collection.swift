package import Albums
package import Foundation
internal import GRDB

/// What an import came to.
package struct CollectionChanges: Equatable, Sendable {
  /// Albums that came on a list.
  package fileprivate(set) var added = 0
  /// Albums that were on it before.
  package fileprivate(set) var unchanged = 0
  /// Albums that an earlier import brought and that aren't in the file anymore.
  package fileprivate(set) var removed = 0
  /// The same, as long as they are kept.
  package fileprivate(set) var missing = 0
  /// Further copies of an album in the file.
  package fileprivate(set) var copies = 0
  /// Albums that are wanted in the file, but owned here.
  package fileprivate(set) var owned = 0
  /// Of those in the file, how many were scanned, too.
  package fileprivate(set) var scanned = 0
}

/// An album on a list, scanned or not.
package struct ListedAlbum: Equatable, Sendable {
  /// As `collection remove` takes it.
  package let number: Int64
  package let album: KnownAlbum
  package fileprivate(set) var marks: AlbumMarks
  package let isImported: Bool
  /// The newest scan of it that is done, and its folder, relative to the root.
  package let scan: ScanID?
  package let bundle: String?
}

/// Imported collections: albums that are on lists without a scan.
extension Ledger {
  /// Puts the albums of a collection on lists; a second import changes only what differs.
  /// - Parameters:
  ///   - replacing: take those off the lists that an earlier import brought and this one doesn't have.
  ///   - dryRun: change nothing.
  package func importCollection(
    _ entries: [CollectionEntry], replacing: Bool = false, dryRun: Bool = false, now: Date = Date()
  ) async throws -> CollectionChanges {
    // Out of the transaction, in which everybody waits.
    let keyed = entries.map { (entry: $0, key: $0.album.identity.key.text) }
    return try await write { db in
      var changes = CollectionChanges()
      try db.inSavepoint {
        changes = try put(keyed, replacing: replacing, now: now, in: db)
        return dryRun ? .rollback : .commit
      }
      return changes
    }
  }

  private func put(
    _ keyed: [(entry: CollectionEntry, key: String)], replacing: Bool, now: Date, in db: Database
  ) throws -> CollectionChanges {
    var changes = CollectionChanges()
    let known = try KnownReferences(in: db)
    var seen: Set<String> = []
    var groups: Set<Int64> = []
    var stale: [Int64] = []
    for (entry, key) in keyed {
      var rows = try Self.rows(of: entry.album, key: key, in: db)
      for row in known.rows(of: entry.album) where !rows.contains(row) { rows.append(row) }
      let row = try rows.first ?? insert(entry.album, key: key, in: db)
      if rows.isEmpty { rows = [row] }
      let album = rows.min() ?? row
      let isFirst = groups.insert(album).inserted
      if isFirst {
        if try hasScan(of: rows, in: db) { changes.scanned += 1 }
        try note(entry.album, at: row, in: db)
      }
      let before = try Self.marks(ofRows: rows, in: db)
      for list in entry.lists {
        guard seen.insert("\(album)\u{1f}\(list.key)").inserted else {
          changes.copies += 1
          continue
        }
        let isOn = before.lists.contains { ListName(name: $0.name)?.key == list.key }
        let since = entry.addedAt.flatMap { try? Date($0, strategy: .iso8601) } ?? now
        guard try Self.add(list, to: row, among: rows, since: min(since, now), isImported: true, in: db) else {
          changes.owned += 1
          continue
        }
        if isOn { changes.unchanged += 1 } else { changes.added += 1 }
      }
      if let rating = entry.rating, before.rating == nil {
        try db.execute(
          sql: "UPDATE album SET yourRating = ? WHERE id IN (\(Self.list(rows)))", arguments: [rating])
      }
      if try Self.marks(ofRows: rows, in: db) != before { stale.append(contentsOf: rows) }
    }
    let gone = try missing(from: seen, lists: Set(keyed.flatMap { $0.entry.lists.map(\.key) }), in: db)
    if replacing {
      for (album, list) in gone {
        try db.execute(sql: "DELETE FROM listing WHERE album = ? AND list = ?", arguments: [album, list])
        stale.append(album)
      }
      changes.removed = gone.count
    } else {
      changes.missing = gone.count
    }
    // New photos come before thousands of pages.
    for (place, row) in stale.enumerated() {
      let rows = try Self.group(of: row, in: db)
      try showLists(ofRows: rows, now: now + Double(place) / 4, in: db)
    }
    return changes
  }

  /// Albums on these lists that an import brought and that aren't among those seen.
  private func missing(
    from seen: Set<String>, lists: Set<String>, in db: Database
  ) throws -> [(album: Int64, list: String)] {
    try lists.flatMap { list in
      try Row.fetchAll(
        db,
        sql: """
          SELECT album, (SELECT min(other.id) FROM album AS other
            WHERE other.id = album.id OR other.releaseGroup = album.releaseGroup) AS least
          FROM listing JOIN album ON album.id = listing.album WHERE list = ? AND isImported
          """, arguments: [list]
      ).filter { row in
        !seen.contains("\(row["least"] as Int64)\u{1f}\(list)")
          && !seen.contains("\(row["album"] as Int64)\u{1f}\(list)")
      }.map { ($0["album"], list) }
    }
  }

  private func insert(_ album: KnownAlbum, key: String, in db: Database) throws -> Int64 {
    try db.execute(
      sql: "INSERT INTO album (key, artistName, albumTitle, releaseGroup) VALUES (?, ?, ?, ?)",
      arguments: [key, album.artistName, album.albumTitle, album.releaseGroup?.value])
    return db.lastInsertedRowID
  }

  /// What a later scan is known by.
  private func note(_ album: KnownAlbum, at row: Int64, in db: Database) throws {
    try db.execute(
      sql: "UPDATE album SET imported = ?, releaseGroup = coalesce(releaseGroup, ?) WHERE id = ?",
      arguments: [try JSONText.encode(album), album.releaseGroup?.value, row])
    let references = [
      ("discogs", album.discogsRelease.map(String.init)), ("barcode", album.barcode.map(Self.significant)),
      ("release", album.release?.value),
    ]
    for case (let kind, let value?) in references {
      try db.execute(
        sql: "INSERT OR REPLACE INTO albumReference (kind, value, album) VALUES (?, ?, ?)",
        arguments: [kind, value, row])
    }
  }

  private func hasScan(of rows: [Int64], in db: Database) throws -> Bool {
    try Bool.fetchOne(
      db,
      sql: """
        SELECT 1 FROM scan WHERE album IN (\(Self.list(rows))) AND state = 'done' AND deleted IS NULL LIMIT 1
        """) ?? false
  }

  /// All rows of the same release group.
  private static func group(of row: Int64, in db: Database) throws -> [Int64] {
    try Int64.fetchAll(
      db,
      sql: """
        SELECT id FROM album WHERE id = :row
        UNION SELECT id FROM album WHERE releaseGroup = (SELECT releaseGroup FROM album WHERE id = :row)
        """, arguments: ["row": row])
  }

  /// The albums on a list, or on any, by artist and title.
  package func listedAlbums(on list: ListName? = nil) async throws -> [ListedAlbum] {
    let rows = try await readAside { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT album.*, listing.name, listing.since, listing.isImported, scan.id AS scan, scan.bundle,
            scan.document ->> '$.album.releaseYear' AS year
          FROM listing JOIN album ON album.id = listing.album LEFT JOIN scan ON scan.id = (
            SELECT max(scan.id) FROM scan WHERE scan.state = 'done' AND scan.deleted IS NULL AND scan.album IN (
              SELECT album.id UNION SELECT id FROM album AS other WHERE other.releaseGroup = album.releaseGroup))
          \(list == nil ? "" : "WHERE listing.list = ?")
          ORDER BY album.id
          """, arguments: list.map { [$0.key] } ?? []
      ).map { row in
        let imported: KnownAlbum? = try (row["imported"] as String?).map { try JSONText.decode($0) }
        var album = imported ?? KnownAlbum(artistName: row["artistName"], albumTitle: row["albumTitle"])
        album.releaseYear = row["year"] ?? album.releaseYear
        album.releaseGroup = (row["releaseGroup"] as String?).map { MBID($0) }
        return ListedAlbum(
          number: row["id"], album: album,
          marks: AlbumMarks(
            lists: [AlbumList(name: row["name"], since: Date(stamp: row["since"]).formatted(.iso8601))],
            rating: row["yourRating"]),
          isImported: row["isImported"], scan: (row["scan"] as Int64?).map(ScanID.init), bundle: row["bundle"])
      }
    }
    var albums: [ListedAlbum] = []
    var places: [String: Int] = [:]
    for row in rows {
      let key = row.album.releaseGroup?.value ?? "\(row.number)"
      if let place = places[key] {
        let lists = albums[place].marks.lists
        albums[place].marks = AlbumMarks(
          lists: lists + row.marks.lists.filter { new in !lists.contains { $0.name == new.name } },
          rating: albums[place].marks.rating)
      } else {
        places[key] = albums.count
        albums.append(row)
      }
    }
    return albums.map { ($0, SortKey.artist($0.album.artistName), SortKey.title($0.album.albumTitle)) }
      .sorted { ($0.1, $0.2, $0.0.number) < ($1.1, $1.2, $1.0.number) }.map(\.0)
  }

  /// Takes albums off lists by their numbers.
  /// - Parameter list: only off this one; nil for all.
  /// - Returns: the numbers of which none was on it.
  package func unlist(_ numbers: [Int64], from list: ListName? = nil, now: Date = Date()) async throws -> [Int64] {
    try await write { db in
      var unknown: [Int64] = []
      for number in numbers {
        let rows = try Self.group(of: number, in: db)
        try db.execute(
          sql: "DELETE FROM listing WHERE album IN (\(Self.list(rows))) AND (:list IS NULL OR list = :list)",
          arguments: ["list": list?.key])
        if db.changesCount == 0 { unknown.append(number) }
        try showLists(ofRows: rows, now: now, in: db)
      }
      return unknown
    }
  }

  /// Takes everything off the lists that imports brought.
  /// - Returns: how many albums that were.
  package func unlistImported(now: Date = Date()) async throws -> Int {
    let numbers = try await read { db in
      try Int64.fetchAll(db, sql: "SELECT DISTINCT album FROM listing WHERE isImported ORDER BY album")
    }
    return try await write { db in
      try db.execute(sql: "DELETE FROM listing WHERE isImported")
      for (place, number) in numbers.enumerated() {
        try showLists(ofRows: Self.group(of: number, in: db), now: now + Double(place) / 4, in: db)
      }
      return numbers.count
    }
  }
}

/// By what albums that were scanned or learned are known, besides their names and release groups.
private struct KnownReferences {
  private var albums: [String: Int64] = [:]

  init(in db: Database) throws {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT album.id, cover.album ->> '$.discogsRelease' AS discogs, cover.album ->> '$.release' AS release,
          cover.album ->> '$.barcode' AS barcode FROM cover JOIN album ON album.key = cover.albumKey
        UNION ALL
        SELECT album, document ->> '$.album.discogsRelease', document ->> '$.album.musicbrainz.release', NULL FROM scan
        WHERE state = 'done' AND deleted IS NULL AND album IS NOT NULL
        """)
    for row in rows {
      if let discogs: Int64 = row["discogs"] { albums["discogs \(discogs)"] = row["id"] }
      if let release: String = row["release"] { albums["release \(release)"] = row["id"] }
      if let barcode: String = row["barcode"] { albums["barcode \(Ledger.significant(barcode))"] = row["id"] }
    }
  }

  func rows(of album: KnownAlbum) -> [Int64] {
    [
      album.discogsRelease.map { "discogs \($0)" }, album.release.map { "release \($0)" },
      album.barcode.map { "barcode \(Ledger.significant($0))" },
    ].compactMap { $0.flatMap { albums[$0] } }
  }
}
