/// Finds the words of a folded name in the original text, to quote them as printed on the cover.
struct QuotedWords {
  /// The text's pieces between blanks, each with its folded words.
  private let pieces: [(text: Substring, words: [Substring])]

  init(in text: String) {
    pieces = text.split(whereSeparator: \.isWhitespace).map { piece in
      (piece, Fold.key(String(piece)).split(separator: " ").filter { $0 != "and" })
    }
  }

  /// The pieces that hold the name; the name itself where they can't be told (spaced letters, scripts without blanks).
  func quote(_ key: String) -> String {
    let wanted = key.split(separator: " ").filter { $0 != "and" }
    for start in pieces.indices {
      var words: [Substring] = []
      for end in start..<pieces.count {
        words += pieces[end].words
        if words == wanted { return pieces[start...end].map(\.text).joined(separator: " ") }
        if words.count >= wanted.count || !wanted.starts(with: words) { break }
      }
    }
    return key
  }
}
