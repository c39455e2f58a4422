/// A key, a token, or a password. It is never revealed by printing, dumping, or an error that contains it.
package struct Secret: Equatable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  private let text: String

  /// Nil for what can't be sent in a header: nothing, or more than one word of visible ASCII.
  package init?(_ text: String) {
    let trimmed = text.split(whereSeparator: \.isWhitespace)
    guard trimmed.count == 1, let word = trimmed.first, word.utf8.allSatisfy({ (33...126).contains($0) }) else {
      return nil
    }
    self.text = String(word)
  }

  /// The text itself, for the one place that sends it.
  package func reveal() -> String { text }

  package var description: String { "(secret)" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: [:]) }
}
