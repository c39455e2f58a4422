package import Albums
internal import GRDB

/// The gallery's data. It doesn't read whole documents: they are most of the ledger.
extension Ledger {
  /// Months in which scans in `done/` finished (UTC), newest first.
  package func galleryMonths() async throws -> [Gallery.Month] {
    let rows = try await read { db in
      try Row.fetchAll(
        db,
        // By day first: to name the month of each scan would take most of the time.
        sql: """
          SELECT strftime('%Y-%m', day * 86400, 'unixepoch') AS month, part, sum(scans) AS n FROM (
            SELECT CAST(finished / 86400 AS INTEGER) AS day, (id - 1) / ? + 1 AS part, count(*) AS scans
            FROM scan INDEXED BY scanDone WHERE state = 'done' AND deleted IS NULL GROUP BY 1, 2)
          GROUP BY 1, 2
          """, arguments: [GalleryMonthPage.size]
      ).map { (month: $0["month"] as String, part: $0["part"] as Int, count: $0["n"] as Int) }
    }
    return Dictionary(grouping: rows, by: \.month).map { month, rows in
      Gallery.Month(name: month, counts: Dictionary(uniqueKeysWithValues: rows.map { ($0.part, $0.count) }))
    }.sorted { $0.name > $1.name }
  }

  /// The newest scans in `done/`.
  package func newestEntries(limit: Int) async throws -> [GalleryEntry] {
    try await entries("TRUE", [], limit: limit)
  }

  /// The scans of a month (UTC, `2026-11`) whose numbers are in a range, newest first.
  package func entries(ofMonth month: String, numbers: ClosedRange<Int64>) async throws -> [GalleryEntry] {
    try await entries(
      "finished >= unixepoch(? || '-01') AND finished < unixepoch(? || '-01', '+1 month') AND id BETWEEN ? AND ?",
      [month, month, numbers.lowerBound, numbers.upperBound])
  }

  /// - Parameter condition: on what the index has, so that no scan is read but those that are shown.
  private func entries(
    _ condition: String, _ arguments: StatementArguments, limit: Int = -1
  ) async throws -> [GalleryEntry] {
    try await read { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT id, bundle, document ->> '$.album.artistName' AS artist, document ->> '$.album.albumTitle' AS title,
            document ->> '$.album.releaseYear' AS year, strftime('%Y-%m-%dT%H:%M:%SZ', finished, 'unixepoch') AS at,
            document ->> '$.identification.confidence' AS confidence, document ->> '$.artwork.status' AS artwork,
            document ->> '$.review.rating' AS rating, document ->> '$.review.label' AS label,
            document ->> '$.lists' AS lists,
            document ->> '$.review.forFansOf' AS fans, document ->> '$.review.influences' AS influences,
            document ->> '$.review.influenced' AS influenced
          FROM scan INDEXED BY scanDone WHERE state = 'done' AND deleted IS NULL AND \(condition)
          ORDER BY finished DESC, id DESC LIMIT ?
          """, arguments: arguments + [limit]
      ).compactMap(GalleryEntry.init)
    }
  }
}

extension GalleryEntry {
  fileprivate init?(_ row: Row) {
    guard let bundle: String = row["bundle"], let folder = bundle.split(separator: "/").last,
      let artist: String = row["artist"], let title: String = row["title"], let time: String = row["at"],
      let confidence = (row["confidence"] as String?).flatMap(Confidence.init(rawValue:))
    else { return nil }
    self.init(
      id: ScanID(row["id"]), folder: String(folder), artistName: artist, albumTitle: title, releaseYear: row["year"],
      finishedAt: time, confidence: confidence, hasThumbnail: row["artwork"] == ArtworkStatus.present.rawValue,
      rating: row["rating"], label: row["label"],
      lists: (row["lists"] as String?).flatMap { try? JSONText.decode($0) as [AlbumList] }?.map(\.name) ?? [],
      names: ["fans", "influences", "influenced"].flatMap { column -> [String] in
        guard let json: String = row[column] else { return [] }
        return (try? JSONText.decode(json)) ?? []
      })
  }
}

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
    let durations = try await readAside { db in
      try Double.fetchAll(
        db,
        sql: """
          SELECT sum(max(step.made - step.began, 0)) FROM step JOIN scan ON scan.id = step.scan
          WHERE step.began IS NOT NULL AND scan.state = 'done' AND scan.deleted IS NULL GROUP BY step.scan
          """)
    }
    return Statistics(of: results, spending: spending, lists: try await lists(), durations: durations, asOf: time)
  }
}

/// The scans' data for the wallet. It doesn't read whole documents: they are most of the ledger.
extension Ledger {
  /// All albums of the wallet's sources but MPD. Scans are always among them: their pages say whether MPD has them.
  package func offeredAlbums(for terms: WalletTerms) async throws -> [OfferedAlbum] {
    let scanned = try await scannedAlbums()
    guard terms.sources.contains(.owned) else { return scanned }
    return try await scanned
      + listedAlbums(on: .owned).map { listed in
        OfferedAlbum(
          source: .owned, scan: listed.scan, addedAt: listed.marks.lists.first?.since ?? "",
          artistName: listed.album.artistName, albumTitle: listed.album.albumTitle,
          releaseYear: listed.album.releaseYear, releaseGroup: listed.album.releaseGroup, bundle: listed.bundle)
      }
  }

  /// The albums in `done/`, newest first.
  package func scannedAlbums() async throws -> [OfferedAlbum] {
    try await readAside { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT id, bundle, document ->> '$.scannedAt' AS at, document ->> '$.album.artistName' AS artist,
            document ->> '$.album.albumTitle' AS title, document ->> '$.album.releaseYear' AS year,
            document ->> '$.album.musicbrainz.releaseGroup' AS releaseGroup,
            document ->> '$.identification.extractedText' AS text
          FROM scan INDEXED BY scanDone WHERE state = 'done' AND deleted IS NULL ORDER BY finished DESC, id DESC
          """
      ).compactMap(OfferedAlbum.init)
    }
  }
}

extension OfferedAlbum {
  fileprivate init?(_ row: Row) {
    guard let time: String = row["at"], let artist: String = row["artist"], let title: String = row["title"] else {
      return nil
    }
    self.init(
      scan: ScanID(row["id"]), addedAt: time, artistName: artist, albumTitle: title, releaseYear: row["year"],
      releaseGroup: (row["releaseGroup"] as String?).map { MBID($0) }, text: row["text"], bundle: row["bundle"])
  }
}
