package import Albums
package import Foundation
internal import GRDB

/// Work that a finished scan still needs.
package struct FollowUp: Equatable, Sendable {
  package enum Kind: String, Sendable {
    case review, artwork
    /// What the catalog, asked late, says of an album that a model named.
    case catalog = "catalogue"
    /// On which lists its album is.
    case lists
    /// Which other photos show its record.
    case photos
    /// The one message of a scan that goes to a phone.
    case push
    /// What the user's program is told.
    case known, reviewed, unsure, failed

    /// The step that it completes; nil for a message.
    package var step: Step? {
      switch self {
      case .review: .review
      case .artwork: .artwork
      case .catalog: .catalog
      case .lists, .photos: .bundle
      case .push, .known, .reviewed, .unsure, .failed: nil
      }
    }

    /// Whether somebody is told of the scan, and its page doesn't change.
    package var isMessage: Bool { step == nil }

    /// What the user's program is told (`notifications.command`).
    package static let programMessages: Set<Kind> = [.known, .reviewed, .unsure, .failed]
  }

  package let scan: ScanID
  package let kind: Kind
  package let attempts: Int
  /// The number of this claim; the next claim gets another.
  package let claim: Int64
}

/// A review that is being written, or will be in a moment.
package struct ReviewInProgress: Equatable, LedgerRecord, Sendable {
  package let scan: ScanID
  /// False while the find is only shown, and can be rejected for nothing.
  package let isBegun: Bool
  /// When it is due; once begun, when it began.
  package let due: Date
}

/// Reviews that wait for the same thing.
package struct HeldReviews: Codable, Equatable, Sendable {
  /// A service, `budget`, `plan`, or `unanswered`; nil for a later try.
  @Nullable package private(set) var heldBy: String?
  package let count: Int
  /// When the first of them is tried again; nil for not before a person acts.
  @Nullable package private(set) var until: Date?
}

extension Ledger {
  /// Claims the next due follow-up; nobody else gets it until it is postponed or complete. Until then, `notBefore` says
  /// when it was claimed.
  /// - Parameter ids: only those of these scans; nil for all.
  package func claimFollowUp(only ids: [ScanID]? = nil, now: Date) async throws -> FollowUp? {
    try await write { db in
      guard
        let row = try Row.fetchOne(
          db,
          sql: """
            SELECT scan, kind, attempts, abs(random()) AS claim FROM followUp
            WHERE \(Self.dueFrom("followUp")) <= ? AND \(Self.isFree) AND NOT EXISTS (SELECT 1 FROM pause)
              \(ids.map { "AND scan IN (\(Self.group($0)))" } ?? "") 
              ORDER BY notBefore, scan, kind LIMIT 1
            """, arguments: [now.stamp]), let kind = FollowUp.Kind(rawValue: row["kind"])
      else { return nil }
      let followUp = FollowUp(scan: ScanID(row["scan"]), kind: kind, attempts: row["attempts"], claim: row["claim"])
      try db.execute(
        sql: """
          UPDATE followUp SET attempts = attempts + 1, claim = ?, again = 0, heldBy = NULL, notBefore = ?
          WHERE scan = ? AND kind = ?
          """, arguments: [followUp.claim, now.stamp, followUp.scan.number, kind.rawValue])
      return followUp
    }
  }

  /// Postpones a claimed follow-up; if the user requested it again meanwhile, it is due at once.
  /// - Parameter holder: a service, `budget` or `plan`, which may let it continue earlier.
  package func putOff(_ followUp: FollowUp, until: Date, by holder: String? = nil) async throws {
    try await write { db in
      try db.execute(
        sql: """
          UPDATE followUp SET claim = NULL, again = 0, isBegun = 0, notBefore = CASE WHEN again THEN notBefore ELSE ? END,
            heldBy = CASE WHEN again THEN NULL ELSE ? END
          WHERE claim = ?
          """, arguments: [until.stamp, holder, followUp.claim])
    }
  }

  /// Completes a follow-up. If the user requested it again meanwhile and the scan still lacks it, it starts again.
  package func complete(_ followUp: FollowUp) async throws {
    try await write { db in
      let lacks =
        switch followUp.kind {
        case .review: "reviewStatus <> 'written' OR wantsFreshReview"
        case .artwork: "artworkStatus = 'pending'"
        case .catalog: "document ->> '$.identification.catalogue' = 'pending'"
        case .lists, .photos, .push, .known, .reviewed, .unsure, .failed: "1"
        }
      try db.execute(
        sql: """
          DELETE FROM followUp WHERE claim = ?
            AND NOT (again AND EXISTS (SELECT 1 FROM scan WHERE id = followUp.scan AND (\(lacks))))
          """, arguments: [followUp.claim])
      try db.execute(
        sql: "UPDATE followUp SET claim = NULL, again = 0, isBegun = 0 WHERE claim = ?", arguments: [followUp.claim])
    }
  }

  /// A program is about to be told. Should this process die now, nobody knows whether it was, so it isn't told again.
  package func begin(_ followUp: FollowUp) async throws {
    try await write { db in
      try db.execute(sql: "UPDATE followUp SET isBegun = 1 WHERE claim = ?", arguments: [followUp.claim])
    }
  }

  /// Nobody has claimed it, and a message leaves one after the other: reviews don't wait for slow receivers.
  static let isFree = """
    claim IS NULL
      AND (followUp.kind <> 'push' OR NOT EXISTS (
        SELECT 1 FROM followUp AS other WHERE other.claim IS NOT NULL AND other.kind = 'push'))
      AND (followUp.kind NOT IN (\(events)) OR NOT EXISTS (
        SELECT 1 FROM followUp AS other WHERE other.claim IS NOT NULL AND other.kind IN (\(events))))
    """
  private static let events = FollowUp.Kind.programMessages.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")

  /// Which of these follow-ups in progress the user has withdrawn.
  package func withdrawn(of claims: [Int64]) async throws -> [Int64] {
    guard !claims.isEmpty else { return [] }
    return try await read { db in
      let marks = databaseQuestionMarks(count: claims.count)
      let standing = try Int64.fetchSet(
        db, sql: "SELECT claim FROM followUp WHERE claim IN (\(marks))", arguments: StatementArguments(claims))
      return claims.filter { !standing.contains($0) }
    }
  }

  /// What a finished scan lacks of its album.
  func addFollowUps(for id: ScanID, lackedBy document: AlbumDocument, in db: Database) throws {
    if document.identification.catalogue == .pending {
      try addFollowUp(.catalog, for: id, in: db)
    } else if document.artwork.status == .pending {
      try addFollowUp(.artwork, for: id, in: db)
    }
  }

  /// How long a phone's message waits for the review, which makes it one message.
  private static let pushWaits: TimeInterval = 60

  /// Who is to be told of a scan that has ended.
  /// - Parameters:
  ///   - kinds: all that somebody wants to be told of.
  ///   - reviewDue: when its review is written; nil if none is under way.
  func addMessages(
    _ kinds: Set<FollowUp.Kind>, for id: ScanID, in state: ScanState, reviewDue: Date? = nil,
    isReviewed: Bool = false, now: Date, in db: Database
  ) throws {
    let news: Set<FollowUp.Kind> =
      switch state {
      case .done: isReviewed ? [.push, .known, .reviewed] : [.push, .known]
      case .unsure: [.push, .unsure]
      case .failed: [.push, .failed]
      case .waiting, .running, .rejected: []
      }
    for kind in kinds.intersection(news) {
      let patience = now.addingTimeInterval(Self.pushWaits)
      let waits = kind == .push && reviewDue.map { $0 < patience } ?? false
      try addFollowUp(kind, for: id, notBefore: waits ? patience : nil, in: db)
    }
  }

  /// Its review has come.
  func addReviewMessages(_ kinds: Set<FollowUp.Kind>, for id: ScanID, in db: Database) throws {
    if kinds.contains(.reviewed) { try addFollowUp(.reviewed, for: id, in: db) }
    try db.execute(
      sql: "UPDATE followUp SET notBefore = 0 WHERE scan = ? AND kind = 'push' AND attempts = 0", arguments: [id.number]
    )
  }

  func addFollowUp(_ kind: FollowUp.Kind, for id: ScanID, notBefore: Date? = nil, in db: Database) throws {
    try db.execute(
      sql: """
        INSERT INTO followUp (scan, kind, notBefore) VALUES (?, ?, ?)
        ON CONFLICT (scan, kind) DO UPDATE SET attempts = 0, heldBy = NULL, again = claim IS NOT NULL,
          notBefore = CASE WHEN claim IS NULL THEN excluded.notBefore ELSE max(notBefore, excluded.notBefore) END
        """, arguments: [id.number, kind.rawValue, notBefore?.stamp ?? 0])
  }

  /// The reviews that wait for a service, money, or a later try, by what they wait for.
  package func heldReviews(now: Date) async throws -> [HeldReviews] {
    try await read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT heldBy, count(*) AS n, min(\(Self.dueFrom("followUp"))) AS due FROM followUp
          WHERE kind = 'review' AND claim IS NULL AND (heldBy IS NOT NULL OR attempts > 0 AND notBefore > ?)
          GROUP BY heldBy ORDER BY heldBy
          """, arguments: [(now + 10).stamp]
      ).map { row in
        let due = Date(stamp: row["due"])
        return HeldReviews(
          heldBy: Nullable(row["heldBy"]), count: row["n"],
          until: Nullable(due < .distantFuture ? due : nil))
      }
    }
  }

  /// The reviews that come by themselves in a moment, oldest first; without those that wait for a service, money, or a
  /// later try.
  package func reviewsInProgress(now: Date) async throws -> [ReviewInProgress] {
    try await read { db in try Self.reviewsInProgress(now: now, in: db) }
  }

  /// These scans, and the reviews in progress, as they were at one moment.
  package func progress(
    of ids: [ScanID], now: Date
  ) async throws -> (scans: [Scan], reviews: [ScanID: ReviewInProgress]) {
    try await read { db in
      let scans = try Scan.fetchAll(db, sql: "SELECT * FROM scan WHERE id IN (\(Self.group(ids))) ORDER BY id")
      let reviews = try Self.reviewsInProgress(now: now, in: db).map { ($0.scan, $0) }
      return (scans, Dictionary(uniqueKeysWithValues: reviews))
    }
  }

  private static func reviewsInProgress(now: Date, in db: Database) throws -> [ReviewInProgress] {
    try ReviewInProgress.fetchAll(
      db,
      sql: """
        SELECT scan, claim IS NOT NULL AS isBegun, notBefore AS due FROM followUp
        WHERE kind = 'review' AND (claim IS NOT NULL OR heldBy IS NULL AND (attempts = 0 OR notBefore <= ?))
        ORDER BY scan
        """, arguments: [(now + 10).stamp])
  }
}
