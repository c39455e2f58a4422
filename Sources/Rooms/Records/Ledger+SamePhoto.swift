package import Albums
internal import GRDB

/// Reuses the results of an earlier scan of the same bytes, so that nothing is asked twice.
extension Ledger {
  /// The recipe of a step adopted from another scan.
  private static let adopted = "same-photo"
  private static let adoptedSteps = Step.adopted.map { "'\($0.rawValue)'" }.joined(separator: ", ")

  /// The earlier scan of the same bytes that has a result.
  package func earlierResult(of digest: Digest, before id: ScanID) async throws -> ScanID? {
    try await read { db in
      try Int64.fetchOne(
        db, sql: "SELECT id FROM scan WHERE digest = ? AND state = 'done' AND id < ? ORDER BY id DESC LIMIT 1",
        arguments: [digest.hex, id.number]
      ).map(ScanID.init)
    }
  }

  /// Whether a step was adopted from an earlier scan.
  package func isAdopted(_ step: Step, in id: ScanID) async throws -> Bool {
    try await read { db in
      try Bool.fetchOne(
        db, sql: "SELECT recipe = ? FROM step WHERE scan = ? AND name = ?",
        arguments: [Self.adopted, id.number, step.rawValue]) ?? false
    }
  }

  /// Whether a step was made for this scan, not adopted.
  package func hasOwn(_ step: Step, in id: ScanID) async throws -> Bool {
    try await read { db in
      try Bool.fetchOne(
        db, sql: "SELECT recipe <> ? FROM step WHERE scan = ? AND name = ?",
        arguments: [Self.adopted, id.number, step.rawValue]) ?? false
    }
  }

  /// Adopts the steps of an earlier scan of these bytes; of a rejected scan, all but its verdict. A verdict is
  /// recomputed from them at no cost, unless the user decided it.
  func adoptSteps(for id: ScanID, digest: Digest, in db: Database) throws {
    guard
      let earlier = try Scan.fetchOne(
        db,
        sql: """
          SELECT * FROM scan WHERE digest = ? AND state IN ('done', 'rejected') AND id <> ?
          ORDER BY state = 'done' DESC, id DESC LIMIT 1
          """, arguments: [digest.hex, id.number])
    else { return }
    try db.execute(
      sql: """
        INSERT INTO step (scan, name, recipe, made, output)
        SELECT ?, name, ?, made, output FROM step
        WHERE name IN (\(Self.adoptedSteps)) AND scan = ?
        """, arguments: [id.number, Self.adopted, earlier.id.number])
    guard earlier.state == .done, case .identified(var album)? = try Self.verdict(of: earlier.id, in: db),
      album.evidence.contains(.person)
    else { return }
    let rejected = try Self.decisions(on: digest, in: db).filter { $0.choice == .rejected }
    guard !rejected.contains(where: { $0.album.isSame(as: album.identity) }) else { return }
    album.means = .samePhoto
    try db.execute(
      sql: """
        INSERT INTO step (scan, name, recipe, made, output)
        SELECT ?, name, ?, made, ? FROM step WHERE name = 'verdict' AND scan = ?
        """,
      arguments: [id.number, Self.adopted, try JSONText.encode(Verdict.identified(album)), earlier.id.number])
  }
}
