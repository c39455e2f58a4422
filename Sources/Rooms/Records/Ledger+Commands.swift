package import Albums
package import Foundation
internal import GRDB

/// The outcome of a user's command.
package enum CommandOutcome: Equatable, Sendable {
  case carriedOut
  /// There is no such scan.
  case unknown
  /// Its state doesn't allow this; the sentence says why and what to do.
  case notNow(String)
}

extension Ledger {
  /// Continues a scan from the step that failed: earlier steps are kept, its own output is dropped. A finished scan
  /// without a review gets only its review.
  /// - Parameter wantsReviews: whether reviews are enabled; otherwise none is requested.
  package func retry(_ id: ScanID, wantsReviews: Bool = true) async throws -> CommandOutcome {
    try await write { db in
      guard let scan = try scan(id, in: db) else { return .unknown }
      if let elsewhere = belongsElsewhere(scan) { return elsewhere }
      // The user has been told that the unanswered calls may be billed.
      try db.execute(
        sql: "UPDATE expense SET dropped = 1 WHERE scan = ? AND unanswered", arguments: [id.number])
      switch scan.state {
      case .running: return .notNow(Self.isWorkedOn(id))
      case .waiting:
        try lookAnew(at: id, in: db)
        try db.execute(sql: "UPDATE scan SET notBefore = 0 WHERE id = ?", arguments: [id.number])
      case .done:
        guard scan.deleted == nil else { return .notNow(try wasDeleted(id, in: db)) }
        let lacksReview = scan.lacksReview
        let lacksArtwork = try scan.document?.isIncomplete == true || wasRefusedArtwork(scan, in: db)
        if lacksReview, wantsReviews { try addFollowUp(.review, for: id, in: db) }
        if scan.document?.isIncomplete == true, let document = scan.document {
          try addFollowUps(for: id, lackedBy: document, in: db)
        } else if lacksArtwork {
          try addFollowUp(.artwork, for: id, in: db)
        }
        if lacksReview, !wantsReviews, !lacksArtwork { return .notNow(Self.reviewsAreOff) }
        if !lacksReview, !lacksArtwork {
          return .notNow(
            "Scan \(id) is done and complete. To repeat it: albumscanctl redo \(id) --from reading")
        }
      case .failed, .unsure, .rejected:
        if try isInLine(scan, in: db) { return .notNow(Self.alreadyInLine) }
        // A failed step has no output. If the verdict failed, the reading is at fault and is repeated.
        let stoodAt = scan.step ?? .picture
        try drop(from: stoodAt >= .verdict ? .reading : stoodAt, of: id, in: db)
        try lookAnew(at: id, in: db)
        try requeue(id, in: db)
      }
      return .carriedOut
    }
  }

  /// Whether a scan has no artwork because the archive refused to send it, rather than because there is none.
  private func wasRefusedArtwork(_ scan: Scan, in db: Database) throws -> Bool {
    guard let artwork = scan.document?.artwork, artwork.status == .none else { return false }
    return try Bool.fetchOne(
      db, sql: "SELECT 1 FROM fault WHERE scan = ? AND step = ? AND kind = ?",
      arguments: [scan.id.number, Step.artwork.rawValue, Self.permanent]) ?? false
  }

  /// Accepts one of an unsure scan's candidates: the choice is its verdict, and the remaining steps use it. The choice
  /// itself asks and costs nothing.
  /// - Parameter number: from 1, as shown on the page and by `unsure`. A rejected scan can still be accepted.
  package func accept(_ id: ScanID, _ number: Int, now: Date = Date()) async throws -> CommandOutcome {
    try await write { db in
      guard let scan = try scan(id, in: db) else { return .unknown }
      if let elsewhere = belongsElsewhere(scan) { return elsewhere }
      guard scan.state == .unsure || scan.state == .rejected, scan.deleted == nil,
        // A find that was published without the catalog has no verdict for good.
        let candidates = try Self.verdict(of: id, in: db)?.albums ?? scan.document.map({ [$0.identified] }),
        !candidates.isEmpty
      else {
        return .notNow("Scan \(id) is \(scan.state.rawValue); there is nothing to choose. See: albumscanctl unsure")
      }
      guard candidates.indices.contains(number - 1) else {
        let count = candidates.count == 1 ? "one candidate" : "\(candidates.count) candidates"
        return .notNow("Scan \(id) has \(count), and no number \(number). See: albumscanctl unsure")
      }
      if try isInLine(scan, in: db) { return .notNow(Self.alreadyInLine) }
      var chosen = candidates[number - 1].stated
      let chosenAlbum = chosen.identity
      chosen.considered = candidates.filter { !$0.identity.isSame(as: chosenAlbum) }.map { $0.candidate() }
      try decide(.accepted, [chosenAlbum], of: scan, now: now, in: db)
      // The folder in unsure/ was the output of a step; the answer creates another one.
      try drop(from: .bundle, of: id, in: db)
      try db.execute(
        sql: """
          INSERT OR REPLACE INTO step (scan, name, recipe, made, output) VALUES (?, 'verdict', '', ?, ?)
          """, arguments: [id.number, now.stamp, try JSONText.encode(Verdict.identified(chosen))])
      try requeue(id, in: db)
      return .carriedOut
    }
  }

  /// Rejects a scan's album, or all its candidates. One that still waits, whatever for, waits no longer.
  package func reject(_ id: ScanID, now: Date) async throws -> CommandOutcome {
    try await write { db in
      guard let scan = try scan(id, in: db) else { return .unknown }
      if let elsewhere = belongsElsewhere(scan) { return elsewhere }
      guard [.unsure, .done, .running, .waiting].contains(scan.state), scan.deleted == nil else {
        return .notNow(
          "Scan \(id) is \(scan.state.rawValue); there is nothing to reject. See: albumscanctl show \(id)")
      }
      let albums = try Self.verdict(of: id, in: db)?.albums.map(\.identity)
      try decide(.rejected, albums ?? scan.document.map { [$0.identity] } ?? [], of: scan, now: now, in: db)
      try db.execute(
        sql: """
          UPDATE scan SET state = 'rejected', finished = coalesce(finished, ?), heldBy = NULL, heldReason = NULL, faultCode = NULL,
            reason = 'Rejected by hand' WHERE id = ?
          """, arguments: [now.stamp, id.number])
      try forgetStatement(on: id, in: db)
      try db.execute(sql: "DELETE FROM followUp WHERE scan = ?", arguments: [id.number])
      try dropList(of: id, now: now, in: db)
      return .carriedOut
    }
  }

  /// The candidates of an unsure scan, best first.
  package func candidates(of id: ScanID) async throws -> [Identification] {
    try await read { db in
      guard case .unsure(let candidates, _)? = try Self.verdict(of: id, in: db) else { return [] }
      return candidates
    }
  }

  static func verdict(of id: ScanID, in db: Database) throws -> Verdict? {
    try String.fetchOne(
      db, sql: "SELECT output FROM step WHERE scan = ? AND name = 'verdict'", arguments: [id.number]
    ).map { try JSONText.decode($0) }
  }

  package static let reviewsAreOff =
    "Reviews are turned off (review.enabled: false). To turn them on: albumscanctl config set review.enabled true && "
    + "systemctl --user reload-or-restart albumscand && albumscanctl retry --reviews"
  static func isWorkedOn(_ id: ScanID) -> String {
    "Scan \(id) is being worked on. Wait, or reject it: albumscanctl reject \(id)"
  }
  static let alreadyInLine = "The same photo is already in the queue. See: albumscanctl status"

  func isInLine(_ scan: Scan, in db: Database) throws -> Bool {
    try Bool.fetchOne(
      db,
      // The photo that this is a sleeve in, or a sleeve in this photo, counts as it.
      sql: """
        SELECT 1 FROM scan WHERE (digest IN (:digest, :photo) OR photoDigest = :digest) AND state IN ('waiting', 'running')
        """, arguments: ["digest": scan.digest.hex, "photo": scan.photoDigest.hex]) ?? false
  }

  /// Drops the output of a step and of later ones. If a paid answer led to it, that is asked for again.
  func drop(from step: Step, of id: ScanID, in db: Database) throws {
    try dropSteps(from: step, of: id, in: db)
    let steps = Step.allCases.filter { $0 >= step }.map(\.rawValue)
    try db.execute(
      sql: "UPDATE expense SET dropped = 1 WHERE scan = ? AND step IN (\(databaseQuestionMarks(count: steps.count)))",
      arguments: [id.number] + StatementArguments(steps))
  }

  /// A settled scan waits like a new one.
  func requeue(_ id: ScanID, in db: Database) throws {
    try db.execute(
      sql: """
        UPDATE scan SET state = 'waiting', attempts = 0, notBefore = 0, finished = NULL, reason = NULL, hint = NULL,
          heldBy = NULL, heldReason = NULL, faultCode = NULL, beforeStatement = NULL WHERE id = ?
        """, arguments: [id.number])
  }

  /// Its cover may have been learned since, so recognition runs again, which is free.
  private func lookAnew(at id: ScanID, in db: Database) throws {
    try db.execute(
      sql: "DELETE FROM step WHERE scan = ? AND name = ?", arguments: [id.number, Step.recognition.rawValue])
  }

  /// Marks a scan that nobody works on as deleted; the caller moves its bundle away. One that waits is settled with
  /// that: it isn't begun, and `retry` continues it after an undo.
  package func delete(_ id: ScanID, now: Date) async throws -> CommandOutcome {
    try await write { db in
      guard let scan = try scan(id, in: db), scan.deleted == nil else { return .unknown }
      if let elsewhere = belongsElsewhere(scan) { return elsewhere }
      if scan.state == .running { return .notNow(Self.isWorkedOn(id)) }
      try db.execute(sql: "UPDATE scan SET deleted = ? WHERE id = ?", arguments: [now.stamp, id.number])
      try db.execute(
        sql: """
          UPDATE scan SET state = 'rejected', finished = ?, heldBy = NULL, heldReason = NULL, faultCode = NULL,
            reason = 'Deleted while it waited' WHERE id = ? AND state = 'waiting'
          """, arguments: [now.stamp, id.number])
      try db.execute(sql: "DELETE FROM followUp WHERE scan = ?", arguments: [id.number])
      return .carriedOut
    }
  }

  /// The last deleted scan; nil if there is none.
  package func lastDeleted() async throws -> Scan? { try await read { try lastDeleted(in: $0) } }

  private func lastDeleted(in db: Database) throws -> Scan? {
    try Scan.fetchOne(db, sql: "SELECT * FROM scan WHERE deleted IS NOT NULL ORDER BY deleted DESC, id DESC LIMIT 1")
  }

  /// What is said of a deleted scan. `--undo` restores the one that was deleted last.
  func wasDeleted(_ id: ScanID, in db: Database) throws -> String {
    "Scan \(id) was deleted." + (try lastDeleted(in: db)?.id == id ? " To restore it: albumscanctl delete --undo" : "")
  }

  package func wasDeleted(_ id: ScanID) async throws -> String { try await read { try wasDeleted(id, in: $0) } }

  /// Undoes a deletion.
  package func undelete(_ id: ScanID, bundle: String?) async throws {
    try await write { db in
      try db.execute(
        sql: "UPDATE scan SET deleted = NULL, bundle = ? WHERE id = ?", arguments: [bundle, id.number])
    }
  }

  /// The folders of deleted scans, relative to the root.
  package func deletedBundles() async throws -> [(scan: ScanID, bundle: String)] {
    try await read { db in
      try Row.fetchAll(db, sql: "SELECT id, bundle FROM scan WHERE deleted IS NOT NULL AND bundle IS NOT NULL")
        .map { (ScanID($0["id"]), $0["bundle"]) }
    }
  }

  /// The folders of failed, unsure, and rejected scans, relative to the root.
  package func bundlesWithoutResult() async throws -> Set<String> {
    try await read { db in
      try String.fetchSet(
        db,
        sql: """
          SELECT bundle FROM scan WHERE state IN ('failed', 'unsure', 'rejected') AND bundle IS NOT NULL
          """)
    }
  }

  /// Records that the user viewed it.
  package func viewed(_ id: ScanID, now: Date) async throws {
    try await write { db in
      try db.execute(sql: "UPDATE scan SET viewed = ? WHERE id = ?", arguments: [now.stamp, id.number])
    }
  }
}
