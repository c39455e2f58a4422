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

/// Imported collections: albums that are on lists without a scan.
extension Ledger {
  /// Puts the albums of a collection on lists; a second import changes only what differs.
  /// - Parameters:
  ///   - replacing: take those off the lists that an earlier import brought and this one doesn't have.
  ///   - wantsCovers: fetch their covers, in time.
  ///   - dryRun: change nothing.
  package func importCollection(
    _ entries: [CollectionEntry], replacing: Bool = false, wantsCovers: Bool = false, dryRun: Bool = false,
    now: Date = Date()
  ) async throws -> CollectionChanges {
    // Out of the transaction, in which everybody waits.
    let keyed: [KeyedEntry] = try entries.map { ($0, $0.album.identity.key.text, try JSONText.encode($0.album)) }
    return try await write { db in
      var changes = CollectionChanges()
      try db.inSavepoint {
        var round = try ImportRound(in: db, now: now)
        for entry in keyed { try round.put(entry, wantsCover: wantsCovers) }
        try round.leave(notIn: keyed, replacing: replacing)
        changes = round.changes
        // New photos come before thousands of pages.
        for (place, row) in round.stale.enumerated() {
          try showLists(ofRows: Self.group(of: row, in: db), now: now + Double(place) / 4, in: db)
        }
        return dryRun ? .rollback : .commit
      }
      return changes
    }
  }
}

/// An entry with its album's key, and its album as JSON.
private typealias KeyedEntry = (entry: CollectionEntry, key: String, json: String)

/// One import. What the ledger knows is read at once, since a collection has thousands of albums.
private struct ImportRound {
  private(set) var changes = CollectionChanges()
  /// Rows of albums whose pages have something new to say.
  private(set) var stale: [Int64] = []

  private let db: Database
  private let now: Date
  private var references: [String: Int64] = [:]
  private var lists: [Int64: Set<String>] = [:]
  private var imported: [Int64: String] = [:]
  private var rated: Set<Int64> = []
  private let scanned: Set<Int64>
  /// Albums and lists of the file.
  private var seen: Set<String> = []
  private var albums: Set<Int64> = []

  init(in db: Database, now: Date) throws {
    (self.db, self.now) = (db, now)
    for row in try Row.fetchAll(db, sql: "SELECT album, list FROM listing") {
      lists[row["album"], default: []].insert(row["list"])
    }
    for row in try Row.fetchAll(db, sql: "SELECT id, imported FROM album WHERE imported IS NOT NULL") {
      imported[row["id"]] = row["imported"]
    }
    rated = try Int64.fetchSet(db, sql: "SELECT id FROM album WHERE yourRating IS NOT NULL")
    scanned = try Int64.fetchSet(
      db, sql: "SELECT DISTINCT album FROM scan WHERE state = 'done' AND deleted IS NULL AND album IS NOT NULL")
    try readReferences()
  }

  /// By what albums that were scanned or learned are known, besides their names and release groups.
  private mutating func readReferences() throws {
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
      if let discogs: Int64 = row["discogs"] { references["discogs \(discogs)"] = row["id"] }
      if let release: String = row["release"] { references["release \(release)"] = row["id"] }
      if let barcode: String = row["barcode"] { references["barcode \(Ledger.significant(barcode))"] = row["id"] }
    }
  }

  mutating func put(_ keyed: KeyedEntry, wantsCover: Bool) throws {
    let (entry, album) = (keyed.entry, keyed.entry.album)
    var rows = try Ledger.rows(of: album, key: keyed.key, in: db)
    let known = Self.references(of: album).compactMap { references["\($0.kind) \($0.value)"] }
    rows += Set(known).subtracting(rows).sorted()
    let row = try rows.first ?? insert(album, key: keyed.key)
    if rows.isEmpty { rows = [row] }
    let least = rows.min() ?? row
    if albums.insert(least).inserted {
      if !scanned.isDisjoint(with: rows) { changes.scanned += 1 }
      if !rows.contains(where: { imported[$0] == keyed.json }) { try note(album, keyed.json, at: row) }
      // A scan brings its own.
      if wantsCover, scanned.isDisjoint(with: rows) {
        try db.cachedStatement(
          sql:
            "UPDATE album SET coverDue = ? WHERE id = ? AND NOT EXISTS (SELECT 1 FROM cover WHERE albumKey = album.key)"
        ).execute(arguments: [now.stamp, row])
      }
    }
    for list in entry.lists {
      guard seen.insert(Self.place(least, list.key)).inserted else {
        changes.copies += 1
        continue
      }
      try put(list, row, rows, addedAt: entry.addedAt)
    }
    if let rating = entry.rating, rated.isDisjoint(with: rows) {
      try db.execute(
        sql: "UPDATE album SET yourRating = ? WHERE id IN (\(Ledger.list(rows)))", arguments: [rating])
      rated.formUnion(rows)
      if !scanned.isDisjoint(with: rows) { stale.append(row) }
    }
  }

  private mutating func put(_ list: ListName, _ row: Int64, _ rows: [Int64], addedAt: String?) throws {
    let keys = rows.reduce(into: Set<String>()) { $0.formUnion(lists[$1] ?? []) }
    if keys.contains(list.key) {
      changes.unchanged += 1
      return
    }
    let since = addedAt.flatMap { try? Date($0, strategy: .iso8601) } ?? now
    guard try Ledger.add(list, to: row, among: rows, since: min(since, now), isImported: true, in: db) else {
      changes.owned += 1
      return
    }
    changes.added += 1
    lists[row, default: []].insert(list.key)
    if list == .owned { for row in rows { lists[row]?.remove(ListName.wanted.key) } }
    if !scanned.isDisjoint(with: rows) { stale.append(row) }
  }

  /// What earlier imports brought and the file doesn't have, on the lists that it is about.
  mutating func leave(notIn keyed: [KeyedEntry], replacing: Bool) throws {
    for list in Set(keyed.flatMap { $0.entry.lists.map(\.key) }) {
      let rows = try Row.fetchAll(
        db,
        sql: """
          SELECT album, (SELECT min(other.id) FROM album AS other
            WHERE other.id = album.id OR other.releaseGroup = album.releaseGroup) AS least
          FROM listing JOIN album ON album.id = listing.album WHERE list = ? AND isImported
          """, arguments: [list])
      for row in rows {
        let (album, least): (Int64, Int64) = (row["album"], row["least"])
        if seen.contains(Self.place(album, list)) || seen.contains(Self.place(least, list)) { continue }
        guard replacing else {
          changes.missing += 1
          continue
        }
        try db.execute(sql: "DELETE FROM listing WHERE album = ? AND list = ?", arguments: [album, list])
        changes.removed += 1
        stale.append(album)
      }
    }
  }

  private func insert(_ album: KnownAlbum, key: String) throws -> Int64 {
    let statement = try db.cachedStatement(
      sql: "INSERT INTO album (key, artistName, albumTitle, releaseGroup) VALUES (?, ?, ?, ?)")
    try statement.execute(arguments: [key, album.artistName, album.albumTitle, album.releaseGroup?.value])
    return db.lastInsertedRowID
  }

  /// What a later scan is known by.
  private mutating func note(_ album: KnownAlbum, _ json: String, at row: Int64) throws {
    imported[row] = json
    try db.cachedStatement(
      sql: "UPDATE album SET imported = ?, releaseGroup = coalesce(releaseGroup, ?) WHERE id = ?"
    ).execute(arguments: [json, album.releaseGroup?.value, row])
    let statement = try db.cachedStatement(
      sql: "INSERT OR REPLACE INTO albumReference (kind, value, album) VALUES (?, ?, ?)")
    for (kind, value) in Self.references(of: album) { try statement.execute(arguments: [kind, value, row]) }
  }

  private static func references(of album: KnownAlbum) -> [(kind: String, value: String)] {
    [
      album.discogsRelease.map { ("discogs", String($0)) },
      album.barcode.map { ("barcode", Ledger.significant($0)) }, album.release.map { ("release", $0.value) },
    ].compactMap(\.self)
  }

  private static func place(_ album: Int64, _ list: String) -> String { "\(album) \(list)" }
}
