internal import Albums
internal import GRDB

/// The history search as SQL: every word has to occur in a scan's `scanWords`.
struct HistorySearch {
  private(set) var conditions: [String] = []
  private(set) var arguments = StatementArguments()

  /// The tables to read from: the words first, where they are asked for, so that only what is found is read.
  var source: String { conditions.isEmpty ? "scan" : "scanWords CROSS JOIN scan ON scan.id = scanWords.rowid" }
  /// A scan's number, by which the source is in order.
  var number: String { conditions.isEmpty ? "scan.id" : "scanWords.rowid" }

  init(_ text: String) {
    var index: [String] = []
    for word in text.split(whereSeparator: \.isWhitespace).prefix(20).map(String.init) {
      // In a key letters have no accents: who types bjork finds Björk. A word of marks alone has no letters.
      let letters = TitleKey.fold(word)
      let folded = letters.isEmpty ? word : letters
      conditions.append("(words LIKE ? ESCAPE '\\' OR key LIKE ? ESCAPE '\\')")
      arguments += ["%\(Ledger.escaped(word))%", "%\(Ledger.escaped(folded))%"]
      // The index has only what is at least three letters long; what it finds is looked at by `LIKE`.
      let either = Set([word, folded]).map(Self.threes)
      if either.allSatisfy({ !$0.isEmpty }) {
        index.append("(\(either.map { $0.joined(separator: " AND ") }.joined(separator: " OR ")))")
      }
    }
    guard !index.isEmpty else { return }
    conditions.append("scanWords MATCH ?")
    arguments += [index.joined(separator: " AND ")]
  }

  /// Each three letters in a row, as strings of FTS5's language; of words longer than any, the first.
  private static func threes(in word: String) -> [String] {
    let letters = Array(word.unicodeScalars.prefix(60))
    return letters.indices.dropLast(2).map { String(String.UnicodeScalarView(letters[$0..<$0 + 3])) }
      // That language ends where a C string does.
      .filter { !$0.contains("\0") }.map { "\"\($0.replacing("\"", with: "\"\""))\"" }
  }
}

extension Ledger {
  /// Text for `LIKE … ESCAPE '\\'` in which nothing stands for something else.
  static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("%", with: "\\%").replacing("_", with: "\\_")
  }
}
