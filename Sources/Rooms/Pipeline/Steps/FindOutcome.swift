internal import Albums

/// What the reading came to, or a search after it: the find, if there is one, and how it was made.
struct FindOutcome: Codable, Equatable, Sendable {
  /// Nil if nothing was found.
  var find: ClaimedAlbum?
  /// The catalog's albums, if it was asked with the text on the cover.
  var albums: [CatalogAlbum] = []
  /// The model that named it.
  var model: String?
  /// The sources of the search.
  var sources: [Source] = []
  /// Why nothing was found, if that is known.
  var reason: String?
  /// True if a search found nothing before the catalog could be asked with the text.
  var needsTextLookup: Bool?

  private enum CodingKeys: String, CodingKey {
    case find, albums, model, sources, reason
    // As ledgers have it.
    case needsTextLookup = "lacksCatalogue"
  }
}
