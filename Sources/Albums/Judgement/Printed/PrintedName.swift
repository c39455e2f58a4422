/// How much of a name is printed on a sleeve, and where.
struct PrintedName: Sendable {
  /// 0 nothing … 1 all of it, letter by letter.
  var share: Double
  /// The numbers of the words in which it stands.
  var words: Set<Int>

  static let nothing = PrintedName(share: 0, words: [])

  /// From here on a name counts as read.
  static let isReadFrom = 0.78
  var isRead: Bool { share >= Self.isReadFrom }

  /// The best of several spellings.
  static func best(of keys: [String], in lines: PrintedLines) -> PrintedName {
    var best = nothing
    for key in keys {
      let name = PrintedName(key, in: lines)
      if name.share > best.share { best = name }
    }
    return best
  }

  private init(share: Double, words: Set<Int>) {
    self.share = share
    self.words = words
  }

  /// As one run of letters, whatever blanks and ends of lines are in it; else word by word, wherever they stand.
  init(_ key: String, in lines: PrintedLines) {
    let letters = Array(key.prefix(120).filter { $0 != " " })
    guard !letters.isEmpty else {
      self = .nothing
      return
    }
    self = Self.run(letters, in: lines)
    if share < 1 {
      let apart = Self.apart(key, in: lines)
      if apart.share > share { self = apart }
    }
  }

  private static func run(_ letters: [Character], in lines: PrintedLines) -> PrintedName {
    guard let found = EditDistance.nearest(letters, in: lines.letters, starts: lines.starts) else { return .nothing }
    var share = 1 - found.cost / Double(letters.count)
    if found.cost > mostCost(of: letters.count) {
      // Much of a long name is no name yet, though it tells it from others.
      guard letters.count >= 10, share >= 0.6 else { return .nothing }
      share = min(0.7 * share, isReadFrom - 0.01)
    }
    let words = lines.words.indices.filter { lines.words[$0].range.overlaps(found.range) }
    return PrintedName(share: share, words: Set(words))
  }

  /// What a name is worth at most that is there by chance.
  private static let byChance = 0.5

  /// Words out of a longer line are there by chance: `The Highways` and `Highway` in `Golden Night Highway of the Terlo`.
  /// - Parameter named: the words of both names, which may share a line. Two thirds of it are enough.
  mutating func doubt(unless named: Set<Int>, fillLinesOf lines: PrintedLines) {
    let own = Set(words.map { lines.words[$0].line })
    var (filled, all) = (0, 0)
    for (number, word) in lines.words.enumerated() where own.contains(word.line) && !PrintedWords.isSlight(word.text) {
      let letters = UnspacedText.letters(in: word.text)
      all += letters
      if named.contains(number) { filled += letters }
    }
    if 3 * filled < 2 * all { share = min(share, Self.byChance) }
  }

  /// Of a short name hardly a letter may be another, or any word would be it.
  private static func mostCost(of count: Int) -> Double {
    count <= 3 ? 0.2 : count == 4 ? 0.5 : count <= 7 ? 1.25 : 0.24 * Double(count)
  }

  private static func apart(_ key: String, in lines: PrintedLines) -> PrintedName {
    let wanted = key.split(separator: " ").filter { $0 != "and" }
    let weighty = wanted.filter { !PrintedWords.isSlight($0) }
    guard weighty.count > 1 || weighty.count < wanted.count, !weighty.isEmpty else { return .nothing }
    var (read, all) = (0.0, 0.0)
    var words: Set<Int> = []
    for word in weighty {
      all += Double(word.count)
      let letters = Array(word)
      let found = run(letters, in: lines)
      // A long word says more than a short one.
      read += found.share * Double(word.count)
      words.formUnion(found.words)
    }
    return PrintedName(share: 0.95 * read / all, words: words)
  }
}
