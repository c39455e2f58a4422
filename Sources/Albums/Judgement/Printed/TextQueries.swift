/// The catalog searches for the text on a sleeve: a few, the most promising first.
package struct TextQueries: Sendable {
  /// Requests a photo.
  package static let most = 4

  private static let mostWords = 12
  private static let mostNames = 3

  private let lines: PrintedLines
  private var asked: Set<PrintedQuestion> = []
  private var count = 0
  private let most: Int

  /// - Parameter most: how many requests are left for a photo.
  package init(_ printed: PrintedText, most: Int = most) {
    lines = PrintedLines(printed)
    self.most = most
  }

  /// What to ask next; nil where it is clear, or where there is nothing left to ask.
  /// - Parameter found: what the catalog has answered so far.
  package mutating func next(after found: [CatalogAlbum]) -> PrintedQuestion? {
    guard count < most else { return nil }
    let ranking = PrintedRanking.ranking(of: found, for: lines)
    if ranking.winner != nil { return nil }
    let question = questions(after: ranking).first { !asked.contains($0) && count + $0.requests <= most }
    guard let question else { return nil }
    asked.insert(question)
    count += question.requests
    return question
  }

  private func questions(after ranking: Ranking) -> [PrintedQuestion] {
    let words = words
    // A number has few albums, so that a name beside it is enough.
    var questions: [PrintedQuestion] = lines.numbers.map { .catalogNumber($0, among: words) }
    guard !words.isEmpty else { return questions }
    if words.count > 1 { questions.append(.words(words)) }
    // Where both names are there, another search finds nothing nearer.
    if ranking.matches.contains(where: \.hasBothNames) { return questions }
    // Whoever was named may have made an album whose title nobody could read.
    let artists = artists(in: ranking)
    let names = names
    let ofNames = names.isEmpty ? [] : [PrintedQuestion.names(names)]
    let ofArtist = artists.prefix(1).map { PrintedQuestion.albums(ofArtist: $0.id) }
    // Nobody who is read is credited with anything that was found.
    let ofAlias = artists.isEmpty && !names.isEmpty ? [PrintedQuestion.aliases(names)] : []
    guard let prominence = artists.first?.weight, prominence >= 0.3 else {
      return questions + ofNames + ofArtist + ofAlias
    }
    // An artist whose albums hardly have a word of the rest was named by chance.
    let isNear = ranking.matches.contains { $0.artistLevel > 0 && $0.titleShare >= 0.4 }
    return questions + ofArtist + (isNear ? [] : ofNames)
  }

  /// Those that stand on the sleeve in full, the one in the largest letters first.
  private func artists(in ranking: Ranking) -> [(id: MBID, weight: Double)] {
    var best: [MBID: Double] = [:]
    for match in ranking.matches.prefix(40) where match.artistLevel > 0 && match.album.artists.count == 1 {
      guard let artist = match.album.artists.first, artist != CatalogAlbum.variousArtists else { continue }
      let name = PrintedRanking.artist(of: match.album, in: lines)
      best[artist] = max(best[artist] ?? 0, PrintedRanking.weight(of: name.words, in: lines))
    }
    return best.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { ($0.key, $0.value) }
  }

  /// All words as they may be meant, those of the likeliest lines first.
  private var words: [String] {
    var words: [String] = []
    for line in lines.ranked {
      for word in line.words.flatMap(PrintedWords.meant) where words.count < Self.mostWords {
        if !words.contains(word), PrintedWords.isTelling(word) { words.append(word) }
      }
    }
    return words
  }

  /// The likeliest lines, each as a name.
  private var names: [[String]] {
    var names: [[String]] = []
    for line in lines.ranked where names.count < Self.mostNames {
      let words = line.words.flatMap(PrintedWords.meant).filter(PrintedWords.isTelling).prefix(6)
      guard words.reduce(0, { $0 + $1.count }) > 2, !names.contains(Array(words)) else { continue }
      names.append(Array(words))
    }
    return names
  }
}

/// Converts the words that were read into words that the catalog may contain.
enum PrintedWords {
  private static let slight: Set<Substring> = [
    "a", "an", "the", "of", "in", "on", "at", "to", "for", "by", "is", "it", "and", "with", "de", "la", "le", "der",
    "die", "das",
  ]

  static func isSlight(_ word: Substring) -> Bool { UnspacedText.letters(in: word) < 2 || slight.contains(word) }

  /// Whether it is worth looking for.
  static func isTelling(_ word: String) -> Bool { !isSlight(word[...]) && !areBoilerplate([word[...]]) }

  /// Readers lose blanks (`galaxie5oo`, `toysintheattic`), and take letters for digits.
  static func meant(_ word: Substring) -> [String] {
    if let joint = joints.lazy.compactMap({ joint in split(word, at: joint) }).first { return joint }
    if word.hasPrefix("the"), word.count > 7 { return [String(word), String(word.dropFirst(3))] }
    guard let digit = word.firstIndex(where: \.isNumber), word.contains(where: \.isLetter) else {
      return [String(word)]
    }
    let (head, tail) = (word[..<digit], word[digit...])
    if let number = mapped(word, by: digits) { return [number] }
    if head.count > 2, let number = mapped(tail, by: digits) { return [String(head), number] }
    return [String(word.map { letters[$0] ?? $0 })]
  }

  private static func split(_ word: Substring, at joint: String) -> [String]? {
    guard word.count > joint.count + 5, let place = word.firstRange(ofCaseInsensitive: joint, from: word.startIndex)
    else { return nil }
    let parts = [word[..<place.lowerBound], word[place.upperBound...]]
    return parts.allSatisfy { $0.count > 2 } ? parts.map(String.init) : nil
  }

  private static func mapped(_ word: Substring, by digits: [Character: Character]) -> String? {
    let mapped = word.compactMap { $0.isNumber ? $0 : digits[$0] }
    return mapped.count == word.count ? String(mapped) : nil
  }

  private static let joints = ["inthe", "ofthe", "onthe", "tothe", "andthe", "atthe", "forthe", "fromthe"]
  private static let digits: [Character: Character] = ["o": "0", "l": "1", "i": "1", "s": "5", "b": "8", "z": "2"]
  private static let letters: [Character: Character] = ["0": "o", "1": "l", "5": "s", "8": "b"]
}
