import Foundation

/// A text as a row of plain words: no case, no accents, no punctuation.
struct Words: Equatable {
  private let row: String

  init(_ text: String) {
    let plain = text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    let words = plain.split { !$0.isLetter && !$0.isNumber }
    row = " " + words.joined(separator: " ") + " "
  }

  var list: [Substring] { row.split(separator: " ") }

  /// Whether a phrase stands in it, word for word. An empty phrase stands nowhere.
  func contain(_ phrase: String) -> Bool {
    let other = Words(phrase)
    return other.row.count > 2 && row.contains(other.row)
  }
}
