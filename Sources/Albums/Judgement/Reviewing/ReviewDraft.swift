/// A review as a model wrote it: parsed, but not checked yet.
package struct ReviewDraft: Codable, Equatable, Sendable {
  package var contextSummary: String
  package var contextBullets: [String]
  /// As it was given, of ten or not; not a number when none was.
  package var rating: Double
  package var recommendation: String
  package var label: String
  package var keyTracks: [String]
  /// Nil where it wasn't asked for.
  package var forFansOf: [String]?
  package var sources: [Source]
  /// The model that wrote it; nil where the answer alone is known.
  package var model: String?

  package init(
    contextSummary: String = "", contextBullets: [String] = [], rating: Double = .nan, recommendation: String = "",
    label: String = "", keyTracks: [String] = [], forFansOf: [String]? = nil, sources: [Source] = []
  ) {
    self.contextSummary = contextSummary
    self.contextBullets = contextBullets
    self.rating = rating
    self.recommendation = recommendation
    self.label = label
    self.keyTracks = keyTracks
    self.forFansOf = forFansOf
    self.sources = sources
  }
}
