/// The sleeve that a photo shows: it covers the middle and has a visible rim, whether held up or lying down.
extension Quadrangle {
  /// How much less a larger outline around the best one may score, and still be the sleeve that contains it: many
  /// frames within a cover are more visible than its rim. And how much larger it may be, because shelves around a
  /// sleeve form outlines, too.
  private static let nearlyAsGood: Float = 0.15
  private static let mostLarger: Float = 1.6
  /// How much more an outline beside the middle must score than those around the middle. Of 128 real sleeves in the
  /// middle, none was outdone by as much. If two sleeves lie side by side, outlines that extend from one of them to the
  /// middle are.
  private static let clearlyBetter: Float = 0.6
  /// An outline beside the middle needs a higher score, because shapes on a cover that is larger than the photo score
  /// up to 2.9.
  private static let leastScoreAside: Float = 3
  /// How many lines are tried for these, starting with the longest edges.
  private static let mostAside = 60

  /// In pixels of the map. Nil if nothing looks like a sleeve, or if there are two sleeves and neither is in the middle.
  init?(sleeveIn map: EdgeMap) {
    let lines = LineSearch.lines(in: map)
    let around = SleeveSearch(lines, in: map, holdingMiddle: true)
      .outlines(least: SleeveOutline.leastScore, margin: Self.nearlyAsGood)
    let best = around.map(\.score).max() ?? 0
    let longest = lines.map { (line: $0, run: $0.longestRun) }.sorted { $0.run > $1.run }.prefix(Self.mostAside)
    let aside = SleeveSearch(longest.map(\.line), in: map, holdingMiddle: false)
    guard !aside.outlines(least: max(Self.leastScoreAside, best + Self.clearlyBetter), margin: 0).isEmpty else {
      guard let outline = Self.whole(of: around), Self.isSleeve(outline, in: map) else { return nil }
      self = outline.shape
      return
    }
    let anywhere = aside.outlines(least: Self.leastScoreAside)
    guard let outline = Self.whole(of: anywhere),
      !anywhere.contains(where: { $0.shape.isApart(from: outline.shape) }), Self.isSleeve(outline, in: map)
    else { return nil }
    self = outline.shape
  }

  /// Whether it is likelier a sleeve than a part of a print that fills the photo.
  private static func isSleeve(_ outline: SleeveOutline, in map: EdgeMap) -> Bool {
    Backdrop(of: outline.shape, in: map).logOdds(of: outline, in: map) > 0
  }

  /// The best outline, or the largest one around it that is nearly as good.
  private static func whole(of outlines: [SleeveOutline]) -> SleeveOutline? {
    guard let best = outlines.max(by: { $0.score < $1.score }) else { return nil }
    return outlines.filter {
      $0.score >= best.score - nearlyAsGood && $0.shape.area <= mostLarger * best.shape.area
        && $0.shape.holds(best.shape)
    }
    .max { $0.shape.area < $1.shape.area }
  }
}
