/// Phrases to find in a sequence of words, as `money-talk.txt` describes them.
struct Phrases: Sendable {
  /// A word of a phrase: one of these, or one that begins like one of these.
  private struct Part: Sendable {
    var words: Set<String>
    var beginnings: [String]
    var isOptional: Bool

    /// A sentence's end is no word.
    func matches(_ word: String) -> Bool {
      words.contains(word) || word != "." && beginnings.contains { word.hasPrefix($0) }
    }
  }

  private var byFirstWord: [String: [[Part]]] = [:]
  /// Those whose first word isn't certain.
  private var others: [[Part]] = []

  /// - Parameter lists: what the words in capitals stand for.
  init(_ lines: some Sequence<Substring>, lists: [Substring: Substring]) {
    // Many phrases share their lists.
    var parts: [Substring: Part] = [:]
    for line in lines {
      let phrase = line.replacing("~", with: "*? *? *? *?").split(separator: " ").map { text in
        let part = parts[text] ?? Self.part(text, lists: lists)
        parts[text] = part
        return part
      }
      if phrase[0].isOptional || !phrase[0].beginnings.isEmpty {
        others.append(phrase)
      } else {
        for word in phrase[0].words { byFirstWord[word, default: []].append(phrase) }
      }
    }
  }

  private static func part(_ text: Substring, lists: [Substring: Substring]) -> Part {
    let isOptional = text.hasSuffix("?")
    let words = (isOptional ? text.dropLast() : text).split(separator: "|").flatMap { word in
      lists[word]?.split(separator: "|") ?? [word]
    }
    return Part(
      words: Set(words.filter { !$0.hasSuffix("*") }.map(String.init)),
      beginnings: words.filter { $0.hasSuffix("*") }.map { String($0.dropLast()) }, isOptional: isOptional)
  }

  /// The length of the longest phrase that stands at `start`; nil when none does.
  func length(at start: Int, in words: [String]) -> Int? {
    let ends = (others + (byFirstWord[words[start]] ?? [])).compactMap { Self.end(of: $0[...], at: start, in: words) }
    return ends.max().flatMap { $0 > start ? $0 - start : nil }
  }

  private static func end(of phrase: ArraySlice<Part>, at index: Int, in words: [String]) -> Int? {
    guard let part = phrase.first else { return index }
    let rest = phrase.dropFirst()
    if index < words.count, part.matches(words[index]), let end = end(of: rest, at: index + 1, in: words) { return end }
    return part.isOptional ? end(of: rest, at: index, in: words) : nil
  }
}
