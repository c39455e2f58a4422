/// Finds what may be a sleeve anywhere in a photo of several: each is looked for in a window of its own, as in a photo of
/// one.
struct SpreadSearch {
  private let map: EdgeMap
  private var found: [SleeveOutline] = []

  /// The sides of the maps that are searched, in pixels: large sleeves are found in the small one.
  static let longSides = [EdgeMap.longSide, 2 * EdgeMap.longSide]
  /// In pixels: a sleeve is found in a window that is up to four times as wide.
  private static let window = 200
  /// In pixels, between the middles of windows; less than the smallest sleeve.
  private static let step = 36
  private static let shortest: Float = 45
  /// Per sixth of the directions: a window has few lines.
  private static let mostLines = 6
  /// No other sleeve is looked for within an outline with this score.
  private static let clearScore: Float = 3
  /// How much less than the best one an outline in the same window may score, how many are compared, and how many kept:
  /// only their sizes may tell which is a sleeve's and which a frame's on it.
  private static let margin: Float = 0.9
  private static let mostCompared = 60
  private static let mostKept = 8

  /// - Parameter area: only in it.
  static func outlines(in map: EdgeMap, within area: Quadrangle?) -> [SleeveOutline] {
    var search = SpreadSearch(map: map)
    search.run(within: area)
    return search.found
  }

  private init(map: EdgeMap) { self.map = map }

  private mutating func run(within area: Quadrangle?) {
    func middles(_ length: Int) -> StrideTo<Int> {
      stride(from: length % Self.step / 2 + Self.step / 2, to: length, by: Self.step)
    }
    for y in middles(map.height) {
      for x in middles(map.width) {
        let middle = SIMD2(Float(x), Float(y))
        if let area, area.depth(of: middle) < 0 { continue }
        let isIn = { (one: SleeveOutline) in
          one.score > Self.clearScore && one.shape.depth(of: middle) > 0.1 * one.shape.shortest
        }
        if !found.contains(where: isIn) { found += outlines(around: x, y) }
      }
    }
  }

  private func outlines(around x: Int, _ y: Int) -> [SleeveOutline] {
    let half = Self.window / 2
    let columns = max(0, x - half)..<min(map.width, x + half)
    let rows = max(0, y - half)..<min(map.height, y + half)
    let part = EdgeMap(map, columns: columns, rows: rows)
    let corner = SIMD2(Float(columns.lowerBound), Float(rows.lowerBound))
    let lines = LineSearch.lines(in: part, most: Self.mostLines)
    let search = SleeveSearch(
      lines, in: part, holdingMiddle: true, middle: SIMD2(Float(x), Float(y)) - corner, shortest: Self.shortest)
    let outlines = search.outlines(least: SleeveOutline.leastScore, margin: Self.margin)
    var kept: [SleeveOutline] = []
    for outline in outlines.sorted(by: { $0.score > $1.score }).prefix(Self.mostCompared) {
      guard kept.count < Self.mostKept else { break }
      if !kept.contains(where: { $0.shape.resembles(outline.shape) }) { kept.append(outline) }
    }
    return kept.compactMap { outline in
      outline.shape.map { $0 + corner }.map { SleeveOutline($0, score: outline.score) }
    }
  }
}
