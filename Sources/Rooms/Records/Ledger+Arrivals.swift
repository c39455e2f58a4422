package import Albums
package import Foundation
internal import GRDB

/// A file in the inbox, identified by its file system metadata.
package struct ArrivedFile: Equatable, Sendable {
  /// Its path, as bytes.
  package var path: Data
  package var device: Int64
  package var inode: Int64
  /// In bytes.
  package var size: Int64
  /// Nanoseconds since 1970.
  package var modified: Int64

  package init(path: Data, device: Int64, inode: Int64, size: Int64, modified: Int64) {
    self.path = path
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
  }

  /// As bytes.
  var folder: Data { path.prefix(upTo: path.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex) }
}

/// What happened to a file that arrived.
package enum IntakeResult: Equatable, Sendable {
  /// A scan of these bytes is in the queue: a new one, or one that waited for a file of this name with other bytes.
  case accepted(ScanID)
  /// These bytes are already in the queue, or stayed in place after their scan, and the file is the one that was seen then.
  case known(ScanID)
  /// These bytes are already in the queue, or stayed in place after their scan, but this is a copy of that file, or it
  /// was written again.
  case same(ScanID)
}

extension Ledger {
  /// The scan of a known, unchanged file; nil if the file has to be read.
  package func scan(of file: ArrivedFile) async throws -> ScanID? {
    try await read { db in try Self.scan(of: file, in: db) }
  }

  /// The same, callable from a thread that may block.
  package func knows(_ file: ArrivedFile) -> Bool {
    // Where it can't be asked the file counts as new: taking it in asks again.
    ((try? queue.read { db in try Self.scan(of: file, in: db) }) ?? nil) != nil
  }

  /// The device of a scan's photo when it arrived; nil if it didn't come through an inbox.
  package func device(ofPhotoOf id: ScanID) async throws -> Int64? {
    try await read { db in
      try Int64.fetchOne(
        db, sql: "SELECT device FROM arrival JOIN scan USING (path) WHERE scan.id = ?", arguments: [id.number])
    }
  }

  private static func scan(of file: ArrivedFile, in db: Database) throws -> ScanID? {
    // Called for every file of the inbox each time the inbox is listed.
    let known = try db.cachedStatement(
      sql: "SELECT scan FROM arrival WHERE path = ? AND device = ? AND inode = ? AND size = ? AND modified = ?")
    return try Int64.fetchOne(
      known, arguments: [file.path, file.device, file.inode, file.size, file.modified]
    ).map(ScanID.init)
  }

  /// Queues a complete file as a new scan, unless its bytes are already in the queue or it is a file that stayed in the
  /// inbox and was only touched or renamed. A photo whose scan failed or is unsure is scanned again.
  /// - Parameters:
  ///   - list: the list that its folder stands for.
  ///   - stillThere: whether a path (bytes) is still a file; called for places where these bytes were before, and
  ///     never while others wait for the ledger: a file on a network share may take minutes to answer.
  package func enqueue(
    _ file: ArrivedFile, name: String, digest: Digest, origin: Scan.Origin = .inbox, list: ListName? = nil, now: Date,
    stillThere: @Sendable (Data) async -> Bool = { _ in false }
  ) async throws -> IntakeResult {
    var looked: [Data: Bool] = [:]
    while true {
      do {
        return try await enqueue(
          file, name: name, digest: digest, origin: origin, list: list, now: now, placesSeen: looked)
      } catch let unknown as UnknownPlace {
        // Nothing was changed. Everything is decided again with this known, by what the ledger says then.
        looked[unknown.path] = await stillThere(unknown.path)
      }
    }
  }

  /// - Parameter looked: the places that were looked at, and whether there is a file.
  /// - Throws: `UnknownPlace` for another place that matters.
  private func enqueue(
    _ file: ArrivedFile, name: String, digest: Digest, origin: Scan.Origin, list: ListName?, now: Date,
    placesSeen looked: [Data: Bool]
  ) async throws -> IntakeResult {
    try await write { db in
      func stillThere(_ path: Data) throws -> Bool {
        guard let isThere = looked[path] else { throw UnknownPlace(path: path) }
        return isThere
      }
      let unfinished = try Scan.fetchAll(
        db,
        sql: """
          SELECT * FROM scan WHERE (digest = :it OR photoDigest = :it) AND state IN ('waiting', 'running') ORDER BY id
          """, arguments: ["it": digest.hex])
      if let scan = unfinished.first {
        // Seen twice, or renamed while it waits: it is read from the newest place.
        let isSecond = try scan.path != file.path && stillThere(scan.path)
        if scan.path != file.path, !isSecond {
          try db.execute(sql: "DELETE FROM arrival WHERE path = ?", arguments: [scan.path])
          try db.execute(
            sql: "UPDATE scan SET path = ?, name = ?, folder = ? WHERE path = ? AND id IN (\(Self.group([scan.id])))",
            arguments: [file.path, name, file.folder, scan.path])
        }
        try remember(file, digest: digest, scan: scan.id, in: db)
        if let list { for scan in unfinished { try move(scan.id, to: list, now: now, in: db) } }
        // The user requests it now, so it goes ahead of all others.
        if origin == .command {
          try db.execute(
            sql: "UPDATE scan SET origin = ? WHERE id IN (\(Self.group([scan.id]))) AND state = 'waiting'",
            arguments: [origin.rawValue])
        }
        return isSecond && origin == .inbox ? .same(scan.id) : .known(scan.id)
      }
      if let scan = try replaceable(file, digest: digest, in: db) {
        try db.execute(
          sql: "UPDATE scan SET digest = ?, notBefore = 0 WHERE id = ?", arguments: [digest.hex, scan.number])
        try remember(file, digest: digest, scan: scan, in: db)
        if let list { try move(scan, to: list, now: now, in: db) }
        return .accepted(scan)
      }
      if origin == .inbox, let kept = try keptBefore(file, digest: digest, now: now, stillThere: stillThere, in: db) {
        try remember(file, digest: digest, scan: kept.scan, in: db)
        if let list { try move(kept.scan, to: list, now: now, in: db) }
        return kept.isSameFile ? .known(kept.scan) : .same(kept.scan)
      }
      try db.execute(
        sql: """
          INSERT INTO scan (name, path, folder, origin, digest, state, arrived, list)
          VALUES (?, ?, ?, ?, ?, 'waiting', ?, ?)
          """, arguments: [name, file.path, file.folder, origin.rawValue, digest.hex, now.stamp, list?.text])
      let id = ScanID(db.lastInsertedRowID)
      // A photo that was scanned before starts with the outputs of that scan's steps.
      try adoptSteps(for: id, digest: digest, in: db)
      if origin == .inbox { try remember(file, digest: digest, scan: id, in: db) }
      return .accepted(id)
    }
  }

  /// The photo left the inbox (moved by AlbumScan or removed by the user): a file of the same name is a new one.
  package func forget(path: Data) async throws {
    try await write { db in try db.execute(sql: "DELETE FROM arrival WHERE path = ?", arguments: [path]) }
  }

  /// The photo of a scan, and of those of other sleeves in it, was moved or deleted; `label` is its place relative to the
  /// root, nil once it is deleted.
  package func moved(_ id: ScanID, from old: Data, to path: Data?, label: String?) async throws {
    try await write { db in
      try db.execute(
        sql: """
          UPDATE scan SET path = coalesce(:path, path), photoNow = :label
          WHERE id = :id OR path = :old AND id IN (\(Self.group([id])))
          """, arguments: ["path": path, "label": label, "id": id.number, "old": old])
      if path != old { try db.execute(sql: "DELETE FROM arrival WHERE path = ?", arguments: [old]) }
    }
  }

  /// Renames a folder in the recorded paths of photos, and of all below it.
  package func rename(folder old: Data, to new: Data) async throws {
    try await write { db in
      for table in ["scan", "arrival"] {
        try db.execute(
          sql: """
            UPDATE OR REPLACE \(table) SET path = CAST(:new || substr(path, length(:old) + 1) AS BLOB)
            WHERE substr(path, 1, length(:old) + 1) = CAST(:old || '/' AS BLOB)
            """, arguments: ["old": old, "new": new])
      }
    }
  }

  /// Whether the photo of another scan is at this place, as far as known. One of another sleeve in the same photo is none.
  package func isPlaceOfPhoto(_ path: Data, otherThanOf id: ScanID) async throws -> Bool {
    try await read { db in
      try Bool.fetchOne(
        db, sql: "SELECT 1 FROM scan WHERE path = ? AND id NOT IN (\(Self.group([id]))) LIMIT 1", arguments: [path])
        ?? false
    }
  }

  /// Whether a photo of one of these names was ever scanned.
  package func hasScan(namedAnyOf names: [String]) async throws -> Bool {
    try await read { db in
      let marks = databaseQuestionMarks(count: names.count)
      return try Bool.fetchOne(
        db, sql: "SELECT 1 FROM scan WHERE name IN (\(marks)) LIMIT 1", arguments: StatementArguments(names)) ?? false
    }
  }

  /// Whether a photo was moved to `originals` after its scan.
  package func hasMovedPhoto() async throws -> Bool {
    try await read { db in
      try Bool.fetchOne(db, sql: "SELECT 1 FROM scan WHERE photoNow GLOB 'originals/*' LIMIT 1") ?? false
    }
  }

  /// Whether there is a scan of these bytes, in any state.
  package func hasScan(of digest: Digest) async throws -> Bool {
    try await read { db in
      try Bool.fetchOne(
        db, sql: "SELECT 1 FROM scan WHERE digest = :it OR photoDigest = :it LIMIT 1", arguments: ["it": digest.hex])
        ?? false
    }
  }

  /// Whether a photo of the same name arrived after this one and may have replaced it.
  package func hasLaterScan(named name: String, than id: ScanID) async throws -> Bool {
    try await read { db in
      try Bool.fetchOne(
        db, sql: "SELECT 1 FROM scan WHERE name = ? AND id > ? AND id NOT IN (\(Self.group([id]))) LIMIT 1",
        arguments: [name, id.number]) ?? false
    }
  }

  /// A waiting scan of a photo of this name whose bytes have been replaced since: nothing was made of the old ones, and
  /// they can't be read anymore.
  private func replaceable(_ file: ArrivedFile, digest: Digest, in db: Database) throws -> ScanID? {
    try Int64.fetchOne(
      db,
      sql: """
        SELECT id FROM scan WHERE path = ? AND state = 'waiting' AND digest <> ? AND part IS NULL
          AND NOT EXISTS (SELECT 1 FROM step WHERE step.scan = scan.id) ORDER BY id DESC LIMIT 1
        """, arguments: [file.path, digest.hex]
    ).map(ScanID.init)
  }

  /// How long ago, in seconds, somebody who writes a photo again wants something of it.
  private static let justWritten = 120.0

  /// The scan of a file that stayed in the inbox, if its bytes are seen again under the same or a new name, and whether
  /// the file looks like the one that stayed.
  private func keptBefore(
    _ file: ArrivedFile, digest: Digest, now: Date, stillThere: (Data) throws -> Bool, in db: Database
  ) throws -> (scan: ScanID, isSameFile: Bool)? {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT arrival.path, arrival.device, arrival.inode, arrival.modified, arrival.scan,
          state = 'done' OR scan.joined IS NOT NULL OR EXISTS (SELECT 1 FROM scan AS other
            WHERE other.photoDigest = scan.photoDigest AND other.arrived = scan.arrived AND other.state = 'done') AS settled
        FROM arrival JOIN scan ON scan.id = arrival.scan WHERE arrival.digest = ?
        """, arguments: [digest.hex])
    for row in rows {
      let path: Data = row["path"]
      let settled: Bool = row["settled"]
      // Where a disk was mounted again, its files may have other numbers.
      let isOther = (row["device"] as Int64) == file.device && (row["inode"] as Int64) != file.inode
      // An older time is one that a program gave to a file that it didn't write.
      let isJustWritten =
        (row["modified"] as Int64) != file.modified && abs(now.stamp - Double(file.modified) / 1e9) < Self.justWritten
      let kept = (scan: ScanID(row["scan"]), isSameFile: !isOther && !isJustWritten)
      if path == file.path {
        return settled ? kept : nil
      }
      if settled, try !stillThere(path) {
        try db.execute(sql: "DELETE FROM arrival WHERE path = ?", arguments: [path])
        return kept
      }
    }
    return nil
  }

  private func remember(_ file: ArrivedFile, digest: Digest, scan: ScanID, in db: Database) throws {
    try db.execute(
      sql:
        "INSERT OR REPLACE INTO arrival (path, device, inode, size, modified, digest, scan) VALUES (?, ?, ?, ?, ?, ?, ?)",
      arguments: [file.path, file.device, file.inode, file.size, file.modified, digest.hex, scan.number])
  }
}

/// Whether a file is still at this place has to be known first.
private struct UnknownPlace: Error {
  let path: Data
}
