/// The description of a setting, for `albumscanctl config show`, the manual page, and error messages.
package struct SettingKey: Equatable, Sendable {
  /// As in the file, with its section: `review.holdSeconds`.
  package let name: String
  /// Type and range in words; ends a sentence that begins "expected".
  package let expected: String
  /// As one would write it.
  package let standard: String
  /// One line on what it does.
  package let summary: String

  /// `ALBUMSCAN_` and the name in upper snake case: `models.baseURL` is `ALBUMSCAN_MODELS_BASE_URL`.
  package var environmentName: String {
    var words = ""
    let letters = Array(name)
    for (index, letter) in letters.enumerated() {
      if letter == "." {
        words += "_"
        continue
      }
      let previous = index > 0 ? letters[index - 1] : "."
      let next = index + 1 < letters.count ? letters[index + 1] : "."
      if letter.isUppercase, previous.isLowercase || (previous.isUppercase && next.isLowercase) { words += "_" }
      words += letter.uppercased()
    }
    return Self.environmentPrefix + words
  }

  static let environmentPrefix = "ALBUMSCAN_"

  /// A name reduced to what tells keys apart, so that `hold_seconds`, `HoldSeconds` and `holdSeconds` are one.
  static func folded(_ name: some StringProtocol) -> String {
    String(name.lowercased().filter { $0.isLetter || $0.isNumber })
  }
}
