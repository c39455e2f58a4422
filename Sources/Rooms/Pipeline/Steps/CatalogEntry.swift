internal import Albums

/// The catalog entry of a find.
struct CatalogEntry: Codable, Equatable, Sendable {
  /// The candidate albums.
  var albums: [CatalogAlbum] = []
  /// The details of the best one: canonical names, first year, label, genres.
  var details: CatalogAlbum?
  /// The album that the text alone names, looked up after a search without result.
  var find: ClaimedAlbum?
}
