/// What a vision model read on a cover: the answer of call 1, in its JSON names. Without a model, only the text that this
/// computer read.
package struct CoverReading: Codable, Equatable, Sendable {
  package enum Outcome: String, Codable, Sendable, CaseIterable {
    case identified
    case searchNeeded = "search_needed"
    case notIdentifiable = "not_identifiable"
  }

  package enum Reason: String, Codable, Sendable, CaseIterable {
    case notAnAlbumCover = "not_an_album_cover"
    case backCover = "back_cover"
    case severalCovers = "several_covers"
    case unreadable
  }

  package enum TextConfidence: String, Codable, Sendable, CaseIterable { case high, medium, low }

  package var outcome: Outcome
  package var reason: Reason?
  package var artistName: String?
  package var albumTitle: String?
  package var releaseYear: String?
  package var genres: [String]
  package var recordLabel: String?
  package var extractedText: String?
  package var textConfidence: TextConfidence?
  package var albumDescription: String?

  package init(
    outcome: Outcome, reason: Reason? = nil, artistName: String? = nil, albumTitle: String? = nil,
    releaseYear: String? = nil, genres: [String] = [], recordLabel: String? = nil, extractedText: String? = nil,
    textConfidence: TextConfidence? = nil, albumDescription: String? = nil
  ) {
    self.outcome = outcome
    self.reason = reason
    self.artistName = artistName
    self.albumTitle = albumTitle
    self.releaseYear = releaseYear
    self.genres = genres
    self.recordLabel = recordLabel
    self.extractedText = extractedText
    self.textConfidence = textConfidence
    self.albumDescription = albumDescription
  }
}
