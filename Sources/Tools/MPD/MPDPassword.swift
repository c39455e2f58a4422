/// MPD's password. It is never revealed by printing, dumping, or an error.
package struct MPDPassword: Sendable, Equatable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  private let text: String

  /// Nil for what the protocol can't carry.
  package init?(_ text: String) {
    guard !text.isEmpty, text.utf8.count <= 1024, !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      return nil
    }
    self.text = text
  }

  /// The text itself, for the one place that sends it.
  func reveal() -> String { text }

  package var description: String { "(secret)" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: [:]) }
}
