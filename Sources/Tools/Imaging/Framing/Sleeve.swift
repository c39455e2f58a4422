/// The sleeve that a photo shows: it covers the middle and has a visible rim, whether held up or lying down.
struct Sleeve {
  /// Its rim, in pixels of the map.
  let shape: Quadrangle

  /// How much less an outline around the best one may score, to be the sleeve of which that one is a part: many a frame
  /// within a cover shows better than its rim. And how much larger it may be: shelves around a sleeve make outlines, too.
  private static let nearlyAsGood: Float = 0.15
  private static let mostLarger: Float = 1.6
  /// How much more an outline beside the middle must score than those around it. Of 128 real sleeves in the middle none was
  /// outdone by as much; where two lie side by side, what reaches from one of them to the middle is.
  private static let clearlyBetter: Float = 0.6
  /// What is beside the middle needs a better rim: shapes on a cover that is larger than the photo score up to 2.9.
  private static let leastScoreAside: Float = 3
  /// How many of the lines, those with the longest edges, are tried for it.
  private static let mostAside = 60

  /// Nil where nothing is like a sleeve, and where two are of which neither lies in the middle.
  init?(in map: EdgeMap) {
    let lines = LineSearch.lines(in: map)
    let around = SleeveSearch(lines, in: map, holdingMiddle: true).outlines()
    let longest = lines.map { (line: $0, run: $0.longestRun) }.sorted { $0.run > $1.run }.prefix(Self.mostAside)
    let anywhere = SleeveSearch(longest.map(\.line), in: map, holdingMiddle: false).outlines()
      .filter { $0.score >= Self.leastScoreAside }
    let best = around.map(\.score).max() ?? 0
    guard anywhere.contains(where: { $0.score >= best + Self.clearlyBetter }) else {
      guard let shape = Self.whole(of: around) else { return nil }
      self.shape = shape
      return
    }
    guard let shape = Self.whole(of: anywhere), !anywhere.contains(where: { $0.shape.isApart(from: shape) }) else {
      return nil
    }
    self.shape = shape
  }

  /// The best, or the largest around it that is nearly as good.
  private static func whole(of outlines: [SleeveOutline]) -> Quadrangle? {
    guard let best = outlines.max(by: { $0.score < $1.score }) else { return nil }
    return outlines.filter {
      $0.score >= best.score - nearlyAsGood && $0.shape.area <= mostLarger * best.shape.area
        && $0.shape.holds(best.shape)
    }
    .map(\.shape).max { $0.area < $1.area }
  }
}
