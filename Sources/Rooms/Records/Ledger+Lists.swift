package import Albums
package import Foundation
internal import GRDB

/// The lists that albums are on. A list belongs to the release group, or to the names of an album without one.
extension Ledger {
  /// What the user says of an album.
  package func marks(of album: KnownAlbum) async throws -> AlbumMarks {
    try await read { db in try Self.marks(ofRows: Self.rows(of: album, in: db), in: db) }
  }

  /// The same of a scan's album as it will be when the scan is done: also on the list that the scan puts it on.
  package func marks(of album: KnownAlbum, scannedAs id: ScanID) async throws -> AlbumMarks {
    try await read { db in
      var marks = try Self.marks(ofRows: Self.rows(of: album, in: db), in: db)
      guard let scan = try scan(id, in: db) else { return marks }
      for list in scan.lists {
        let names = marks.lists.compactMap { ListName(name: $0.name)?.key }
        if names.contains(list.key) || list == .wanted && names.contains(ListName.owned.key) { continue }
        if list == .owned { marks.lists.removeAll { $0.name == ListName.wanted.text } }
        marks.lists.append(AlbumList(name: list.text, since: scan.arrived.formatted(.iso8601)))
      }
      return AlbumMarks(lists: marks.lists, rating: marks.rating)
    }
  }

  /// Puts a scan's album on a list, or will once it is known.
  package func mark(_ id: ScanID, as list: ListName, now: Date = Date()) async throws -> CommandOutcome {
    try await write { db in
      guard let scan = try scan(id, in: db) else { return .unknown }
      if let refusal = try refusal(toMark: scan, in: db) { return refusal }
      if scan.state != .done { try note(scan.lists + [list], of: scan, in: db) }
      guard scan.state == .done, let document = scan.document, let row = try Self.row(of: scan, in: db) else {
        return .carriedOut
      }
      let rows = try Self.rows(of: scan, in: db)
      guard try Self.add(list, to: row, among: rows, since: now, in: db) else {
        return .notNow(
          "You own \(document.identity.words), so it isn't wanted. If you don't own it anymore: "
            + "albumscanctl mark \(id) owned --remove")
      }
      try showLists(ofRows: rows, now: now, in: db)
      return .carriedOut
    }
  }

  /// Takes a scan's album off a list.
  package func unmark(_ id: ScanID, as list: ListName, now: Date = Date()) async throws -> CommandOutcome {
    try await write { db in
      guard let scan = try scan(id, in: db) else { return .unknown }
      if let refusal = try refusal(toMark: scan, in: db) { return refusal }
      let rows = try scan.state == .done ? Self.rows(of: scan, in: db) : []
      // A redo doesn't bring it back.
      let waiting = try Scan.fetchAll(
        db, sql: "SELECT * FROM scan WHERE (id = ? OR album IN (\(Self.list(rows)))) AND list IS NOT NULL",
        arguments: [id.number]
      ).filter { $0.lists.contains { $0.key == list.key } }
      for scan in waiting { try note(scan.lists.filter { $0.key != list.key }, of: scan, in: db) }
      try db.execute(
        sql: "DELETE FROM listing WHERE album IN (\(Self.list(rows))) AND list = ?", arguments: [list.key])
      guard db.changesCount > 0 || !waiting.isEmpty else {
        return .notNow("Scan \(id) isn't on the list \(list). See: albumscanctl show \(id)")
      }
      try showLists(ofRows: rows, now: now, in: db)
      return .carriedOut
    }
  }

  /// Notes how good a scan's album is in the user's opinion.
  /// - Parameter rating: from 0 to 10; nil takes it back.
  package func rate(_ id: ScanID, _ rating: Double?, now: Date = Date()) async throws -> CommandOutcome {
    try await write { db in
      guard let scan = try scan(id, in: db) else { return .unknown }
      if let refusal = try refusal(toMark: scan, in: db) { return refusal }
      guard scan.state == .done else {
        return .notNow("The album of scan \(id) isn't known yet. See: albumscanctl show \(id)")
      }
      let rows = try Self.rows(of: scan, in: db)
      try db.execute(
        sql: "UPDATE album SET yourRating = ? WHERE id IN (\(Self.list(rows)))", arguments: [rating])
      try showLists(ofRows: rows, now: now, in: db)
      return .carriedOut
    }
  }

  private func note(_ lists: [ListName], of scan: Scan, in db: Database) throws {
    var keys: Set<String> = []
    let names = lists.filter { keys.insert($0.key).inserted }.map(\.text)
    try db.execute(
      sql: "UPDATE scan SET list = ? WHERE id = ?",
      arguments: [names.isEmpty ? nil : names.joined(separator: "\n"), scan.id.number])
  }

  private func refusal(toMark scan: Scan, in db: Database) throws -> CommandOutcome? {
    if scan.deleted != nil { return .notNow(try wasDeleted(scan.id, in: db)) }
    if let elsewhere = belongsElsewhere(scan) { return elsewhere }
    guard scan.state == .rejected else { return nil }
    return .notNow("Scan \(scan.id) was rejected, so it has no album. See: albumscanctl show \(scan.id)")
  }

  /// The scan's photo was found in another folder of the inbox.
  func move(_ id: ScanID, to list: ListName, now: Date, in db: Database) throws {
    guard let scan = try scan(id, in: db), !scan.lists.contains(where: { $0.key == list.key }), scan.deleted == nil
    else {
      return
    }
    try note(scan.lists + [list], of: scan, in: db)
    if scan.state == .done, let document = scan.document { try takeList(of: id, as: document, now: now, in: db) }
  }

  /// The scan's album is known: it comes on the list that the scan puts it on, and what another answer of this scan put on
  /// a list leaves it.
  func takeList(of id: ScanID, as document: AlbumDocument, now: Date, in db: Database) throws {
    let album = KnownAlbum(document)
    let rows = try Self.rows(of: album, in: db)
    let before = try Self.marks(ofRows: rows, in: db)
    // What is known by a reference belongs to the group from now on.
    try db.execute(
      sql: "UPDATE album SET releaseGroup = ? WHERE id IN (\(Self.list(rows))) AND releaseGroup IS NULL",
      arguments: [album.releaseGroup?.value])
    try dropList(of: id, except: rows, now: now, in: db)
    guard let scan = try scan(id, in: db) else { return }
    if let row = try Self.row(of: scan, in: db) {
      for list in scan.lists { try Self.add(list, to: row, among: rows, since: scan.arrived, scan: id, in: db) }
    }
    // Of an album that was scanned thousands of times, the others say so already.
    let isNew = try Self.marks(ofRows: rows, in: db) != before
    try showLists(ofRows: rows, only: isNew ? nil : id, now: now, in: db)
  }

  /// What this scan put on lists isn't its album.
  func dropList(of id: ScanID, except rows: [Int64] = [], now: Date, in db: Database) throws {
    let others = try Int64.fetchAll(
      db,
      sql: "DELETE FROM listing WHERE scan = ? AND album NOT IN (\(Self.list(rows))) RETURNING album",
      arguments: [id.number])
    try showLists(ofRows: others, now: now, in: db)
  }

  /// The documents of these albums' scans say on which lists they are now, and so will their pages.
  /// - Parameter id: only that of this scan; nil for all.
  func showLists(ofRows rows: [Int64], only id: ScanID? = nil, now: Date, in db: Database) throws {
    guard !rows.isEmpty else { return }
    let marks = try Self.marks(ofRows: rows, in: db)
    let scans = try Row.fetchAll(
      db,
      sql: """
        SELECT id, document FROM scan WHERE album IN (\(Self.list(rows))) AND state = 'done' AND deleted IS NULL
          AND document IS NOT NULL AND (:only IS NULL OR id = :only)
        """, arguments: ["only": id?.number])
    for scan in scans {
      let before: AlbumDocument = try JSONText.decode(scan["document"])
      var document = before
      document.take(marks)
      guard document != before else { continue }
      try db.execute(
        sql: "UPDATE scan SET document = ? WHERE id = ?",
        arguments: [try JSONText.encode(document), scan["id"] as Int64])
      try addFollowUp(.lists, for: ScanID(scan["id"]), notBefore: now, in: db)
    }
  }

  /// All lists: `owned`, `wanted`, `heard`, then the others by name.
  package func lists() async throws -> [Statistics.Count] {
    let counts = try await read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT min(name) AS name, count(DISTINCT coalesce(releaseGroup, key)) AS n
          FROM listing JOIN album ON album.id = listing.album GROUP BY list
          """
      ).map { Statistics.Count(name: $0["name"], count: $0["n"]) }
    }
    let usual = ListName.usual.map(\.text)
    let place = { (list: Statistics.Count) in usual.firstIndex(of: list.name) ?? usual.count }
    return counts.sorted { (place($0), $0.name) < (place($1), $1.name) }
  }

  /// Defaults of earlier versions that this installation keeps, by the settings' names.
  package var keptDefaults: [String: String] {
    // Where it can't be asked, today's hold.
    let rows = try? queue.read { db in try Row.fetchAll(db, sql: "SELECT setting, value FROM keptDefault") }
    return Dictionary(uniqueKeysWithValues: (rows ?? []).map { ($0["setting"], $0["value"]) })
  }

  // MARK: Rows of albums

  /// All rows that stand for an album.
  /// - Parameter key: its own, where somebody has it already.
  static func rows(of album: KnownAlbum, key: String? = nil, in db: Database) throws -> [Int64] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT id FROM album WHERE key = :key UNION SELECT id FROM album WHERE releaseGroup = :group
        UNION SELECT album FROM albumReference WHERE kind = 'discogs' AND value = :discogs
        UNION SELECT album FROM albumReference WHERE kind = 'barcode' AND value = :barcode
        UNION SELECT album FROM albumReference WHERE kind = 'release' AND value = :release
        """)
    return try Int64.fetchAll(
      statement,
      arguments: [
        "key": key ?? album.identity.key.text, "group": album.releaseGroup?.value,
        "discogs": album.discogsRelease.map(String.init), "barcode": album.barcode.map(Self.significant),
        "release": album.release?.value,
      ])
  }

  /// The same of a scan's album.
  private static func rows(of scan: Scan, in db: Database) throws -> [Int64] {
    let rows = try scan.document.map { try Self.rows(of: KnownAlbum($0), in: db) } ?? []
    return try row(of: scan, in: db).map { rows.contains($0) ? rows : rows + [$0] } ?? rows
  }

  /// A barcode without the zeros before it: the same stands on records with 12 and with 13 digits.
  static func significant(_ barcode: String) -> String { String(barcode.drop { $0 == "0" }) }

  private static func row(of scan: Scan, in db: Database) throws -> Int64? {
    try Int64.fetchOne(db, sql: "SELECT album FROM scan WHERE id = ?", arguments: [scan.id.number])
  }

  static func list(_ rows: [Int64]) -> String { rows.map { "\($0)" }.joined(separator: ",") }

  static func marks(ofRows rows: [Int64], in db: Database) throws -> AlbumMarks {
    let lists = try Row.fetchAll(
      db,
      sql: "SELECT name, min(since) AS since FROM listing WHERE album IN (\(list(rows))) GROUP BY list"
    ).map { AlbumList(name: $0["name"], since: Date(stamp: $0["since"]).formatted(.iso8601)) }
    let rating = try Double.fetchOne(
      db,
      sql: "SELECT yourRating FROM album WHERE id IN (\(list(rows))) AND yourRating IS NOT NULL LIMIT 1")
    return AlbumMarks(lists: lists, rating: rating)
  }

  /// Puts an album on a list, unless it is on it.
  /// - Parameter rows: all of the album.
  /// - Returns: false for an album that is owned, and so isn't wanted.
  @discardableResult
  static func add(
    _ list: ListName, to row: Int64, among rows: [Int64], since: Date, scan: ScanID? = nil, isImported: Bool = false,
    in db: Database
  ) throws -> Bool {
    let keys = try String.fetchSet(db, sql: "SELECT list FROM listing WHERE album IN (\(Self.list(rows)))")
    if list == .wanted, keys.contains(ListName.owned.key) { return false }
    if !keys.contains(list.key) {
      // As somebody wrote it first.
      let name = try String.fetchOne(
        db.cachedStatement(sql: "SELECT name FROM listing WHERE list = ? LIMIT 1"), arguments: [list.key])
      try db.cachedStatement(
        sql: "INSERT INTO listing (album, list, name, since, scan, isImported) VALUES (?, ?, ?, ?, ?, ?)"
      ).execute(arguments: [row, list.key, name ?? list.text, since.stamp, scan?.number, isImported])
    }
    if list == .owned, keys.contains(ListName.wanted.key) {
      try db.execute(
        sql: "DELETE FROM listing WHERE album IN (\(Self.list(rows))) AND list = ?", arguments: [ListName.wanted.key])
    }
    return true
  }
}
