/// A doubt about an album, as it is stored and shown: the reason and its weight.
package struct NamedPenalty: Codable, Equatable, Sendable {
  /// A stable word for programs: `year-differs`, `artist-differs` …
  package var name: String
  /// What it adds to the album's distance, 0…1.
  package var weight: Double
  /// For people: "3 years off".
  package var reason: String

  package init(name: String, weight: Double, reason: String) {
    self.name = name
    self.weight = weight
    self.reason = reason
  }
}
