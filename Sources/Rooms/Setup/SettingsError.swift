/// Invalid settings: all problems, in the order in which they were found.
package struct SettingsError: Error, Equatable, CustomStringConvertible {
  /// One thing that is wrong.
  package struct Problem: Equatable, Sendable, CustomStringConvertible {
    /// `FILE:LINE:COLUMN`, or `environment NAME`; empty for what was only just typed, and stands nowhere yet.
    package let place: String
    /// What is wrong, what was expected, and the nearest valid key.
    package let message: String

    package var description: String { place.isEmpty ? message : "\(place): \(message)" }
  }

  package let problems: [Problem]

  package var description: String { problems.map(\.description).joined(separator: "\n") }
}
