/// The lines of text on a sleeve, prepared for finding names in them: folded, ranked, and without boilerplate.
struct PrintedLines: Sendable {
  struct Line: Sendable {
    /// Folded, in lower case, without marks.
    var words: [Substring]
    /// How likely it is to be artist or title, 0…1 of the likeliest.
    var weight: Double
    /// The mean probability of a letter.
    var confidence: Double
  }

  struct Word: Sendable {
    var text: Substring
    /// As it stands on the sleeve.
    var quoted: String
    /// The line that it stands in.
    var line: Int
    /// Where it lies in `letters`.
    var range: Range<Int>
  }

  /// In reading order.
  private(set) var lines: [Line] = []
  private(set) var words: [Word] = []
  /// All words, one after the other.
  private(set) var letters: [Character] = []
  private(set) var starts: Set<Int> = []

  private static let mostLetters = 600
  /// Of a reader's word on its own letters.
  private static let leastConfidence = 0.5

  init(_ printed: PrintedText) {
    // What is said to whoever reads it is no name, nor is what stands behind it.
    let told = Set(PromptInjection.removed(from: printed.text).split(whereSeparator: \.isNewline).map(String.init))
    let kept = printed.lines.compactMap { line -> (line: PrintedText.Line, words: [Substring])? in
      guard told.contains(line.text), line.confidence >= Self.leastConfidence else { return nil }
      let key = Fold.key(Self.parted(line.text))
      let words = ReadText.joiningLetters(key.split(separator: " "))
      let letters = words.reduce(0) { $0 + $1.count }
      guard letters > 1, letters < 120, !BoilerplateWords.areAll(of: words), !BoilerplateWords.isPhrase(key) else {
        return nil
      }
      return (line, words)
    }
    let tallest = kept.map(\.line.height).max() ?? 1
    for (line, words) in kept {
      // A title may be small, and yet it is taller than the credits.
      let size = (line.height / max(tallest, 0.001)).squareRoot()
      let (x, y) = (line.middle.x - 0.5, line.middle.y - 0.5)
      let central = 1 - 0.3 * min(1, 2 * (x * x + y * y).squareRoot())
      let weight = size * central * line.confidence * (0.8 + 0.2 * min(1, line.contrast * 2))
      let number = lines.count
      let pieces = Self.parted(line.text).split(whereSeparator: \.isWhitespace).map(String.init)
      for word in words where letters.count + word.count <= Self.mostLetters {
        let start = letters.count
        letters += Array(word)
        starts.insert(start)
        let quoted = pieces.first { Fold.key($0) == word } ?? String(word)
        self.words.append(Word(text: word, quoted: quoted, line: number, range: start..<letters.count))
      }
      lines.append(Line(words: words, weight: weight, confidence: line.confidence))
    }
  }

  /// With blanks where a capital begins a word within one: `ANightAtTheOpera`, but not `McCoy`.
  private static func parted(_ text: String) -> String {
    var parted = ""
    var run = 0
    for (letter, next) in zip(text, text.dropFirst() + " ") {
      if letter.isUppercase, next.isLowercase, run > 2 || run == 1 && parted.last == "A" { parted += " " }
      run = letter.isLetter ? (parted.last == " " ? 1 : run + 1) : 0
      parted.append(letter)
    }
    return parted
  }

  /// The likeliest first.
  var ranked: [Line] { lines.sorted { $0.weight > $1.weight } }

  /// The words that lie in some letters, as they stand on the sleeve.
  func quote(_ numbers: Set<Int>) -> String {
    var quoted: [String] = []
    for number in numbers.sorted() where quoted.last != words[number].quoted { quoted.append(words[number].quoted) }
    return quoted.joined(separator: " ")
  }
}
