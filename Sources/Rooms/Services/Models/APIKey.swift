package import Albums
import FoundationEssentials

/// A provider's API key. It is never printed; only a request's header reveals it.
package struct APIKey: Sendable {
  /// For headers, and for nothing else.
  let secret: String

  /// Nil for what can't be a key: empty, or with anything but printable ASCII inside (it would break the header).
  package init?(_ text: String) {
    let trimmed = text.trimmingCharacters(where: { $0.isWhitespace })
    guard !trimmed.isEmpty, trimmed.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    secret = trimmed
  }

  /// The text without any word that shares eight characters in a row with this key, nor any that looks like a key.
  /// Providers repeat a refused key in their messages, wholly or in part.
  static func redact(_ text: String, key: APIKey?) -> String {
    let pieces = key.map { Self.pieces(of: $0.secret) } ?? []
    func isTelling(_ word: String) -> Bool {
      word.hasPrefix("sk-") && word.count > 5 || pieces.contains { word.contains($0) }
    }
    var result = ""
    var word = ""
    for character in text {
      if character.isASCII && (character.isLetter || character.isNumber || "-_*.+/=".contains(character)) {
        word.append(character)
      } else {
        result += isTelling(word) ? "[key]" : word
        result.append(character)
        word = ""
      }
    }
    return result + (isTelling(word) ? "[key]" : word)
  }

  private static func pieces(of secret: String) -> [String] {
    let bytes = Array(secret.utf8)
    guard bytes.count >= 8 else { return [secret] }
    return (0...bytes.count - 8).map { String(decoding: bytes[$0..<$0 + 8], as: UTF8.self) }
  }
}

extension APIKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "[key]" }
  package var debugDescription: String { "[key]" }
  package var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension APIKey {
  /// The command that sets the key of a provider.
  package static func command(for service: ServiceName) -> String { "albumscanctl key set \(service.rawValue)" }
}

extension StringProtocol {
  /// Without the characters at both ends that are meant.
  func trimmingCharacters(where isMeant: (Character) -> Bool) -> String {
    guard let first = firstIndex(where: { !isMeant($0) }), let last = lastIndex(where: { !isMeant($0) }) else {
      return ""
    }
    return String(self[first...last])
  }
}
