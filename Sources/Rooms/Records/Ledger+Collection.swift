package import Albums
package import Foundation
internal import GRDB

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

extension Ledger {
  /// All rows of the same release group.
  static func group(of row: Int64, in db: Database) throws -> [Int64] {
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
          ORDER BY listing.album
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
    try await write { db in
      let numbers = try Int64.fetchSet(db, sql: "DELETE FROM listing WHERE isImported RETURNING album")
      for (place, number) in numbers.sorted().enumerated() {
        try showLists(ofRows: Self.group(of: number, in: db), now: now + Double(place) / 4, in: db)
      }
      return numbers.count
    }
  }
}
