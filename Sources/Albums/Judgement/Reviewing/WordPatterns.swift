/// Many phrases, looked up by their first word.
struct WordPatterns: Sendable {
  private var byFirstWord: [Substring: [WordPattern]] = [:]
  private var others: [WordPattern] = []

  /// - Parameter lines: a phrase a line.
  init(_ lines: String) {
    for pattern in lines.split(separator: "\n").map({ WordPattern(String($0)) }) {
      guard let firstWords = pattern.firstWords else {
        others.append(pattern)
        continue
      }
      for word in firstWords { byFirstWord[word, default: []].append(pattern) }
    }
  }

  /// The length of the longest phrase that stands at `start`; nil when none does.
  func length(at start: Int, in words: [String]) -> Int? {
    let candidates = others + (byFirstWord[words[start][...]] ?? [])
    return candidates.compactMap { $0.length(at: start, in: words) }.filter { $0 > 0 }.max()
  }
}
