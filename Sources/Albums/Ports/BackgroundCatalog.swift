/// Looks up albums in MusicBrainz for the wallet, with one request per question.
package protocol BackgroundCatalog: Sendable {
  /// The album of a release, with that one release and all its tracks. Nil when the catalog no longer has it.
  func tracks(ofRelease release: MBID) async throws(Fault) -> CatalogAlbum?

  /// An album with its releases, up to a hundred, and how many tracks each has. Nil when the catalog knows none of it.
  func releases(ofGroup group: MBID) async throws(Fault) -> CatalogAlbum?

  /// Albums that may be meant, as the catalog ranks them, with the dates of their first releases; `Matcher` judges.
  func albums(titled title: String, by artist: String?) async throws(Fault) -> [CatalogAlbum]
}
