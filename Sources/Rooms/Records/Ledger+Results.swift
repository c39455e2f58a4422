package import Albums
package import Foundation
internal import GRDB

/// What finished scans came to.
extension Ledger {
  /// Ends a scan with its bundle, and writes down what it still lacks.
  /// - Parameters:
  ///   - reason: why it needs a person; nil when it is done.
  ///   - reviewDue: when its review is written; nil for not before a person says so.
  ///   - kinds: the messages that somebody wants.
  /// - Throws: `ScanWithdrawn` when the scan is no longer in progress.
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
      guard db.changesCount == 1 else { throw ScanWithdrawn() }
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
  /// - Throws: `ScanWithdrawn` when the scan is rejected or deleted by now; nothing is changed then.
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
      sql: """
        UPDATE scan SET document = ?, bundle = ?, reviewStatus = ?, artworkStatus = ?
        WHERE id = ? AND state <> 'rejected' AND deleted IS NULL
        """,
      arguments: [
        try JSONText.encode(document), bundle, document.review.status.rawValue, document.artwork.status.rawValue,
        id.number,
      ])
    guard db.changesCount == 1 else { throw ScanWithdrawn() }
  }

  /// Publishes what the catalog, asked late, says of a finished scan's album. Its review is that of the album's new name
  /// too.
  /// - Throws: `ScanWithdrawn` when the scan is rejected or deleted by now; nothing is changed then.
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

  /// The album's tracks, as an earlier scan of it has them; empty if none has.
  package func tracks(of album: AlbumIdentity) async throws -> [Track] { try await earlier("tracks", of: album) }

  /// Where the album can be heard, the same.
  package func links(of album: AlbumIdentity) async throws -> [AlbumLink] { try await earlier("links", of: album) }

  private func earlier<Element: Decodable & Sendable>(
    _ list: String, of album: AlbumIdentity
  ) async throws -> [Element] {
    try await read { db in
      let json = try String.fetchOne(
        db,
        sql: """
          SELECT scan.document ->> '$.album.\(list)' FROM scan JOIN album ON album.id = scan.album
          WHERE (album.key = ? OR album.releaseGroup = ?) AND scan.document ->> '$.album.\(list)[0]' IS NOT NULL
          ORDER BY scan.id DESC LIMIT 1
          """, arguments: [album.key.text, album.releaseGroup?.value])
      return try json.map { try JSONText.decode($0) } ?? []
    }
  }

}

extension Ledger {
  /// The file system (`f_fsid`) that the results were on when they were last seen; nil for a root that was never used.
  package func disk(ofResultsAt root: String) async throws -> Int64? {
    try await read { db in
      try Int64.fetchOne(db, sql: "SELECT disk FROM resultsPlace WHERE root = ?", arguments: [root])
    }
  }

  /// The results are at `root`, on the file system `disk`.
  package func note(resultsAt root: String, on disk: Int64) async throws {
    guard try await self.disk(ofResultsAt: root) != disk else { return }
    try await write { db in
      try db.execute(
        sql: """
          INSERT INTO resultsPlace (root, disk) VALUES (?, ?)
          ON CONFLICT (root) DO UPDATE SET disk = excluded.disk
          """, arguments: [root, disk])
    }
  }
}
