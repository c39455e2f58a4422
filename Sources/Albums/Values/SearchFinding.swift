/// The result of a web search for text and description: the answer of call 2, with its JSON names.
package struct SearchFinding: Codable, Equatable, Sendable {
  package var success: Bool
  package var artistName: String?
  package var albumTitle: String?
  package var releaseYear: String?
  package var genres: [String]
  package var recordLabel: String?
  package var reason: String?

  package init(
    success: Bool, artistName: String? = nil, albumTitle: String? = nil, releaseYear: String? = nil,
    genres: [String] = [], recordLabel: String? = nil, reason: String? = nil
  ) {
    self.success = success
    self.artistName = artistName
    self.albumTitle = albumTitle
    self.releaseYear = releaseYear
    self.genres = genres
    self.recordLabel = recordLabel
    self.reason = reason
  }
}
