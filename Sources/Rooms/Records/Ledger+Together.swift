package import Albums
package import Foundation
internal import GRDB

/// Photos that belong to the scan of another photo of the same record.
extension Ledger {
  /// Notes when a scan's photo was taken.
  package func note(taken: Date, of id: ScanID) async throws {
    try await write { db in
      try db.execute(sql: "UPDATE scan SET taken = ? WHERE id = ?", arguments: [taken.stamp, id.number])
    }
  }

  /// The scans to which a scan's photo may belong: those whose photos came in the same folder, and were taken at most so
  /// many seconds earlier or later; nearest first.
  package func scans(besides scan: Scan, takenWithin seconds: Double, limit: Int = 24) async throws -> [Scan] {
    guard let taken = scan.taken, let folder = scan.folder else { return [] }
    return try await read { db in
      try Scan.fetchAll(
        db,
        sql: """
          SELECT * FROM scan WHERE taken BETWEEN :taken - :most AND :taken + :most AND folder = :folder AND id <> :id
            AND joined IS NULL AND deleted IS NULL
          ORDER BY abs(taken - :taken), id LIMIT :limit
          """,
        arguments: [
          "taken": taken.stamp, "most": seconds, "folder": folder, "id": scan.id.number, "limit": limit,
        ])
    }
  }

  /// The newest scans that were done since then, without one.
  package func scansDone(since: Date, besides id: ScanID, limit: Int = 50) async throws -> [Scan] {
    try await read { db in
      try Scan.fetchAll(
        db,
        sql: """
          SELECT * FROM scan WHERE state = 'done' AND deleted IS NULL AND finished >= ? AND id <> ?
          ORDER BY finished DESC, id DESC LIMIT ?
          """, arguments: [since.stamp, id.number, limit])
    }
  }

  /// Whether another photo of a scan's folder is still to be looked at.
  package func hasUnseenPhoto(besides scan: Scan) async throws -> Bool {
    try await read { db in
      try Bool.fetchOne(
        db,
        sql: """
          SELECT 1 FROM scan WHERE state IN ('waiting', 'running') AND folder = ? AND id <> ?
            AND NOT EXISTS (SELECT 1 FROM step WHERE step.scan = scan.id AND step.name = 'recognition') LIMIT 1
          """, arguments: [scan.folder, scan.id.number]) ?? false
    }
  }

  /// Makes a scan in progress a photo of another scan: it ends without a result of its own. Where that one's page is there
  /// already, a follow-up shows the photo on it; otherwise, the page will have it from the beginning.
  /// - Returns: false if it can't be that anymore, since one of them was joined meanwhile, or has no result.
  /// - Throws: `ScanWithdrawn` when the scan is no longer in progress.
  package func join(_ id: ScanID, to target: ScanID, as side: PhotoSide, now: Date) async throws -> Bool {
    try await write { db in
      guard try self.scan(id, in: db)?.state == .running else { throw ScanWithdrawn() }
      guard let other = try self.scan(target, in: db), other.joined == nil, other.deleted == nil, other.id != id,
        ![.failed, .rejected].contains(other.state)
      else { return false }
      try db.execute(
        sql: """
          UPDATE scan SET state = 'rejected', joined = ?, side = ?, finished = ?, heldBy = NULL, heldReason = NULL,
            faultCode = NULL, reason = ?, hint = NULL, bundle = NULL WHERE id = ?
          """,
        arguments: [target.number, side.rawValue, now.stamp, Self.belongs(to: target), id.number])
      // What joined it a moment ago, as another frame of the same burst, goes with it.
      try db.execute(
        sql: "UPDATE scan SET joined = ?, reason = ? WHERE joined = ?",
        arguments: [target.number, Self.belongs(to: target), id.number])
      try db.execute(sql: "DELETE FROM followUp WHERE scan = ?", arguments: [id.number])
      if other.state == .done { try addFollowUp(.photos, for: target, in: db) }
      return true
    }
  }

  /// What a photo of the same bytes joined before, and still belongs to.
  package func scanJoined(bySamePhotoAs scan: Scan) async throws -> (target: ScanID, side: PhotoSide)? {
    try await read { db in
      try Row.fetchOne(
        db,
        sql: """
          SELECT scan.joined, scan.side FROM scan JOIN scan AS target ON target.id = scan.joined
          WHERE scan.digest = :digest AND scan.id <> :id AND target.digest <> :digest AND target.deleted IS NULL
            AND scan.deleted IS NULL ORDER BY scan.id DESC LIMIT 1
          """, arguments: ["digest": scan.digest.hex, "id": scan.id.number]
      ).map { (ScanID($0["joined"]), ($0["side"] as String?).flatMap(PhotoSide.init(rawValue:)) ?? .other) }
    }
  }

  private static func belongs(to target: ScanID) -> String { "It shows the record of scan \(target)" }

  /// Has the photos of a scan's folder that wait for the front of their record look again: this may be it.
  package func wakePhotosWaitingForFront(besides id: ScanID) async throws {
    try await write { db in try wakePhotosWaitingForFront(besides: id, in: db) }
  }

  func wakePhotosWaitingForFront(besides id: ScanID, in db: Database) throws {
    try db.execute(
      sql: """
        UPDATE scan SET notBefore = 0 WHERE state = 'waiting' AND heldBy = ?
          AND folder = (SELECT folder FROM scan WHERE id = ?)
        """, arguments: [FaultCode.together.rawValue, id.number])
  }

  /// How many photos a scan's page is to show: none if it has only its own.
  func countPhotos(of id: ScanID, in db: Database) throws -> Int {
    let others = try Int.fetchOne(
      db,
      sql: """
        SELECT count(DISTINCT other.digest) FROM scan AS other JOIN scan ON scan.id = other.joined
        WHERE scan.id = ? AND other.digest <> scan.digest AND other.deleted IS NULL
        """, arguments: [id.number])
    return others.map { $0 > 0 ? $0 + 1 : 0 } ?? 0
  }

  /// No more photos will come: those that wait for the front of their record are scanned by themselves, unless another
  /// scan, which may be the front, is due until then.
  /// - Returns: how many there are.
  package func endWaitForFronts(only ids: [ScanID]?, unlessDueBy end: Date) async throws -> Int {
    let chosen = ids.map { "AND id IN (\(Self.list($0)))" } ?? ""
    return try await write { db in
      try db.execute(
        sql: """
          UPDATE scan SET notBefore = 0, heldBy = NULL, heldReason = NULL, isAlone = 1
          WHERE state = 'waiting' AND heldBy = :together \(chosen) AND NOT EXISTS (
            SELECT 1 FROM scan WHERE state = 'waiting' AND heldBy IS NOT :together AND \(Self.dueFrom("scan")) <= :end
              \(chosen))
          """, arguments: ["together": FaultCode.together.rawValue, "end": end.stamp])
      return db.changesCount
    }
  }

  /// The photos that joined a scan, in the order in which they were taken.
  package func photos(joining id: ScanID) async throws -> [Scan] {
    try await read { db in
      try Scan.fetchAll(
        db, sql: "SELECT * FROM scan WHERE joined = ? AND deleted IS NULL ORDER BY taken, id",
        arguments: [id.number])
    }
  }

  /// All photos of a scan's record, if there are several: its own first, and each once.
  package func recordPhotos(
    of id: ScanID, beside own: AlbumDocument.RecordPhoto
  ) async throws -> [AlbumDocument.RecordPhoto] {
    var photos = [own]
    for joined in try await self.photos(joining: id)
    where !photos.contains(where: { $0.sha256 == joined.photoDigest.hex }) {
      photos.append(
        AlbumDocument.RecordPhoto(
          name: joined.name, sha256: joined.photoDigest.hex, now: joined.photoNow, kind: joined.side ?? .other))
    }
    return photos.count > 1 ? photos : []
  }

  /// A scan without a result gives its photos back: each is scanned by itself, or joins another scan.
  func releasePhotos(of id: ScanID, isAlone: Bool = false, only photo: ScanID? = nil, in db: Database) throws {
    // Of the same bytes, only one can be in the queue.
    try db.execute(
      sql: """
        UPDATE scan SET state = 'waiting', joined = NULL, side = NULL, isAlone = :alone, attempts = 0, notBefore = 0,
          finished = NULL, reason = NULL, hint = NULL, heldBy = NULL, heldReason = NULL, faultCode = NULL
        WHERE joined = :id AND id = coalesce(:photo, id) AND deleted IS NULL
          AND NOT EXISTS (
            SELECT 1 FROM scan AS other WHERE other.digest = scan.digest AND other.state IN ('waiting', 'running'))
          AND (:photo IS NOT NULL OR NOT EXISTS (
            SELECT 1 FROM scan AS same WHERE same.digest = scan.digest AND same.joined = :id AND same.id > scan.id))
        """, arguments: ["alone": isAlone, "id": id.number, "photo": photo?.number])
  }

  /// Makes scans of their own again of the photos that joined a scan, or of one of them. They join no other scan.
  /// - Parameter id: of the scan that they joined, or of a photo.
  package func split(_ id: ScanID) async throws -> (outcome: CommandOutcome, released: [ScanID]) {
    try await write { db in
      guard let named = try scan(id, in: db) else { return (.unknown, []) }
      let target = named.joined ?? id
      let before = try Int64.fetchSet(
        db, sql: "SELECT id FROM scan WHERE joined = ? AND deleted IS NULL", arguments: [target.number])
      guard !before.isEmpty else {
        return (.notNow("Scan \(id) has only one photo. See: albumscanctl show \(id)"), [])
      }
      try releasePhotos(of: target, isAlone: true, only: named.joined == nil ? nil : id, in: db)
      let after = try Int64.fetchSet(db, sql: "SELECT id FROM scan WHERE joined = ?", arguments: [target.number])
      let released = before.subtracting(after).sorted().map(ScanID.init)
      guard !released.isEmpty else { return (.notNow(Self.alreadyInLine), []) }
      // What else is known of the same bytes goes with them.
      for photo in released {
        try db.execute(
          sql: "UPDATE scan SET joined = ? WHERE joined = ? AND digest = (SELECT digest FROM scan WHERE id = ?)",
          arguments: [photo.number, target.number, photo.number])
      }
      if try scan(target, in: db)?.state == .done { try addFollowUp(.photos, for: target, in: db) }
      return (.carriedOut, released)
    }
  }

  /// What is said of a photo that joined a scan where a scan is asked for; nil for any other.
  func belongsElsewhere(_ scan: Scan) -> CommandOutcome? {
    scan.joined.map {
      .notNow(
        "Scan \(scan.id) is a photo of scan \($0). To make it a scan of its own: albumscanctl split \(scan.id)")
    }
  }
}
