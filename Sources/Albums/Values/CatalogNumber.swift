/// A label's number of a release, as it is printed on sleeves: `WPCR-12345`, `CA35-1032`, `SHVL 804`.
package struct CatalogNumber: Codable, Hashable, Sendable {
  /// As it was read.
  package let printed: String

  /// What all ways of writing it have in common: letters and digits, in upper case.
  package var key: String { Self.key(printed) }

  static func key(_ text: String) -> String { text.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.uppercased() }

  /// Nil for text that is hardly one.
  package init?(_ text: String) {
    let key = Self.key(text)
    guard (5...12).contains(key.count), Self.isNumber(key) else { return nil }
    printed = text
  }

  /// Letters, then digits; in Japan often a price or a kind between or before them: `CA35-1032`, `32DH 553`.
  private static func isNumber(_ key: String) -> Bool {
    guard let match = key.wholeMatch(of: shape) else { return false }
    guard let letters = match.1, let digits = match.2 else { return true }
    return letters.count > 1 || digits.count > 3
  }

  // Compiled once. Regular expressions never change, although they aren't declared Sendable.
  nonisolated(unsafe) private static let shape =
    /(?:([A-Z]{1,4})([0-9]{3,8})[A-Z]?|[0-9]{2}[A-Z]{1,3}[0-9]{2,5})/
}

extension CatalogAlbum {
  /// The release with a catalog number.
  package func release(numbered number: CatalogNumber) -> CatalogRelease? {
    let key = number.key
    return releases.first { release in release.catalogNumber.map { CatalogNumber.key($0) == key } ?? false }
  }
}
