/// Which of many outlines in a photo are the sleeves that lie beside each other: two to sixteen of about the same size.
/// None if the photo is of one sleeve, whatever is around it or printed on it.
struct Spread {
  private(set) var sleeves: [Quadrangle] = []

  /// An outline, and what is compared about it.
  private struct Candidate {
    let shape: Quadrangle
    let score: Float
    let side: Float
    let look: PlaneModel.Look

    init(_ outline: SleeveOutline, in size: SIMD2<Float>) {
      (shape, score) = (outline.shape, outline.score)
      side = shape.area.squareRoot()
      look = PlaneModel.Look(of: shape, in: size)
    }

    /// Whether both can be sleeves: hardly any of one is under the other.
    func canLieBeside(_ other: Candidate) -> Bool {
      let way = shape.center - other.shape.center
      if (way * way).sum() > 2 * (side + other.side) * (side + other.side) { return true }
      return shape.shared(with: other.shape) < Spread.mostShared * min(shape.area, other.shape.area)
    }
  }

  /// How far an outline may be off what sleeves look like in its place, and how much this takes off its score. A frame on
  /// a sleeve may be more visible than the sleeve, but sleeves are all of one size.
  private struct Tolerance {
    let most: Float
    let strictness: Float

    /// The size is a guess.
    static let first = Tolerance(most: 0.2, strictness: 6)
    static let next = Tolerance(most: 0.1, strictness: 12)
    /// The size is that of several.
    static let known = Tolerance(most: 0.1, strictness: 20)
    /// By what the others say about one, which is less.
    static let last = Tolerance(most: 0.15, strictness: 12)
  }

  private static let most = 16
  private static let mostShared: Float = 0.04
  /// A record is square; seen at an angle, it is a little longer one way.
  private static let mostElongated: Float = 1.45
  /// How much nearer the sleeves may be at one side of the photo than at the other: what is tried.
  private static let slopes: [SIMD2<Float>] = [-0.4, -0.2, 0, 0.2, 0.4].flatMap { x in
    [-0.4, -0.2, 0, 0.2, 0.4].map { SIMD2(x, $0) }
  }
  /// Sets are compared by the sum of what their scores have beyond this, times the sides: many small shapes on a few
  /// sleeves are no better than the sleeves.
  private static let baseScore: Float = 1.5
  /// What the score of an outline without its deduction must be.
  private static let leastScore: Float = 1.8
  /// Likewise where one is expected, before the deduction is known.
  private static let leastExpectedScore: Float = 1.5
  /// Of the outlines with the highest scores, how many are compared, and how many are tried as the size of all.
  private static let mostCompared = 200
  private static let mostTried = 24
  private static let fits = 3
  private static let improvements = 2

  /// Where one has this score and is hardly off, there is no other.
  private static let sureScore: Float = 3.5
  private static let sureDistance: Float = 0.04

  /// The least mean score; of two, the least of each. Fields of a shelf have less.
  private static let leastMeanScore: Float = 2.95
  private static let leastScoreOfTwo: Float = 2.7
  /// The least part of the photo's area that they cover together. What stands in a shelf behind a sleeve covers less.
  private static let leastArea: Float = 0.25
  /// Likewise before those that are hardly visible are known.
  private static let leastAreaBefore: Float = 0.12
  /// In pixels: how far a corner may be outside the photo.
  private static let slack: Float = 4

  /// - Parameters:
  ///   - size: of the map that the outlines are in.
  ///   - subject: the sleeve that the photo shows if it shows one.
  ///   - more: further outlines that look like a model's sleeves, with their middle where it says. Nil to see only
  ///     whether several are likely: then a smaller part of the photo's area is enough.
  init(
    of outlines: [SleeveOutline], in size: SIMD2<Float>, besides subject: Quadrangle?,
    more: ((PlaneModel, (SIMD2<Float>) -> Bool) -> [SleeveOutline])? = nil
  ) {
    func candidates(_ outlines: [SleeveOutline]) -> [Candidate] {
      outlines
        .filter { $0.shape.elongation < Self.mostElongated && $0.shape.isWithin(size, slack: Self.slack) }
        .sorted { $0.score > $1.score }
        .map { Candidate($0, in: size) }
    }
    var candidates = candidates(outlines)
    var chosen = Self.guess(candidates)
    for _ in 0..<Self.fits {
      let model = PlaneModel(of: chosen.map(\.look))
      chosen = Self.best(of: candidates, as: model, within: .next).set.map { candidates[$0] }
    }
    for _ in 0..<Self.improvements { Self.improve(&chosen, by: candidates) }
    guard Self.areVisible(chosen) else { return }
    if let more, chosen.count > 1, Self.share(of: chosen, in: size) > Self.leastAreaBefore {
      let model = PlaneModel(of: chosen.map(\.look))
      let sure = chosen.filter { $0.score > Self.sureScore && model.distance(of: $0.look) < Self.sureDistance }
      let outlines = more(model) { place in !sure.contains { $0.shape.depth(of: place) > 0 } }
      candidates += outlines.filter { $0.score > Self.leastExpectedScore }.map { Candidate($0, in: size) }
      chosen = Self.best(of: candidates, as: model, within: .known).set.map { candidates[$0] }
      chosen = Self.best(of: candidates, as: PlaneModel(of: chosen.map(\.look)), within: .known).set.map {
        candidates[$0]
      }
      Self.improve(&chosen, by: candidates)
    }
    // More are none, unless some are hardly visible: what is between sleeves may be as large.
    if chosen.count > Self.most { chosen.removeAll { $0.score < Self.leastMeanScore } }
    let shapes = chosen.map(\.shape)
    guard 2...Self.most ~= shapes.count,
      Self.share(of: chosen, in: size) >= (more == nil ? Self.leastAreaBefore : Self.leastArea),
      !Self.isSubject(subject, among: shapes)
    else { return }
    sleeves = shapes
  }

  /// The best set, whichever the size of the sleeves is.
  private static func guess(_ candidates: [Candidate]) -> [Candidate] {
    var distinct: [Candidate] = []
    for candidate in candidates
    where !distinct.contains(where: { $0.shape.resembles(candidate.shape) }) {
      distinct.append(candidate)
      if distinct.count == mostCompared { break }
    }
    var best: (set: [Int], total: Float) = ([], 0)
    for slope in slopes {
      for candidate in distinct.prefix(mostTried) {
        let found = Self.best(
          of: distinct, as: PlaneModel(candidate.look, slope: slope), within: .first)
        if found.total > best.total { best = found }
      }
    }
    return best.set.map { distinct[$0] }
  }

  /// The best set of outlines that can lie beside each other and look like a model's sleeves.
  private static func best(
    of candidates: [Candidate], as model: PlaneModel, within tolerance: Tolerance
  ) -> (set: [Int], total: Float) {
    var values: [(index: Int, value: Float)] = []
    for (index, candidate) in candidates.enumerated() {
      let off = model.distance(of: candidate.look)
      let value = candidate.score - tolerance.strictness * off
      if off < tolerance.most, value > leastScore { values.append((index, value)) }
    }
    values.sort { $0.value > $1.value }
    var (set, total): ([Int], Float) = ([], 0)
    for (index, value) in values
    where set.allSatisfy({ candidates[index].canLieBeside(candidates[$0]) }) {
      set.append(index)
      total += (value - baseScore) * candidates[index].side
    }
    return (set, total)
  }

  /// Puts in the place of each the outline that fits the others best: one that is off draws a model to itself.
  private static func improve(_ chosen: inout [Candidate], by candidates: [Candidate]) {
    // One says little about another.
    guard chosen.count > 2 else { return }
    for index in chosen.indices {
      var others = chosen
      let one = others.remove(at: index)
      let model = PlaneModel(of: others.map(\.look))
      var most = -Float.infinity
      for candidate in candidates {
        let off = model.distance(of: candidate.look)
        let value = candidate.score - Tolerance.last.strictness * off
        guard off < Tolerance.last.most, value > most,
          candidate.shape.shared(with: one.shape) > 0.5 * one.shape.area,
          others.allSatisfy(candidate.canLieBeside)
        else { continue }
        (chosen[index], most) = (candidate, value)
      }
    }
  }

  private static func areVisible(_ chosen: [Candidate]) -> Bool {
    if chosen.count == 2 { return chosen.allSatisfy { $0.score >= leastScoreOfTwo } }
    return chosen.reduce(0) { $0 + $1.score } >= leastMeanScore * Float(chosen.count)
  }

  /// Of the photo's area.
  private static func share(of chosen: [Candidate], in size: SIMD2<Float>) -> Float {
    chosen.reduce(0) { $0 + $1.shape.area } / (size.x * size.y)
  }

  /// How much larger than the sleeves the subject is.
  private static let leastLarger: Float = 1.4
  /// The least part of a square of sleeves that they cover, and how far from its sides they may end.
  private static let leastCovered: Float = 0.5
  /// The same where none lies outside of the subject: patterns on a cover are within it.
  private static let leastCoveredByAll: Float = 0.7
  /// Likewise if others are around it, and how many there must be in all.
  private static let leastCoveredInside: Float = 0.35
  private static let leastAround = 6
  private static let mostFromSide = 0.025

  /// Whether one is what the photo is of: the others stand behind it, or are printed on it.
  private static func isSubject(_ one: Quadrangle?, among sleeves: [Quadrangle]) -> Bool {
    guard let one,
      one.area > leastLarger * sleeves.reduce(0, { $0 + $1.area }) / Float(sleeves.count)
    else {
      return false
    }
    let shares = sleeves.map { $0.shared(with: one) / $0.area }
    let covered = zip(shares, sleeves).reduce(0) { $0 + $1.0 * $1.1.area } / one.area
    // The sides of those around one or some are an outline, too; but what the photo is of hides others in part.
    if sleeves.count >= Self.leastAround, covered > Self.leastCoveredInside, shares.contains(where: { $0 > 0.95 }),
      shares.allSatisfy({ $0 > 0.95 || $0 < 0.05 }), shares.contains(where: { $0 < 0.05 })
    {
      return false
    }
    // Two or three in a row are longer than what is taken for one.
    let hasOthers = shares.contains { $0 < 0.5 }
    guard covered >= (hasOthers ? leastCovered : leastCoveredByAll), hasOthers || sleeves.count > 3 else { return true }
    // Sleeves that lie close together have an outline, too; but pictures on a cover don't reach its sides.
    // Few that cover all of it are the quarters of a pattern.
    if sleeves.count <= 4, covered > 0.97 { return true }
    guard shares.allSatisfy({ $0 > 0.9 }) else { return false }
    guard let back = Projection(ofSquareOnto: Quad(one.corners.map { Point($0) }))?.inverse else {
      return true
    }
    let places = sleeves.flatMap { $0.corners.map { back.far(Point($0)) } }
    let ends = places.reduce((low: Point(1, 1), high: Point(0, 0))) {
      (pointwiseMin($0.low, $1), pointwiseMax($0.high, $1))
    }
    return ends.low.max() > mostFromSide || ends.high.min() < 1 - mostFromSide
  }
}
