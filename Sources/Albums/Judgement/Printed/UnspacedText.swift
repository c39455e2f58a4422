/// Text in scripts without blanks between words: which of its letters may begin a name, and how much each says.
enum UnspacedText {
  /// Kanji and hiragana each by itself, since a name may begin and end anywhere; runs of katakana, and of letters of other
  /// scripts, as the words that they are.
  static func words(of word: Substring) -> [Substring] {
    guard isPart(of: word) else { return [word] }
    var words: [Substring] = []
    var start = word.startIndex
    for place in word.indices.dropFirst() where !isRun(word[word.index(before: place)], word[place]) {
      words.append(word[start..<place])
      start = place
    }
    words.append(word[start...])
    return words
  }

  /// In letters of an alphabet: a syllable or an idea says about as much as two of them.
  static func letters(in text: Substring) -> Int { text.reduce(0) { $0 + (isUnspaced($1) ? 2 : 1) } }

  static func isPart(of text: some StringProtocol) -> Bool { text.contains(where: isUnspaced) }

  /// Whether a line is what the reader makes of an ornament or a signature: one or two kanji, or the same one again and again,
  /// on a sleeve that is otherwise in another script.
  static func isOrnament(_ line: PrintedText.Line, of printed: PrintedText) -> Bool {
    let letters = line.text.filter(\.isLetter)
    guard !letters.isEmpty, letters.allSatisfy(isKanji), letters.count < 3 || Set(letters).count == 1 else {
      return false
    }
    return !printed.lines.contains { other in
      other != line && (other.text.contains { isUnspaced($0) && !isKanji($0) } || other.text.count(where: isKanji) > 2)
    }
  }

  static func isUnspaced(_ letter: Character) -> Bool { letter.unicodeScalars.first?.isOfUnspacedScript ?? false }

  private static func isKanji(_ letter: Character) -> Bool { isUnspaced(letter) && !isKana(letter) }

  private static func isKana(_ letter: Character) -> Bool { ("\u{3041}"..."\u{30FF}").contains(letter) }

  private static func isKatakana(_ letter: Character) -> Bool { ("\u{30A1}"..."\u{30FF}").contains(letter) }

  private static func isRun(_ letter: Character, _ next: Character) -> Bool {
    isKatakana(letter) ? isKatakana(next) : !isUnspaced(letter) && !isUnspaced(next)
  }
}

extension PrintedLines {
  /// Whether a name may stand there as it is spelled.
  func hasScript(of name: String) -> Bool {
    let isUnspaced = UnspacedText.isPart(of: name)
    return letters.contains { UnspacedText.isUnspaced($0) == isUnspaced }
  }
}
