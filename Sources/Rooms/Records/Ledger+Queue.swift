package import Albums
package import Foundation
internal import GRDB

extension Ledger {
  /// Takes the next scan whose time has come in progress; nil when there is none, or the queue is paused. A scan that
  /// somebody asked for by name goes before those that only arrived, and one that failed less often before others.
  /// - Parameters:
  ///   - ids: only these scans, and those of the other sleeves in their photos; nil for all.
  ///   - others: scans that are still in progress from before somebody put them back into the queue.
  package func claim(only ids: [ScanID]? = nil, except others: [ScanID] = [], now: Date) async throws -> Scan? {
    try await write { db in
      // Of the two origins 'command' comes first in the alphabet too: an index has them in this order.
      let chosen = (ids.map { "AND id IN (\(Self.group($0)))" } ?? "") + " AND id NOT IN (\(Self.list(others)))"
      return try Scan.fetchOne(
        db,
        sql: """
          UPDATE scan SET state = 'running', attempts = attempts + 1, heldBy = NULL, heldReason = NULL,
            faultCode = NULL, stepSince = :now, claimed = :now
          WHERE NOT EXISTS (SELECT 1 FROM pause) AND id = (
            SELECT id FROM scan WHERE state = 'waiting' AND \(Self.dueFrom("scan")) <= :now \(chosen)
            ORDER BY origin, attempts, id LIMIT 1)
          RETURNING *
          """, arguments: ["now": now.stamp])
    }
  }

  /// When the next waiting scan or follow-up is due; nil if nothing waits for a time, or the queue is paused.
  /// - Parameter ids: only these scans and their follow-ups.
  package func nextDue(only ids: [ScanID]? = nil) async throws -> Date? {
    try await read { db in
      let (chosen, chosenScans) = (
        ids.map { "AND id IN (\(Self.group($0)))" } ?? "", ids.map { "AND scan IN (\(Self.group($0)))" } ?? ""
      )
      return try Double.fetchOne(
        db,
        sql: """
          SELECT min(due) FROM (
            SELECT \(Self.due("min(scan.notBefore)", heldBy: "scan.heldBy")) AS due FROM scan
            WHERE state = 'waiting' \(chosen) GROUP BY heldBy
            UNION ALL SELECT \(Self.dueFrom("followUp")) FROM followUp WHERE \(Self.isFree) \(chosenScans))
          WHERE NOT EXISTS (SELECT 1 FROM pause) AND due < ?
          """, arguments: [Date.distantFuture.stamp]
      ).map(Date.init(stamp:))
    }
  }

  /// Which of these scans, all in progress, a person has rejected or put back into the queue meanwhile.
  package func takenBack(of ids: [ScanID]) async throws -> [ScanID] {
    try await read { db in
      try Int64.fetchAll(
        db,
        sql: """
          SELECT id FROM scan WHERE id IN (\(Self.list(ids))) AND state IN ('rejected', 'waiting') AND joined IS NULL
          """
      ).map(ScanID.init)
    }
  }

  /// Which of these scans are rejected or deleted.
  package func withdrawn(of ids: [ScanID]) async throws -> [ScanID] {
    guard !ids.isEmpty else { return [] }
    return try await read { db in
      try Int64.fetchAll(
        db,
        sql: "SELECT id FROM scan WHERE id IN (\(Self.list(ids))) AND (state = 'rejected' OR deleted IS NOT NULL)"
      ).map(ScanID.init)
    }
  }

  /// When a scan's or a follow-up's time comes: not before the service is asked again for which it waits, so that thousands
  /// who wait for one aren't taken up each time that one of them asks in vain.
  static func dueFrom(_ table: String) -> String { due("\(table).notBefore", heldBy: "\(table).heldBy") }

  private static func due(_ notBefore: String, heldBy holder: String) -> String {
    "max(\(notBefore), coalesce((SELECT until FROM condition WHERE code = \(holder) AND fault IS NOT NULL), 0))"
  }

  static func list(_ ids: [ScanID]) -> String { ids.map { String($0.number) }.joined(separator: ",") }

  /// Gives a scan back untouched, with its attempt: the program is being stopped.
  package func release(_ id: ScanID) async throws {
    try await write { db in
      try db.execute(
        sql: "UPDATE scan SET state = 'waiting', attempts = max(0, attempts - 1) WHERE id = ? AND state = 'running'",
        arguments: [id.number])
    }
  }

  /// Lets a scan wait until a time, for a fault that `status` shows; `distantFuture` is until a person acts.
  package func hold(_ id: ScanID, until: Date, fault: Fault, now: Date) async throws {
    try await write { db in
      try db.execute(
        sql: """
          UPDATE scan SET state = 'waiting', notBefore = ?, heldBy = ?, heldReason = ?, faultCode = ?,
            attempts = CASE WHEN ? THEN attempts ELSE max(0, attempts - 1) END
          WHERE id = ? AND state = 'running'
          """, arguments: [until.stamp, fault.holder, fault.reason, fault.printedCode, fault.isCounted, id.number])
      // A wait is no fault.
      if !fault.isWait { try note(fault, of: id, now: now, in: db) }
    }
  }

  /// Scans that a crash left in progress wait again; the attempt stays counted. A call that was under way may be billed,
  /// so it counts as one that wasn't answered: otherwise each crash would allow another.
  /// - Returns: how many scans there were.
  package func recover() async throws -> Int {
    try await write { db in
      // A trial belongs to another process, which may still be running.
      try db.execute(
        sql: """
          UPDATE expense SET unanswered = 1
          WHERE state = 'reserved' AND answer IS NULL AND scan IN (
            SELECT id FROM scan WHERE state <> 'done' UNION SELECT scan FROM followUp WHERE claim IS NOT NULL)
          """)
      // That it isn't done needn't be said but to the index of the others.
      try db.execute(
        sql: "UPDATE scan SET state = 'waiting', notBefore = 0 WHERE state <> 'done' AND state = 'running'")
      let count = db.changesCount
      try db.execute(sql: "DELETE FROM followUp WHERE isBegun")
      try db.execute(sql: "UPDATE followUp SET claim = NULL, again = 0")
      return count
    }
  }

  /// Ends a scan without a result.
  /// - Parameter kinds: the messages that somebody wants.
  /// - Throws: `Superseded` when the scan is no longer in progress.
  package func fail(
    _ id: ScanID, state: ScanState = .failed, reason: String, hint: String?, folder: String?, photoNow: String?,
    fault: Fault?, telling kinds: Set<FollowUp.Kind> = [], now: Date
  ) async throws {
    try await write { db in
      try db.execute(
        sql: """
          UPDATE scan SET state = ?, reason = ?, hint = ?, bundle = ?, photoNow = ?, finished = ?, heldBy = NULL,
            heldReason = NULL, faultCode = ? WHERE id = ? AND state = 'running'
          """,
        arguments: [state.rawValue, reason, hint, folder, photoNow, now.stamp, fault?.printedCode, id.number])
      guard db.changesCount == 1 else { throw Superseded() }
      if let fault { try note(fault, of: id, now: now, in: db) }
      // Its other photos may do better. With an earlier result they stay with that.
      if try scan(id, in: db)?.document == nil { try releasePhotos(of: id, in: db) }
      try wakePhotosWaitingForFront(besides: id, in: db)
      try addMessages(kinds, for: id, in: state, now: now, in: db)
    }
  }

  /// Ends a scan with its bundle, and writes down what it still lacks.
  /// - Parameters:
  ///   - reason: why it needs a person; nil when it is done.
  ///   - reviewDue: when its review is written; nil for not before a person says so.
  ///   - kinds: the messages that somebody wants.
  /// - Throws: `Superseded` when the scan is no longer in progress.
  package func finish(
    _ id: ScanID, as document: AlbumDocument, album key: String, bundle: String, reason: String? = nil,
    reviewDue: Date? = nil, telling kinds: Set<FollowUp.Kind> = [], now: Date
  ) async throws {
    let json = try JSONText.encode(document)
    try await write { db in
      try note(document.album, as: key, in: db)
      try db.execute(
        sql: """
          UPDATE scan SET state = ?, document = ?, bundle = ?, photoNow = ?, reviewStatus = ?, artworkStatus = ?,
            finished = ?, album = (SELECT id FROM album WHERE key = ?), reason = ?, hint = NULL,
            heldBy = NULL, heldReason = NULL, faultCode = NULL
          WHERE id = ? AND state = 'running'
          """,
        arguments: [
          document.state.rawValue, json, bundle, document.photo.now, document.review.status.rawValue,
          document.artwork.status.rawValue, now.stamp, key, reason, id.number,
        ])
      guard db.changesCount == 1 else { throw Superseded() }
      try wakePhotosWaitingForFront(besides: id, in: db)
      if document.state == .done {
        try addFollowUps(for: id, lackedBy: document, in: db)
        // One may have joined since the page was written.
        if try countPhotos(of: id, in: db) != document.photos.count { try addFollowUp(.photos, for: id, in: db) }
        try takeList(of: id, as: document, now: now, in: db)
      }
      if let reviewDue { try addFollowUp(.review, for: id, notBefore: reviewDue, in: db) }
      try addMessages(
        kinds, for: id, in: document.state, reviewDue: reviewDue, isReviewed: document.review.status == .written,
        now: now, in: db)
    }
  }

  /// Publishes a new form of a finished scan's document: its artwork or its review has come.
  /// - Parameters:
  ///   - isReviewed: whether its review has just come.
  ///   - kinds: the messages that somebody wants.
  package func revise(
    _ id: ScanID, to document: AlbumDocument, bundle: String, isReviewed: Bool = false,
    telling kinds: Set<FollowUp.Kind> = []
  ) async throws {
    try await write { db in
      try revise(id, to: document, bundle: bundle, in: db)
      if isReviewed {
        try db.execute(sql: "UPDATE scan SET wantsFreshReview = 0 WHERE id = ?", arguments: [id.number])
        try addReviewMessages(kinds, for: id, in: db)
      }
    }
  }

  private func revise(_ id: ScanID, to document: AlbumDocument, bundle: String, in db: Database) throws {
    try db.execute(
      sql: "UPDATE scan SET document = ?, bundle = ?, reviewStatus = ?, artworkStatus = ? WHERE id = ?",
      arguments: [
        try JSONText.encode(document), bundle, document.review.status.rawValue, document.artwork.status.rawValue,
        id.number,
      ])
  }

  /// Publishes what the catalog, asked late, says of a finished scan's album. Its review is that of the album's new name
  /// too.
  package func reviseIdentification(
    of id: ScanID, to document: AlbumDocument, album key: String, bundle: String, now: Date = Date()
  ) async throws {
    try await write { db in
      // What was said of the album under its earlier names is said of it.
      try db.execute(
        sql: """
          UPDATE album SET releaseGroup = ? WHERE id = (SELECT album FROM scan WHERE id = ?) AND releaseGroup IS NULL
          """, arguments: [document.album.musicbrainz.releaseGroup?.value, id.number])
      try revise(id, to: document, bundle: bundle, in: db)
      try note(document.album, as: key, in: db)
      try db.execute(
        sql: """
          INSERT OR IGNORE INTO review (album, prompt, searched, model, writtenAt, review, scan)
          SELECT ?, prompt, searched, model, writtenAt, review, review.scan FROM review
            JOIN album ON album.key = review.album JOIN scan ON scan.album = album.id WHERE scan.id = ?
          """, arguments: [key, id.number])
      try db.execute(
        sql: "UPDATE scan SET album = (SELECT id FROM album WHERE key = ?) WHERE id = ?", arguments: [key, id.number])
      try addFollowUps(for: id, lackedBy: document, in: db)
      try takeList(of: id, as: document, now: now, in: db)
    }
  }

  private func note(_ album: AlbumDocument.Album, as key: String, in db: Database) throws {
    try db.execute(
      sql: """
        INSERT INTO album (key, artistName, albumTitle, releaseGroup) VALUES (?, ?, ?, ?)
        ON CONFLICT (key) DO UPDATE SET releaseGroup = coalesce(excluded.releaseGroup, releaseGroup)
        """, arguments: [key, album.artistName, album.albumTitle, album.musicbrainz.releaseGroup?.value])
  }

  /// The kinds of faults, as the ledger has them. An excused one wasn't the scan's: nothing was tried.
  static let (excused, permanent) = ("excused", "permanent")

  /// Notes a fault of a finished scan's follow-up.
  /// - Parameter step: nil for the last one that the scan was at.
  package func note(_ fault: Fault, of id: ScanID, at step: Step? = nil, now: Date) async throws {
    try await write { db in try note(fault, of: id, at: step, now: now, in: db) }
  }

  func note(_ fault: Fault, of id: ScanID, at step: Step? = nil, now: Date, in db: Database) throws {
    try db.execute(
      sql: """
        INSERT INTO fault (scan, at, step, code, kind, service, reason)
        SELECT id, ?, coalesce(?, step), ?, ?, ?, ? FROM scan WHERE id = ?
        """,
      arguments: [
        now.stamp, step?.rawValue, fault.printedCode, Self.kind(of: fault), fault.service?.rawValue, fault.reason,
        id.number,
      ])
  }

  private static func kind(of fault: Fault) -> String {
    switch fault.next {
    case .retry(_, isCounted: true): "transient"
    case .retry, .wait: excused
    case .fail: permanent
    case .needsPerson: "needsAttention"
    }
  }
}
