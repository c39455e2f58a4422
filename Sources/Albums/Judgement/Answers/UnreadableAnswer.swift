/// An answer that doesn't have the requested form. The repair prompt quotes `problems` to the model, word for word.
package struct UnreadableAnswer: Error, Equatable, Sendable, CustomStringConvertible {
  /// Sentences.
  package let problems: [String]

  package init(problems: [String]) { self.problems = problems }

  package var description: String { problems.joined(separator: " ") }
}
