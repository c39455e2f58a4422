/// A catalog search for the album whose sleeve carries the given words. All words are folded: letters and digits in
/// lower case.
package enum PrintedQuestion: Codable, Hashable, Sendable {
  /// Albums that have some of the words in their title, and some in their artist's name; each may be misread.
  case words([String])
  /// Albums that have one of these names, each some words, as their title or their artist's.
  case names([[String]])
  /// Albums by an artist that the catalog has named.
  case albums(ofArtist: MBID)
}
