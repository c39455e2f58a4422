package import Albums
internal import GRDB

extension Ledger {
  /// What all results in `done/` come to.
  ///
  /// It looks at each of them: some tenths of a second for ten thousand.
  /// - Parameter time: now; RFC 3339, UTC.
  package func statistics(asOf time: String) async throws -> Statistics {
    let results = try await readAside { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT strftime('%Y-%m', finished, 'unixepoch') AS month, document ->> '$.album.artistName' AS artist,
            document ->> '$.album.releaseYear' AS year, document ->> '$.review.rating' AS rating,
            document ->> '$.review.label' AS label, document ->> '$.review.recommendation' AS recommendation
          FROM scan WHERE state = 'done' AND deleted IS NULL
          """
      ).map {
        Statistics.Result(
          month: $0["month"] ?? "", artistName: $0["artist"] ?? "", releaseYear: $0["year"], rating: $0["rating"],
          label: $0["label"], recommendation: $0["recommendation"])
      }
    }
    let spending = try await costs(by: .month).map { Statistics.Spending(name: $0.name, usd: $0.cost.dollars) }
    return Statistics(of: results, spending: spending, asOf: time)
  }
}
