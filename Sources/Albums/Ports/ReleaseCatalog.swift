/// A catalog search.
package struct CatalogQuery: Codable, Equatable, Sendable {
  package var artistName: String?
  package var albumTitle: String?
  package var releaseYear: String?
  package var barcode: String?
  /// The text read on the cover, if there is no title yet.
  package var text: String?

  package init(
    artistName: String? = nil, albumTitle: String? = nil, releaseYear: String? = nil, barcode: String? = nil,
    text: String? = nil
  ) {
    self.artistName = artistName
    self.albumTitle = albumTitle
    self.releaseYear = releaseYear
    self.barcode = barcode
    self.text = text
  }
}

/// The catalog of releases: MusicBrainz.
package protocol ReleaseCatalog: Sendable {
  /// Candidate albums, one per release group, in the catalog's order. The catalog's scores are relative to its best hit
  /// and prove nothing; `Matcher` rates the albums. Empty if there are none.
  func albums(matching query: CatalogQuery) async throws(Fault) -> [CatalogAlbum]

  /// Candidate albums for the text on a sleeve, in the catalog's order: as many requests as the question says.
  func albums(printed question: PrintedQuestion) async throws(Fault) -> [CatalogAlbum]

  /// The album of a release with all details: first release date, genres, label, and this one release. Nil if the
  /// catalog no longer has it or has something else there. The answer may be for the release into which it was merged,
  /// and for the group known from the search.
  func album(ofRelease release: MBID, inGroup group: MBID) async throws(Fault) -> CatalogAlbum?

  /// The albums that a reference leads to, each with the releases that are meant, or with all of its releases. Empty if
  /// the catalog has no such entry. They may lack the details of `album(ofRelease:inGroup:)`.
  func albums(at reference: CatalogReference) async throws(Fault) -> [CatalogAlbum]
}

/// A catalog search for the album whose sleeve carries the given words. All words are folded: letters and digits in
/// lower case.
package enum PrintedQuestion: Codable, Hashable, Sendable {
  /// Albums that have some of the words in their title, and some in their artist's name; each may be misread.
  case words([String])
  /// Albums that have one of these names, each some words, as their title or their artist's.
  case names([[String]])
  /// Albums by an artist that the catalog has named.
  case albums(ofArtist: MBID)
  /// Albums by an artist who has one of these names, each some words, among all that the catalog knows the artist by: in
  /// another script, or as romanized. Albums are found only by the names that they are credited to.
  case aliases([[String]])
  /// Albums with a release of that catalog number, those first whose label's name is among the words.
  case catalogNumber(CatalogNumber, among: [String])

  package var requests: Int { if case .aliases = self { 2 } else { 1 } }
}
