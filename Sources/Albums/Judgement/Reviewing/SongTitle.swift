/// A song's title in the forms by which it is found in a track list, from the strictest to the loosest.
struct SongTitle {
  /// All its words.
  let whole: String
  /// Without what only names a version: live, a remaster, guests.
  let plain: String
  /// Without brackets, its part, and a leading article, too.
  let bare: String
  /// The parts that it names: 1 and 2 of "Parts I & II"; empty for a whole song.
  let parts: Set<Int>
  /// The songs of a medley, the two titles of a song with two, and what stands in brackets; bare.
  let pieces: [String]

  init(_ title: String) {
    whole = Self.words(title).joined(separator: " ")
    var stem = EditionSegment.trimmed(title[...])
    for _ in 0..<4 {
      guard let shorter = Self.withoutVersion(stem), !Self.words(shorter).isEmpty else { break }
      stem = shorter
    }
    plain = Self.words(stem).joined(separator: " ")
    (bare, parts) = Self.bare(stem)
    var pieces = Self.split(stem)
    if let (head, inside) = EditionSegment.lastBracket(of: stem) { pieces += [head, inside] }
    let own = bare
    self.pieces = pieces.map { Self.bare($0).text }.filter { $0.count > 1 && $0 != own }
  }

  /// Whether no part that one names is missing from the other.
  func hasParts(of other: SongTitle) -> Bool {
    parts.isEmpty || other.parts.isEmpty || !parts.isDisjoint(with: other.parts)
  }

  // MARK: Words

  /// Folded, with one spelling for 'n' and "and", and for the numbers of parts.
  private static func words(_ text: some StringProtocol) -> [String] {
    var isPart = false
    return Fold.key(String(text)).split(separator: " ").map { word in
      let number = isPart ? roman[word] : nil
      let word =
        synonyms[word] ?? EditionSegment.numbers[word].map { "\($0)" } ?? number.map { "\($0)" } ?? String(word)
      isPart = word == "part" || isPart && (Int(word) != nil || word == "and" || word == "to")
      return word
    }
  }

  private static let synonyms: [Substring: String] = [
    "n": "and", "pt": "part", "pts": "part", "parts": "part", "teil": "part", "partie": "part", "parte": "part",
    "ft": "feat", "featuring": "feat", "vol": "volume",
  ]
  private static let roman: [Substring: Int] = Dictionary(
    uniqueKeysWithValues: zip(["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii"], 1...))

  private static func bare(_ stem: Substring) -> (text: String, parts: Set<Int>) {
    var rest = stem
    while let (head, inside) = EditionSegment.lastBracket(of: rest), !words(head).isEmpty {
      let said = words(inside)
      // A part in brackets is one all the same.
      if said.first == "part" { return bare(Substring("\(head) \(inside)")) }
      rest = head
    }
    if rest.first == "(", let close = rest.firstIndex(of: ")") {
      let tail = rest[rest.index(after: close)...]
      if !words(tail).isEmpty { rest = tail }
    }
    var words = words(rest)
    var parts: Set<Int> = []
    if let index = words.lastIndex(of: "part"), index > 0, index + 1 < words.count, Int(words[index + 1]) != nil {
      let numbers = words[(index + 1)...].prefix { Int($0) != nil || $0 == "and" || $0 == "to" }
      parts = Set(numbers.compactMap { Int($0) })
      // "Parts I–V" are five, and "I & V" two.
      if numbers.contains("and") == false, let first = parts.min(), let last = parts.max(), last <= 40 {
        parts = Set(first...last)
      }
      words.removeSubrange(index..<numbers.endIndex)
    }
    if words.count > 1, ["the", "a", "an"].contains(words[0]) { words.removeFirst() }
    return (words.joined(separator: " "), parts)
  }

  // MARK: Versions and pieces

  private static func withoutVersion(_ title: Substring) -> Substring? {
    if let (head, inside) = EditionSegment.lastBracket(of: title) {
      return isVersion(inside) ? head : nil
    }
    if let (head, tail) = EditionSegment.lastBreak(of: title), isVersion(tail) { return head }
    // Guests need no brackets.
    return title.firstRange(of: guests).map { title[..<$0.lowerBound] }
  }

  // Compiled once. Regular expressions never change, although they aren't declared Sendable.
  nonisolated(unsafe) private static let guests = #/\s(?:feat\.?|ft\.?|featuring)\s/#.ignoresCase()

  private static func isVersion(_ segment: Substring) -> Bool {
    let words = words(segment)
    guard let first = words.first, let last = words.last, first != "part" else { return false }
    return EditionSegment.nameEdition(segment, inBrackets: true) || opening.contains(first) || closing.contains(last)
      || closing.contains(first) && words.count == 2
  }

  private static let opening: Set<String> = [
    "live", "demo", "feat", "recorded", "take", "bonus", "unplugged", "outtake", "rehearsal", "remastered", "remaster",
    "instrumental", "acoustic", "from",
  ]
  private static let closing: Set<String> = [
    "version", "mix", "edit", "remix", "remaster", "remastered", "demo", "session", "sessions", "mono", "stereo",
    "live", "single", "cut",
  ]

  private static func split(_ title: Substring) -> [Substring] {
    let pieces = title.split { "/／;>→|".contains($0) }
    let finer = pieces.flatMap { piece -> [Substring] in
      guard let (head, tail) = EditionSegment.lastBreak(of: piece) else { return [piece] }
      return [piece, head, tail]
    }
    return finer.count > 1 ? finer : []
  }

  /// The songs that a title names one after the other; only itself where it is no medley.
  static func medley(_ title: String) -> [String] { title.split { "/／".contains($0) }.map(String.init) }
}
