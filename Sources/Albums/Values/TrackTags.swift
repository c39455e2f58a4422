/// The tags of one music file that describe its album: cleaned texts of limited length.
package struct TrackTags: Equatable, Sendable {
  package var artistName: String?
  package var albumArtistName: String?
  package var albumTitle: String?
  /// Four digits: of the first release where the file says that, else of this one.
  package var year: String?
  package var isYearOfFirstRelease = false
  package var genres: [String] = []
  package var recordLabel: String?
  package var releaseGroup: MBID?
  package var release: MBID?
  package var albumArtists: [MBID] = []
  package var artists: [MBID] = []
  /// Digits.
  package var barcode: String?
  package var track: Int?
  package var disc: Int?
  package var isCompilation = false

  package init() {}
}
