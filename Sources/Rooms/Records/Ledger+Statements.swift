package import Albums
package import Foundation
internal import GRDB

/// What a person states about a scan's album.
extension Ledger {
  /// Settles a scan with the album that a person states; the next step asks the catalog about it, and no model. A previous
  /// result is kept as by a redo.
  /// - Parameter statement: as `StatedAlbum` understands it.
  package func accept(_ id: ScanID, statement: String, now: Date = Date()) async throws -> CommandOutcome {
    try await write { db in
      guard let scan = try scan(id, in: db) else { return .unknown }
      if let elsewhere = belongsElsewhere(scan) { return elsewhere }
      guard scan.deleted == nil else { return .notNow(try wasDeleted(id, in: db)) }
      if scan.state == .running { return .notNow(Self.isWorkedOn(id)) }
      if scan.state != .waiting, try isInLine(scan, in: db) { return .notNow(Self.alreadyInLine) }
      try state(statement, of: scan, now: now, in: db)
      return .carriedOut
    }
  }

  /// The album that a person has stated for a scan; nil if none has, or not anymore.
  package func statement(on id: ScanID) async throws -> String? {
    try await read { db in
      try String.fetchOne(
        db, sql: "SELECT statement FROM scan WHERE id = ?", arguments: [id.number])
    }
  }

  /// Takes what a file beside a photo in an inbox states. It counts for the newest scan of such a photo until that is
  /// settled, and each text once.
  /// - Parameters:
  ///   - stem: the photo's name without its ending.
  ///   - folder: the path (bytes) of the folder in which the photo arrived.
  /// - Returns: the scan, if it is settled with it; unchanged if it is of one of several sleeves in the photo, since the
  ///   file names one album.
  package func note(
    statement: String, besidePhoto stem: String, in folder: Data, now: Date
  ) async throws -> Scan? {
    try await write { db in
      // A slash comes right after the dot.
      let named = try Scan.fetchAll(
        db, sql: "SELECT * FROM scan WHERE name > ? AND name < ? ORDER BY id DESC LIMIT 100",
        arguments: ["\(stem).", "\(stem)/"])
      let scan = named.first { scan in
        guard let dot = scan.name.lastIndex(of: "."), scan.name[..<dot] == stem else { return false }
        let isThere =
          scan.path.starts(with: folder) && !scan.path.dropFirst(folder.count + 1).contains(UInt8(ascii: "/"))
        return isThere || scan.photoNow?.hasPrefix("originals/") == true
      }
      guard let scan, scan.deleted == nil, scan.fileStatement != statement else { return nil }
      switch scan.state {
      case _ where scan.part != nil: break
      case .done, .rejected: return nil
      case .running:
        // The verdict looks for it.
        try db.execute(
          sql: "UPDATE scan SET statement = ? WHERE id = ?", arguments: [statement, scan.id.number])
      case .waiting, .unsure, .failed:
        if scan.state != .waiting, try isInLine(scan, in: db) { return nil }
        try state(statement, of: scan, now: now, in: db)
      }
      // It stays there, and is seen again after each start.
      try db.execute(
        sql: "UPDATE scan SET fileStatement = ? WHERE id = ?", arguments: [statement, scan.id.number])
      return scan
    }
  }

  /// Remembers that a person said that a scan's photo shows this album.
  package func decide(_ album: AlbumIdentity, isShownBy scan: Scan, now: Date) async throws {
    try await write { db in try decide(.accepted, [album], of: scan, now: now, in: db) }
  }

  func forgetStatement(on id: ScanID, in db: Database) throws {
    try db.execute(sql: "UPDATE scan SET statement = NULL WHERE id = ?", arguments: [id.number])
  }

  /// Takes back a statement of which the catalog knows no album: the scan is again what it was before.
  /// - Returns: false if it had no result then, so that there is nothing to go back to.
  package func withdrawStatement(on id: ScanID) async throws -> Bool {
    try await write { db in
      guard
        let json = try String.fetchOne(
          db, sql: "SELECT beforeStatement FROM scan WHERE id = ? AND state = 'running'", arguments: [id.number])
      else { return false }
      let standing: Standing = try JSONText.decode(json)
      if standing.state != .failed, standing.state != .rejected,
        let earlier = try Row.fetchOne(
          db, sql: "SELECT id, steps FROM earlier WHERE scan = ? ORDER BY id DESC LIMIT 1", arguments: [id.number])
      {
        try db.execute(sql: "DELETE FROM step WHERE scan = ?", arguments: [id.number])
        let steps: [KeptStep] = try JSONText.decode(earlier["steps"])
        for step in steps { try step.insert(for: id, in: db) }
        try db.execute(sql: "DELETE FROM earlier WHERE id = ?", arguments: [earlier["id"] as Int64])
      }
      try db.execute(
        sql: """
          UPDATE scan SET state = ?, finished = ?, step = ?, reason = ?, hint = ?, faultCode = ?, heldBy = NULL,
            heldReason = NULL, statement = NULL, beforeStatement = NULL WHERE id = ?
          """,
        arguments: [
          standing.state.rawValue, standing.finished, standing.step, standing.reason, standing.hint,
          standing.faultCode, id.number,
        ])
      for kind in standing.followUps.compactMap(FollowUp.Kind.init(rawValue:)) {
        try addFollowUp(kind, for: id, in: db)
      }
      return true
    }
  }

  /// What is kept of a scan while its statement is looked up. The rest stays in its row.
  private struct Standing: Codable {
    let state: ScanState
    let finished: Double
    let step, reason, hint, faultCode: String?
    let followUps: [String]
  }

  /// Nil for a scan without a result.
  private func standing(of scan: Scan, in db: Database) throws -> Standing? {
    guard let finished = scan.finished else { return nil }
    let row = try Row.fetchOne(
      db, sql: "SELECT step, reason, hint, faultCode FROM scan WHERE id = ?", arguments: [scan.id.number])
    let kinds = try String.fetchAll(
      db, sql: "SELECT kind FROM followUp WHERE scan = ?", arguments: [scan.id.number])
    return Standing(
      state: scan.state, finished: finished.stamp, step: row?["step"], reason: row?["reason"], hint: row?["hint"],
      faultCode: row?["faultCode"], followUps: kinds)
  }

  private func state(_ statement: String, of scan: Scan, now: Date, in db: Database) throws {
    // One that waits because of a statement before this one keeps what it was before that.
    let before =
      try standing(of: scan, in: db).map { try JSONText.encode($0) }
      ?? String.fetchOne(db, sql: "SELECT beforeStatement FROM scan WHERE id = ?", arguments: [scan.id.number])
    try keepResult(of: scan, from: .verdict, now: now, in: db)
    // What was read stays: it was paid for, and the page shows it. The steps in between belong to another album.
    try db.execute(
      sql: "DELETE FROM step WHERE scan = ? AND name IN ('artwork', 'verdict', 'bundle')", arguments: [scan.id.number])
    try db.execute(sql: "DELETE FROM followUp WHERE scan = ?", arguments: [scan.id.number])
    try db.execute(
      sql: "UPDATE scan SET statement = ?, wantsFreshReview = 0 WHERE id = ?", arguments: [statement, scan.id.number])
    try requeue(scan.id, in: db)
    try db.execute(sql: "UPDATE scan SET beforeStatement = ? WHERE id = ?", arguments: [before, scan.id.number])
  }
}
