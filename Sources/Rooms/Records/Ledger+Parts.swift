package import Albums
internal import Digests
internal import GRDB

extension Digest {
  /// The identity of one of several sleeves in a photo: whatever is kept by a photo's digest, such as what a person said
  /// of it and what its steps came to, is kept for each sleeve by this.
  package init(ofPart number: Int, of count: Int, in photo: Digest) {
    self.init(hex: SHA256.hex(of: "\(photo.hex)#\(number)/\(count)".utf8))
  }
}

/// A photo of several sleeves: each is a scan of its own.
extension Ledger {
  /// A scan in progress turns out to be of a photo of several sleeves: it becomes that of the first sleeve, and the others
  /// are queued beside it.
  /// - Parameter corners: of each sleeve, in reading order.
  /// - Returns: the scan as it is now: unchanged if a command has stated the one album that the photo shows.
  /// - Throws: `ScanWithdrawn` when the scan is no longer in progress.
  package func divide(_ id: ScanID, into corners: [[SIMD2<Double>]]) async throws -> Scan {
    try await write { db in
      guard let scan = try scan(id, in: db), scan.state == .running else { throw ScanWithdrawn() }
      if scan.part != nil || scan.isStatedByCommand { return scan }
      let count = corners.count
      // Of another scan of the whole photo.
      try db.execute(sql: "DELETE FROM step WHERE scan = ?", arguments: [id.number])
      for (index, corners) in corners.enumerated() {
        let digest = Digest(ofPart: index + 1, of: count, in: scan.digest)
        var part = scan.id
        if index > 0 {
          try db.execute(
            sql: """
              INSERT INTO scan (name, path, origin, digest, state, arrived, list)
              SELECT name, path, origin, ?, 'waiting', arrived, list FROM scan WHERE id = ?
              """, arguments: [digest.hex, id.number])
          part = ScanID(db.lastInsertedRowID)
        }
        try db.execute(
          sql: """
            UPDATE scan SET digest = ?, photoDigest = ?, part = ?, parts = ?, partCorners = ?, statement = NULL
            WHERE id = ?
            """,
          arguments: [
            digest.hex, scan.digest.hex, index + 1, count, try JSONText.encode(corners), part.number,
          ])
        try adoptSteps(for: part, digest: digest, in: db)
      }
      guard let first = try self.scan(id, in: db) else { throw ScanWithdrawn() }
      return first
    }
  }

  /// The scans of the sleeves in a scan's photo, this one among them, in reading order; empty for all of a photo.
  package func parts(beside scan: Scan) async throws -> [Scan] {
    try await read { db in
      try Scan.fetchAll(
        db,
        sql: "SELECT * FROM scan WHERE photoDigest IS NOT NULL AND id IN (\(Self.group([scan.id]))) ORDER BY part")
    }
  }

  /// Whether another sleeve in a scan's photo still has to be read from it: what becomes of the photo is for the last.
  package func isPhotoNeeded(besides scan: Scan) async throws -> Bool {
    try await read { db in
      try Bool.fetchOne(
        db,
        sql: """
          SELECT 1 FROM scan WHERE id IN (\(Self.group([scan.id]))) AND id <> ? AND state IN ('waiting', 'running')
            AND NOT EXISTS (SELECT 1 FROM step WHERE step.scan = scan.id AND step.name = 'filing') LIMIT 1
          """, arguments: [scan.id.number]) ?? false
    }
  }

  /// These scans, as SQL, and with one of several sleeves those beside it. All came with the same file.
  static func group(_ ids: [ScanID]) -> String {
    """
    SELECT id FROM scan WHERE id IN (\(list(ids))) UNION
    SELECT other.id FROM scan JOIN scan AS other USING (photoDigest, arrived) WHERE scan.id IN (\(list(ids)))
    """
  }
}
