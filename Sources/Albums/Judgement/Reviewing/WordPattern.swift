/// A phrase to find in a sequence of words.
///
/// Its words are separated by spaces: `first|original pressing` allows either, `a?` is optional, `collect*` is any word
/// with this beginning, `#` is a number, and `~` is up to four words of any kind.
struct WordPattern: Sendable {
  private enum Element: Sendable {
    case words(exact: [Substring], beginnings: [Substring], isOptional: Bool)
    case number
    case gap
  }

  private let elements: [Element]

  init(_ pattern: Substring) {
    elements = pattern.split(separator: " ").map { part in
      switch part {
      case "#": return .number
      case "~": return .gap
      default:
        let isOptional = part.hasSuffix("?")
        let words = (isOptional ? part.dropLast() : part).split(separator: "|")
        return .words(
          exact: words.filter { !$0.hasSuffix("*") },
          beginnings: words.filter { $0.hasSuffix("*") }.map { $0.dropLast() }, isOptional: isOptional)
      }
    }
  }

  /// The words that the phrase can begin with, where that is certain.
  var firstWords: [Substring]? {
    guard case .words(let exact, let beginnings, isOptional: false)? = elements.first, beginnings.isEmpty else {
      return nil
    }
    return exact
  }

  /// How many of the words from `start` on the phrase takes; nil when it doesn't stand there.
  func length(at start: Int, in words: [String]) -> Int? {
    end(from: 0, at: start, in: words).map { $0 - start }
  }

  private func end(from element: Int, at index: Int, in words: [String]) -> Int? {
    guard element < elements.count else { return index }
    let word = index < words.count ? words[index] : nil
    switch elements[element] {
    case .words(let exact, let beginnings, let isOptional):
      if let word, exact.contains(where: { $0 == word }) || beginnings.contains(where: { word.hasPrefix($0) }),
        let end = end(from: element + 1, at: index + 1, in: words)
      {
        return end
      }
      return isOptional ? end(from: element + 1, at: index, in: words) : nil
    case .number:
      guard let word, Self.isNumber(word) else { return nil }
      return end(from: element + 1, at: index + 1, in: words)
    case .gap:
      // A sentence's end ("." among the words) is the gap's end.
      for skipped in 0...4 {
        if let end = end(from: element + 1, at: index + skipped, in: words) { return end }
        guard index + skipped < words.count, words[index + skipped] != "." else { return nil }
      }
      return nil
    }
  }

  private static func isNumber(_ word: String) -> Bool {
    word.utf8.first.map { (0x30...0x39).contains($0) } ?? false || numbers.contains(word)
  }

  private static let numbers: Set<String> = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "twelve", "fifteen", "twenty",
    "thirty",
    "forty", "fifty", "sixty", "seventy", "eighty", "ninety", "hundred", "hundreds", "thousand", "thousands", "million",
    "millions", "dozen", "dozens", "few", "several",
  ]
}

/// Many phrases, looked up by their first word.
struct WordPatterns: Sendable {
  /// As they are written: taken apart, all would stay in memory for the few that a text needs.
  private var byFirstWord: [Substring: [Substring]] = [:]
  private var others: [WordPattern] = []

  /// - Parameter lines: a phrase a line.
  init(_ lines: String) {
    for line in lines.split(separator: "\n") {
      let pattern = WordPattern(line)
      guard let firstWords = pattern.firstWords else {
        others.append(pattern)
        continue
      }
      for word in firstWords { byFirstWord[word, default: []].append(line) }
    }
  }

  /// The length of the longest phrase that stands at `start`; nil when none does.
  func length(at start: Int, in words: [String]) -> Int? {
    let candidates = others + (byFirstWord[words[start][...]] ?? []).map(WordPattern.init)
    return candidates.compactMap { $0.length(at: start, in: words) }.filter { $0 > 0 }.max()
  }
}
