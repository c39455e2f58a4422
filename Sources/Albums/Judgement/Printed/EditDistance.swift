/// The edit distance between a name and the text that was read, with lower costs for letters that are easily confused.
///
/// This is approximate pattern search (P. H. Sellers, The theory and computation of evolutionary distances: pattern
/// recognition, J. Algorithms 1, 1980) with its own costs.
enum EditDistance {
  /// What it costs to begin or to end inside of a word: sleeves' readers lose blanks, but `rank` isn't in `frankly`.
  private static let insideWord = 0.6
  private static let gap = 1.0
  private static let doubled = 0.3

  /// The nearest place of `name` in `text`, and what it costs: a letter that has nothing to do with the one that was
  /// read costs 1. Nil where one of them is empty.
  /// - Parameter starts: the places in the text at which a word begins.
  static func nearest(
    _ name: [Character], in text: [Character], starts: Set<Int>
  ) -> (range: Range<Int>, cost: Double)? {
    guard !name.isEmpty, !text.isEmpty else { return nil }
    // A row for each letter of the text; every column has the cost of so much of the name, and where it began.
    var previous = column(at: 0, name: name, starts: starts)
    var before: [(cost: Double, start: Int)]?
    var best: (range: Range<Int>, cost: Double)?
    for (place, letter) in text.enumerated() {
      var current = column(at: place + 1, name: name, starts: starts)
      let last = place > 0 ? text[place - 1] : nil
      let extra = last == letter ? doubled : gap
      // Two letters that were read for one: rn for m.
      let joined = last.flatMap { pairs[String([$0, letter])] }
      let alike = confusions[letter] ?? [:]
      for index in 1...name.count {
        let wanted = name[index - 1]
        func consider(_ way: (cost: Double, start: Int), _ cost: Double) {
          if way.cost + cost < current[index].cost { current[index] = (way.cost + cost, way.start) }
        }
        consider(previous[index - 1], wanted == letter ? 0 : alike[wanted] ?? 1)
        consider(previous[index], extra)
        consider(current[index - 1], index > 1 && name[index - 2] == wanted ? doubled : gap)
        if let before, joined == wanted { consider(before[index - 1], 0.2) }
      }
      let end = place + 1
      let isEnd = end == text.count || starts.contains(end)
      let (cost, start) = current[name.count]
      let whole = cost + (isEnd ? 0 : insideWord)
      if whole < best?.cost ?? .infinity, start < end { best = (start..<end, whole) }
      before = previous
      previous = current
    }
    return best
  }

  private static func column(at place: Int, name: [Character], starts: Set<Int>) -> [(cost: Double, start: Int)] {
    let first = place == 0 || starts.contains(place) ? 0 : insideWord
    return [(first, place)] + (1...name.count).map { (first + Double($0) * gap, place) }
  }

  private static let pairs: [String: Character] = ["rn": "m", "vv": "w", "cl": "d", "ii": "u", "nn": "m", "uu": "w"]

  /// Letters that look alike on sleeves: what it costs to take one for the other.
  private static let confusions: [Character: [Character: Double]] = {
    let alike: [(String, Double)] = [
      ("0o", 0.05), ("1l", 0.05), ("1i", 0.05), ("il", 0.1), ("5s", 0.1), ("8b", 0.2), ("2z", 0.2), ("6g", 0.3),
      ("6b", 0.3), ("0q", 0.3), ("0d", 0.3), ("9g", 0.3), ("1t", 0.4), ("4a", 0.3), ("3e", 0.3), ("7t", 0.4),
      ("oq", 0.4), ("do", 0.4), ("co", 0.5), ("ce", 0.4), ("cg", 0.4), ("ao", 0.5), ("eo", 0.5), ("uv", 0.3),
      ("vw", 0.4), ("aw", 0.5), ("hn", 0.5), ("nu", 0.5), ("mn", 0.5), ("ft", 0.4), ("lt", 0.4), ("it", 0.4),
      ("ij", 0.4), ("ef", 0.5), ("pr", 0.5), ("kx", 0.5), ("vy", 0.4), ("hk", 0.5), ("gq", 0.4), ("bh", 0.5),
      ("iy", 0.5), ("ae", 0.5), ("as", 0.6), ("rt", 0.6), ("mw", 0.6), ("br", 0.5), ("hq", 0.5), ("カ力", 0.1),
      ("ニ二", 0.1), ("ロ口", 0.1), ("ハ八", 0.1), ("タ夕", 0.1),
      ("エ工", 0.1), ("へヘ", 0.1), ("ー一", 0.1), ("ツッ", 0.2), ("ヤャ", 0.2), ("ユュ", 0.2), ("ヨョ", 0.2), ("シツ", 0.3),
      ("ソン", 0.3), ("はば", 0.3), ("ハバ", 0.3), ("バパ", 0.3), ("カガ", 0.3),
    ]
    return alike.reduce(into: [:]) { costs, pair in
      let (one, other) = (pair.0.first!, pair.0.last!)
      costs[one, default: [:]][other] = pair.1
      costs[other, default: [:]][one] = pair.1
    }
  }()
}
