package import Albums
internal import GRDB

extension Ledger {
  /// What the gallery has beside an album. The album's own scans aren't among it.
  package func related(to document: AlbumDocument) async throws -> RelatedAlbums {
    try await read { db in
      var related = RelatedAlbums()
      let artist = ArtistKey(document.album.artistName)
      if !artist.isVarious {
        related.byArtist = try Self.albums(by: artist, in: db, limit: RelatedAlbums.most, without: document.identity)
      }
      related.onLabel = try Self.albums(onLabelOf: document, in: db)
      related.earlier = try document.identification.known?.scan.flatMap { scan in
        try Row.fetchOne(
          db,
          sql: "SELECT \(Self.relatedColumns) FROM scan WHERE id = ? AND state = 'done' AND deleted IS NULL",
          arguments: [scan.number]
        ).flatMap(RelatedAlbums.Entry.init)
      }
      let review = document.review
      for name in (review.forFansOf ?? []) + (review.influences ?? []) + (review.influenced ?? []) {
        let named = ArtistKey(name)
        guard !named.isVarious, named != artist else { continue }
        related.named[name] = try Self.albums(by: named, in: db, limit: 1).first
      }
      return related
    }
  }

  private static let relatedColumns = """
    scan.bundle, scan.document ->> '$.album.artistName' AS artist, scan.document ->> '$.album.albumTitle' AS title,
    scan.document ->> '$.album.releaseYear' AS year
    """

  /// An album's key begins with its artist's, so that an index finds all of them.
  private static func albums(
    by artist: ArtistKey, in db: Database, limit: Int, without own: AlbumIdentity? = nil
  ) throws -> [RelatedAlbums.Entry] {
    guard !artist.key.isEmpty else { return [] }
    return try entries(
      from: "album CROSS JOIN scan ON scan.album = album.id", where: "album.key >= ? AND album.key < ?",
      ["\(artist.key)\u{1f}", "\(artist.key)\u{20}"], in: db, limit: limit, without: own)
  }

  private static func albums(onLabelOf document: AlbumDocument, in db: Database) throws -> [RelatedAlbums.Entry] {
    guard let label = document.album.recordLabel, let year = document.album.releaseYear.flatMap({ Int($0) }),
      !unlabeled.contains(ArtistKey(label).key)
    else { return [] }
    // The words are read instead of the documents, which are most of the ledger, and of these only the newest that may be
    // meant. A field is a line.
    return try entries(
      from: """
        (SELECT scan FROM scanWords WHERE words LIKE ? ESCAPE '\\' ORDER BY scan DESC LIMIT \(mostOnLabel)) AS naming
          CROSS JOIN scan ON scan.id = naming.scan JOIN album ON album.id = scan.album
        """,
      where: """
        scan.document ->> '$.album.recordLabel' = ?
          AND CAST(scan.document ->> '$.album.releaseYear' AS INTEGER) BETWEEN ? AND ?
          AND substr(album.key, 1, length(?)) <> ?
        """,
      [
        "%\n\(escaped(label))\n%", label, year - RelatedAlbums.years, year + RelatedAlbums.years,
        artistPart(of: document),
        artistPart(of: document),
      ], in: db, limit: RelatedAlbums.most, without: document.identity)
  }

  /// Of how many scans of a label the documents are read.
  private static let mostOnLabel = 200

  private static func artistPart(of document: AlbumDocument) -> String {
    "\(ArtistKey(document.album.artistName).key)\u{1f}"
  }

  /// What stands for a label where there is none.
  private static let unlabeled: Set<String> = ["self released", "not on label", "no label", "none", "unknown"]

  /// The newest scan of each album. Grouped by the scans' column: by that of the albums, all of them would be read in order.
  private static func entries(
    from source: String, where condition: String, _ arguments: StatementArguments, in db: Database, limit: Int,
    without own: AlbumIdentity?
  ) throws -> [RelatedAlbums.Entry] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT \(relatedColumns), max(scan.finished) AS newest FROM \(source)
        WHERE \(condition) AND scan.state = 'done' AND scan.deleted IS NULL
          AND album.key <> ? AND (album.releaseGroup IS NULL OR album.releaseGroup <> ?)
        GROUP BY scan.album ORDER BY newest DESC LIMIT ?
        """,
      arguments: arguments + [own?.key.text ?? "", own?.releaseGroup?.value ?? "", limit]
    ).compactMap(RelatedAlbums.Entry.init)
  }
}

extension RelatedAlbums.Entry {
  fileprivate init?(_ row: Row) {
    guard let bundle: String = row["bundle"], let folder = bundle.split(separator: "/").last,
      let artist: String = row["artist"], let title: String = row["title"]
    else { return nil }
    self.init(folder: String(folder), artistName: artist, albumTitle: title, releaseYear: row["year"])
  }
}
