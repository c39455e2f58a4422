package import Albums

extension Secret {
  /// Removes every word that shares eight consecutive characters with this key, and every word that looks like a key.
  /// Providers repeat a rejected key in their messages, in full or in part.
  static func redact(_ text: String, key: Secret?) -> String {
    let pieces = key.map { Self.pieces(of: $0.reveal()) } ?? []
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

  /// The command that stores the provider's key.
  package static func command(for service: ServiceName) -> String { "albumscanctl key set \(service.rawValue)" }
}

extension StringProtocol {
  /// Removes the characters for which `isMeant` returns true from both ends.
  func trimmingCharacters(where isMeant: (Character) -> Bool) -> String {
    guard let first = firstIndex(where: { !isMeant($0) }), let last = lastIndex(where: { !isMeant($0) }) else {
      return ""
    }
    return String(self[first...last])
  }
}
