/// Phrases to find in a sequence of words, as `money-talk.txt` describes them. They live as long as the program, hence in
/// few blocks: many small ones, made while a burst of photos is under way, would hold on to the pages around them.
struct Phrases: Sendable {
  /// A word of a phrase: one of these, or one that begins like one of these. Places in `words`.
  private struct Part: Sendable {
    var words: Range<Int>
    var beginnings: Range<Int>
    var isOptional: Bool
  }

  /// Of all parts.
  private var words: [String] = []
  /// Of all phrases, one after the other.
  private var parts: [Part] = []
  /// The phrases that begin with a word, as places in `phrases`.
  private var byFirstWord: [String: Range<Int>] = [:]
  /// Places in `parts`.
  private var phrases: [Range<Int>] = []
  /// Those whose first word isn't certain.
  private var others: [Range<Int>] = []

  /// - Parameter lists: what the words in capitals stand for.
  init(_ lines: some Sequence<Substring>, lists: [Substring: Substring]) {
    // Many phrases share their lists.
    var known: [Substring: Part] = [:]
    var starting: [String: [Range<Int>]] = [:]
    for line in lines {
      let start = parts.count
      for text in line.replacing("~", with: "*? *? *? *?").split(separator: " ") {
        let part = known[text] ?? part(text, lists: lists)
        known[text] = part
        parts.append(part)
      }
      let first = parts[start]
      if first.isOptional || !first.beginnings.isEmpty {
        others.append(start..<parts.count)
      } else {
        for word in Set(words[first.words]) { starting[word, default: []].append(start..<parts.count) }
      }
    }
    for (word, beginning) in starting {
      byFirstWord[word] = phrases.count..<(phrases.count + beginning.count)
      phrases += beginning
    }
  }

  private mutating func part(_ text: Substring, lists: [Substring: Substring]) -> Part {
    let isOptional = text.hasSuffix("?")
    let choices = (isOptional ? text.dropLast() : text).split(separator: "|").flatMap { word in
      lists[word]?.split(separator: "|") ?? [word]
    }
    let start = words.count
    words += choices.filter { !$0.hasSuffix("*") }.map(String.init)
    let middle = words.count
    words += choices.filter { $0.hasSuffix("*") }.map { String($0.dropLast()) }
    return Part(words: start..<middle, beginnings: middle..<words.count, isOptional: isOptional)
  }

  /// The length of the longest phrase that stands at `start`; nil when none does.
  func length(at start: Int, in text: [String]) -> Int? {
    let candidates = others[...] + phrases[byFirstWord[text[start]] ?? 0..<0]
    return candidates.compactMap { end(of: $0, at: start, in: text) }.max().flatMap { $0 > start ? $0 - start : nil }
  }

  private func end(of phrase: Range<Int>, at index: Int, in text: [String]) -> Int? {
    guard let part = phrase.first.map({ parts[$0] }) else { return index }
    let rest = phrase.dropFirst()
    if index < text.count, matches(text[index], part), let end = end(of: rest, at: index + 1, in: text) { return end }
    return part.isOptional ? end(of: rest, at: index, in: text) : nil
  }

  /// A sentence's end is no word.
  private func matches(_ word: String, _ part: Part) -> Bool {
    words[part.words].contains(word) || word != "." && words[part.beginnings].contains { word.hasPrefix($0) }
  }
}
