import Synchronization

/// How well an entry matches a query.
struct LuceneMatch {
  /// What a field holds; nil for one that the index doesn't have.
  var value: (String) -> SearchValue?
  /// The fields that words without a field look into, the weightiest first.
  var defaults: [String]

  struct UnknownField: Error { let name: String }

  /// 0 for no match.
  func score(_ query: LuceneQuery, in fields: [String]? = nil) throws(UnknownField) -> Double {
    switch query {
    case .everything: return 1
    case .field(let name, let inner):
      guard value(name) != nil else { throw UnknownField(name: name) }
      return try score(inner, in: [name])
    case .all(let required, let optional, let forbidden):
      for query in forbidden where try score(query, in: fields) > 0 { return 0 }
      var total = 0.0
      for query in required {
        let score = try score(query, in: fields)
        guard score > 0 else { return 0 }
        total += score
      }
      var any = 0.0
      for query in optional { any += try score(query, in: fields) }
      if required.isEmpty, any == 0 { return 0 }
      return total + any
    case .word, .phrase, .range:
      var best = 0.0
      for (rank, name) in (fields ?? defaults).enumerated() {
        guard let value = value(name) else { throw UnknownField(name: name) }
        best = max(best, leaf(query, value) / Double(fields == nil ? rank + 1 : 1))
      }
      return best
    }
  }

  private func leaf(_ query: LuceneQuery, _ value: SearchValue) -> Double {
    switch (query, value) {
    case (.range(let from, let to), .keyword(let text)):
      let isAbove = from == "*" || text >= from
      let isBelow = to == "*" || text <= to || text.hasPrefix(to)
      return !text.isEmpty && isAbove && isBelow ? 1 : 0
    case (.word(let word, let fuzzy), .text(let text)):
      let words = IndexedWords.of(text)
      let parts = IndexedWords.of(word.replacing("*", with: ""))
      // A word that the index has cut is any of its parts; one that may be misspelled isn't cut, and nowhere.
      if parts.count > 1, parts.contains(where: IndexedWords.isLetter) {
        return fuzzy > 0 ? 0 : parts.map { words.contains($0) ? norm(1, words.count) : 0 }.reduce(0, +)
      }
      guard let part = parts.first else { return 0 }
      let found = words.contains { $0 == part || (word.hasSuffix("*") && $0.hasPrefix(part)) }
      if found { return norm(1, words.count) }
      let near = fuzzy > 0 && words.contains { Self.distance($0, part) <= min(2, fuzzy) }
      return near ? 0.7 * norm(1, words.count) : 0
    case (.phrase(let phrase, let slop), .text(let text)):
      let phrase = phrase.flatMap { IndexedWords.of($0).map(String.init) }
      let words = IndexedWords.of(text).map(String.init)
      guard !phrase.isEmpty, phrase.count <= words.count + slop else { return 0 }
      let isThere =
        slop == 0
        ? words.indices.contains { words[$0...].starts(with: phrase) }
        : phrase.allSatisfy(words.contains)
      return isThere ? norm(phrase.count, words.count) : 0
    case (.word(let word, _), .keyword(let text)): return same(word, text) ? 2 : 0
    case (.phrase(let phrase, _), .keyword(let text)): return same(phrase.joined(), text) ? 2 : 0
    case (.range, .text), (.field, _), (.all, _), (.everything, _): return 0
    }
  }

  /// A match in a short text weighs more: all of it counts most.
  private func norm(_ matched: Int, _ length: Int) -> Double { Double(matched) * (1 + 1 / Double(max(1, length))) }

  /// Keywords are compared without separators; a date also by its beginning.
  private func same(_ word: String, _ text: String) -> Bool {
    let (a, b) = (CatalogEntry.squeezed(word), CatalogEntry.squeezed(text))
    return !a.isEmpty
      && (a == b || (a.count == 4 && b.count > 4 && a.allSatisfy(\.isNumber) && text.hasPrefix(a + "-")))
  }

  /// Levenshtein's distance; more than two is told from that by the length where it can be.
  private static func distance(_ a: Substring, _ b: Substring) -> Int {
    if abs(a.utf8.count - b.utf8.count) > 8 { return 9 }
    let b = Array(b)
    var row = Array(0...b.count)
    for (i, character) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for j in b.indices {
        let above = row[j + 1]
        row[j + 1] = min(above + 1, row[j] + 1, diagonal + (character == b[j] ? 0 : 1))
        diagonal = above
      }
    }
    return row[b.count]
  }
}

/// The words of each text, cut once: a catalog of thousands is gone through for every search.
private enum IndexedWords {
  private static let known = Mutex<[String: [Substring]]>([:])

  /// Whether it is a letter that stands for itself: kana, or Han (Lucene, ClassicTokenizer).
  static func isLetter(_ word: Substring) -> Bool { word.count == 1 && word.contains(where: isUnspaced) }

  private static func isUnspaced(_ letter: Character) -> Bool {
    letter.unicodeScalars.first.map { (0x3041...0x30FF).contains($0.value) || (0x3400...0x9FFF).contains($0.value) }
      ?? false
  }

  private static func hiragana(_ letter: Character) -> Character {
    guard let value = letter.unicodeScalars.first?.value, (0x30A1...0x30F6).contains(value) else { return letter }
    return Unicode.Scalar(value - 0x60).map(Character.init) ?? letter
  }

  /// Katakana are as good as hiragana.
  private static func letters(of word: Substring) -> [Substring] {
    guard word.contains(where: isUnspaced) else { return [word] }
    return word.map(hiragana).reduce(into: []) { parts, letter in
      if isUnspaced(letter) || parts.last.map(isLetter) ?? true {
        parts.append(Substring(String(letter)))
      } else {
        parts[parts.count - 1].append(letter)
      }
    }
  }

  static func of(_ text: String) -> [Substring] {
    if let words = known.withLock({ $0[text] }) { return words }
    let words = Words(text).list.flatMap(letters)
    known.withLock { known in
      if known.count > 100_000 { known = [:] }
      known[text] = words
    }
    return words
  }
}
