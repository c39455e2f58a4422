/// Splits a text into sentences. Abbreviations, decimals, initials, and a band named Wham! don't end one.
enum Sentences {
  /// The text in pieces, each with the blanks behind it; empty for a text without words.
  /// - Parameter names: of artist, album and tracks, whose own punctuation is no sentence's end.
  static func of(_ text: String, names: [String] = []) -> [Substring] {
    let tokens = text.split(whereSeparator: \.isWhitespace)
    let named = ends(of: names, in: tokens)
    var sentences: [Substring] = []
    var start = text.startIndex
    func end(at end: String.Index) {
      guard text[start..<end].contains(where: { $0.isLetter || $0.isNumber }) else { return }
      sentences.append(text[start..<end])
      start = end
    }
    for (index, token) in tokens.enumerated() {
      // Chinese and Japanese put no blank after a sentence.
      for mark in token.indices.dropLast() where "。！？".contains(token[mark]) { end(at: token.index(after: mark)) }
      let next = index + 1 < tokens.count ? tokens[index + 1] : nil
      if ends(token, before: next, isName: named.contains(index)) { end(at: next?.startIndex ?? text.endIndex) }
    }
    end(at: text.endIndex)
    return sentences
  }

  private static func ends(_ token: Substring, before next: Substring?, isName: Bool) -> Bool {
    var core = token
    while let last = core.last, "\"'’”»)]}*_".contains(last) { core.removeLast() }
    guard let mark = core.last, ".!?…。！？".contains(mark) else { return false }
    guard let next else { return true }
    guard let first = next.first(where: { $0.isLetter || $0.isNumber }) else { return false }
    // Small letters continue: "Stop!" they sang.
    if first.isLowercase { return false }
    let word = core.drop { !$0.isLetter && !$0.isNumber }.lowercased()
    if isName || mayEndEither(word) { return starters.contains(Fold.key(String(next))) }
    return !neverLast.contains(word)
  }

  /// Words with a dot that may end a sentence or not; the next word tells.
  private static func mayEndEither(_ word: String) -> Bool {
    if ambiguous.contains(word) { return true }
    let letters = word.dropLast().split(separator: ".")
    // J. and U.S.
    return word.last == "." && !letters.isEmpty && letters.allSatisfy { $0.count == 1 && $0.first!.isLetter }
  }

  /// The places where a name ends that itself ends in a mark: Wham!, Therapy?, R.E.M.
  private static func ends(of names: [String], in tokens: [Substring]) -> Set<Int> {
    var ends: Set<Int> = []
    for name in names {
      let words = name.split(whereSeparator: \.isWhitespace)
      guard !words.isEmpty, words.count <= tokens.count else { continue }
      let wanted = words.map { bare($0) }
      for start in 0...(tokens.count - words.count) where bare(tokens[start]) == wanted[0] {
        guard zip(tokens[start...], wanted).allSatisfy({ bare($0) == $1 }) else { continue }
        for (offset, word) in words.enumerated() where ".!?…".contains(word.last ?? " ") { ends.insert(start + offset) }
      }
    }
    return ends
  }

  private static func bare(_ token: Substring) -> String { token.filter { $0.isLetter || $0.isNumber }.lowercased() }

  /// Words before which a sentence doesn't end.
  private static let neverLast: Set<String> = [
    "mr.", "mrs.", "ms.", "dr.", "st.", "ste.", "mt.", "ft.", "feat.", "vs.", "vol.", "no.", "nos.", "pt.", "prof.",
    "gen.",
    "sgt.", "lt.", "capt.", "col.", "rev.", "hon.", "e.g.", "i.e.", "cf.", "ca.", "c.", "approx.", "dept.", "fig.",
    "p.",
    "pp.", "op.", "arr.", "prod.", "messrs.", "mlle.", "mme.",
  ]

  private static let ambiguous: Set<String> = [
    "jr.", "sr.", "inc.", "ltd.", "co.", "corp.", "bros.", "etc.", "a.k.a.", "esq.", "al.", "a.m.", "p.m.", "jan.",
    "feb.",
    "aug.", "sept.", "oct.", "nov.", "dec.",
  ]

  /// Words that begin a sentence rather than continue with a name.
  private static let starters: Set<String> = [
    "a", "after", "all", "although", "an", "and", "as", "at", "because", "before", "both", "but", "by", "despite",
    "each",
    "even", "every", "few", "for", "from", "hardly", "he", "her", "here", "his", "how", "however", "if", "in",
    "instead",
    "it", "its", "like", "many", "more", "most", "much", "nearly", "never", "no", "not", "nothing", "now", "of", "on",
    "once",
    "one", "only", "or", "others", "our", "perhaps", "rarely", "she", "since", "so", "some", "still", "such", "that",
    "the",
    "their", "then", "there", "these", "they", "this", "those", "though", "to", "today", "together", "two", "under",
    "unlike",
    "until", "we", "what", "when", "where", "while", "with", "without", "yet", "you",
  ]
}
