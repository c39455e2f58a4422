/// A part of the user's collection that can't be learned, with the reason as a sentence for people.
package struct SkippedPart: Codable, Equatable, Sendable {
  package var path: String
  package var reason: String

  package init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }
}
