/// The album that a model, the text on the sleeve, or a person led to, before it is proven.
package struct ClaimedAlbum: Codable, Equatable, Sendable {
  /// The means by which an album was found, as `album.json` names them. Call 1 shows a model the photo; call 2 has it
  /// search the web by the text. Phases 1A and 1B are the same two with the strategy `four-phase`.
  package enum Means: String, Codable, Sendable {
    case samePhoto = "same-photo"
    case coverIndex = "cover-index"
    case barcode
    /// The catalog number on the sleeve, read on this computer.
    case catalogNumber = "catalog-number"
    /// The words on the sleeve, read on this computer.
    case text
    case call1 = "call-1"
    case call2 = "call-2"
    case phase1B = "phase-1b"
    case singleCall = "single-call"
    case person

    /// Whether it was found by what this computer read on the sleeve.
    var isRead: Bool { self == .text || self == .catalogNumber }
  }

  package var artistName: String
  package var albumTitle: String
  /// Four digits, or nil.
  package var releaseYear: String?
  package var genres: [String]
  package var recordLabel: String?
  package var means: Means

  package init(
    artistName: String, albumTitle: String, releaseYear: String? = nil, genres: [String] = [],
    recordLabel: String? = nil, means: Means
  ) {
    self.artistName = artistName
    self.albumTitle = albumTitle
    self.releaseYear = releaseYear
    self.genres = genres
    self.recordLabel = recordLabel
    self.means = means
  }
}
