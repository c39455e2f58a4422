internal import Albums

/// The text read on a sleeve, and what the catalog and the artwork say about it.
struct TextMatchResult: Codable, Equatable, Sendable {
  var text: PrintedText
  /// The candidates.
  var albums: [CatalogAlbum] = []
  /// The details of the album that was found.
  var details: CatalogAlbum?
  /// The album whose artwork is in the photo.
  var proven: AlbumIdentity?

  var ranking: Ranking { PrintedRanking.ranking(of: albums, for: text) }
}
