/// The sleeve that a photo is of: held up or laid down, it covers the middle, and has a rim that can be seen.
struct Sleeve {
  /// Its rim, in pixels of the map.
  let shape: Quadrangle

  /// How much less an outline around the best one may score, to be the sleeve of which that one is a part: many a frame
  /// within a cover shows better than its rim.
  private static let nearlyAsGood: Float = 0.15
  /// How many of the lines, those with the longest edges, are tried where no sleeve is around the middle.
  private static let mostAside = 60

  /// Nil where nothing is like a sleeve, and where two are of which neither lies in the middle.
  init?(in map: EdgeMap) {
    let lines = LineSearch.lines(in: map)
    let around = SleeveSearch(lines, in: map, holdingMiddle: true).outlines()
    if let shape = Self.whole(of: around) {
      self.shape = shape
      return
    }
    let longest = lines.sorted { $0.longestRun > $1.longestRun }.prefix(Self.mostAside)
    let aside = SleeveSearch(Array(longest), in: map, holdingMiddle: false).outlines()
    guard let shape = Self.whole(of: aside), !aside.contains(where: { $0.shape.isApart(from: shape) }) else {
      return nil
    }
    self.shape = shape
  }

  /// The best, or the largest around it that is nearly as good.
  private static func whole(of outlines: [SleeveOutline]) -> Quadrangle? {
    guard let best = outlines.max(by: { $0.score < $1.score }) else { return nil }
    return outlines.filter { $0.score >= best.score - nearlyAsGood && $0.shape.holds(best.shape) }
      .map(\.shape).max { $0.area < $1.area }
  }
}
