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
    /// Whether no blank parts it from the word before it, as in Japanese.
    var isJoined = false
  }

  /// In reading order.
  private(set) var lines: [Line] = []
  private(set) var words: [Word] = []
  /// All words, one after the other.
  private(set) var letters: [Character] = []
  private(set) var starts: Set<Int> = []
  /// The catalog numbers on the sleeve, the likeliest first.
  private(set) var numbers: [CatalogNumber] = []

  private static let mostLetters = 600
  /// Of a reader's word on its own letters.
  private static let leastConfidence = 0.5

  init(_ printed: PrintedText) {
    // What is said to whoever reads it is no name, nor is what stands behind it.
    let told = Set(PromptInjection.removed(from: printed.text).split(whereSeparator: \.isNewline).map(String.init))
    let kept = printed.lines.compactMap { line -> (line: PrintedText.Line, words: [Substring])? in
      guard told.contains(line.text), line.confidence >= Self.leastConfidence, !CatalogNumber.isAll(of: line) else {
        return nil
      }
      let key = Fold.key(Self.parted(line.text))
      let words = ReadText.joiningLetters(key.split(separator: " ")).map(Self.greek)
      let letters = words.reduce(0) { $0 + $1.count }
      guard letters > 1, letters < 120, !UnspacedText.isOrnament(line, of: printed),
        !PrintedWords.areBoilerplate(words), !PrintedWords.isPhrase(key)
      else {
        return nil
      }
      return (line, words)
    }
    numbers = CatalogNumber.numbers(in: printed.lines.filter { told.contains($0.text) })
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
        let quoted = pieces.first { Fold.key($0) == word } ?? String(word)
        let parts = UnspacedText.words(of: word)
        for (place, part) in parts.enumerated() {
          let start = letters.count
          letters += Array(part)
          starts.insert(start)
          self.words.append(
            Word(
              text: part, quoted: parts.count == 1 ? quoted : String(part), line: number, range: start..<letters.count,
              isJoined: place > 0))
        }
      }
      lines.append(Line(words: words, weight: weight, confidence: line.confidence))
    }
  }

  /// A word with a Greek letter is Greek, though its other letters were taken for the Latin ones that look the same.
  private static func greek(_ word: Substring) -> Substring {
    guard word.contains(where: { ("α"..."ω").contains($0) }) else { return word }
    return Substring(word.map { lookalikes[$0] ?? $0 })
  }

  private static let lookalikes: [Character: Character] = [
    "a": "α", "b": "β", "e": "ε", "h": "η", "i": "ι", "k": "κ", "m": "μ", "n": "ν", "o": "ο", "p": "ρ", "t": "τ",
    "x": "χ", "y": "υ", "z": "ζ",
  ]

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
    var last = -1
    for number in numbers.sorted() {
      let word = words[number]
      if word.isJoined, last == number - 1 {
        quoted[quoted.count - 1] += word.quoted
      } else if quoted.last != word.quoted {
        quoted.append(word.quoted)
      }
      last = number
    }
    return quoted.joined(separator: " ")
  }
}

/// Text that sleeves and stickers carry regardless of the album.
extension PrintedWords {
  /// Whether a folded line has nothing to say of which album it is: only stock words, prices and numbers of the trade.
  static func areBoilerplate(_ words: [Substring]) -> Bool {
    // A price has a point in it; 1999 and 90125 are titles.
    if words.count > 1, words.allSatisfy({ $0.allSatisfy(\.isNumber) }) { return true }
    return areStock(words)
  }

  private static func areStock(_ words: [Substring]) -> Bool {
    words.indices.allSatisfy { place in
      let word = words[place]
      if stock.contains(word) || isCode(word) || words.count > 1 && connecting.contains(word) { return true }
      // LSP 3766
      return word.count < 5 && place + 1 < words.count && words[place + 1].count > 3
        && words[place + 1].allSatisfy(\.isNumber)
    }
  }

  /// A stock phrase as a whole line. Two of its words in a longer one are no reason to drop that.
  static func isPhrase(_ key: String) -> Bool { phrases.contains { key.contains($0) } }

  /// A catalog number, a price, a year in a corner: letters and digits mixed, or four digits and more.
  static func isCode(_ word: Substring) -> Bool {
    let digits = word.count { $0.isNumber }
    if digits == word.count { return digits > 4 || digits == 4 && !word.hasPrefix("19") && !word.hasPrefix("20") }
    return digits > 2 && word.count - digits > 1 && word.last?.isNumber == true && word.count - digits < 5
  }

  private static let connecting: Set<Substring> = [
    "a", "an", "and", "at", "by", "for", "from", "in", "is", "it", "not", "of", "on", "or", "the", "to", "with",
  ]

  private static let stock: Set<Substring> = [
    "stereo", "mono", "quadraphonic", "stereophonic", "vinyl", "lp", "cd", "compact", "disc", "disk", "digital",
    "audio",
    "digitally", "remastered", "remaster", "mastered", "analogue", "analog", "aaa", "aad", "add", "ddd", "dolby",
    "promotional", "promo", "sample", "demonstration", "copy", "sale", "resale", "loan", "only", "limited", "edition",
    "deluxe", "gatefold", "gram", "180g", "rpm", "records", "record", "recording", "recordings", "recorded", "label",
    "printed", "made", "manufactured", "distributed", "usa", "england", "germany", "rights", "reserved", "parental",
    "advisory", "explicit", "content", "includes", "including", "featuring", "contains", "bonus", "tracks", "track",
    "price", "sealed", "new", "used", "radio", "station", "library", "high", "fidelity", "hi", "fi", "longplay",
    "original", "originals", "mp3", "download", "free", "inside",
  ]

  private static let phrases = [
    "非売品", "見本盤", "定価", "発売元", "株式会社", "無断複製", "ステレオ",
    "not for sale", "promotional copy", "all rights reserved", "parental advisory", "digitally remastered",
    "for promotion only", "long playing", "full frequency", "living stereo", "360 sound", "includes the hit",
    "includes the single", "made in ", "printed in ", "unauthorized", "unauthorised", "trade mark", "trademark",
    "file under",
  ]
}
