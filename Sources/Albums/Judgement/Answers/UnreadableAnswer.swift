/// An answer that isn't what was asked for. `problems` go back to the model, word for word, in the repair prompt.
package struct UnreadableAnswer: Error, Equatable, Sendable, CustomStringConvertible {
  /// Sentences.
  package let problems: [String]

  package init(problems: [String]) { self.problems = problems }

  package var description: String { problems.joined(separator: " ") }
}
