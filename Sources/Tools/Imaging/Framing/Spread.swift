internal import Glibc

/// Which of many outlines in a photo are the sleeves that lie beside each other: two to sixteen of about the same size.
/// None if the photo is of one sleeve, whatever is around it or printed on it.
struct Spread {
  private(set) var sleeves: [Quadrangle] = []

  /// An outline, and what is compared about it.
  private struct Candidate {
    let shape: Quadrangle
    let score: Float
    /// The logarithm of its side.
    let side: Float
    let turn: Float
    let center: SIMD2<Float>

    init(_ outline: SleeveOutline) {
      (shape, score) = (outline.shape, outline.score)
      (side, turn, center) = (logf(shape.area) / 2, shape.turn, shape.center)
    }

    /// Whether both can be sleeves: hardly any of one is under the other, unless they are turned, as cards in a hand.
    func canLieBeside(_ other: Candidate) -> Bool {
      let share = shape.shared(with: other.shape) / min(shape.area, other.shape.area)
      return share < Spread.mostShared || share < Spread.mostSharedInFan && abs(turn - other.turn) > Spread.leastFanned
    }
  }

  private static let mostShared: Float = 0.06
  private static let mostSharedInFan: Float = 0.3
  private static let leastFanned: Float = 0.1
  /// A record is square; seen at an angle, it is a little longer one way.
  private static let mostElongated: Float = 1.45
  /// How much nearer the camera sleeves may be at one side of the photo than at the other, as the logarithm of a
  /// sleeve's side, across and down: what is tried.
  private static let growths: [SIMD2<Float>] = [-0.5, -0.25, 0, 0.25, 0.5].flatMap { x in
    [-0.5, -0.25, 0, 0.25, 0.5].map { SIMD2(x, $0) }
  }
  /// How much this logarithm may be off.
  private static let mostOff: Float = 0.2
  /// How much the logarithm of a side that doesn't follow it takes off the score: a frame on a sleeve may be more visible
  /// than the sleeve, but sleeves are all of one size.
  private static let strictness: Float = 6
  /// Sets are compared by the sum of what their scores have beyond this, times the sides: many small shapes on a few
  /// sleeves are no better than the sleeves.
  private static let baseScore: Float = 1.5
  /// What the score of an outline without its deduction must be.
  private static let leastScore: Float = 1.8
  /// Of the outlines with the highest scores, how many are compared, and how many are tried as the size of all.
  private static let mostCompared = 160
  private static let mostTried = 24

  /// The least mean score; of two, the least of each. Fields of a shelf have less.
  private static let leastMeanScore: Float = 2.95
  private static let leastScoreOfTwo: Float = 2.7
  /// The least part of the photo's area that they cover together. What stands in a shelf behind a sleeve covers less.
  private static let leastArea: Float = 0.25
  /// In pixels: how far a corner may be outside the photo.
  private static let slack: Float = 4

  /// - Parameters:
  ///   - size: of the map that the outlines are in.
  ///   - subject: the sleeve that the photo shows if it shows one.
  init(of outlines: [SleeveOutline], in size: SIMD2<Float>, besides subject: Quadrangle?) {
    let whole = outlines.filter { outline in
      outline.shape.elongation < Self.mostElongated
        && outline.shape.corners.allSatisfy { all($0 .> -Self.slack) && all($0 .< size + Self.slack) }
    }
    var candidates: [Candidate] = []
    for outline in whole.sorted(by: { $0.score > $1.score })
    where candidates.count < Self.mostCompared
      && !candidates.contains(where: { $0.shape.resembles(outline.shape) })
    {
      candidates.append(Candidate(outline))
    }
    let apart = candidates.map { one in candidates.map(one.canLieBeside) }
    var best =
      Self.growths.map { Self.best(of: candidates, apart, growing: $0 / size) }
      .max { $0.total < $1.total } ?? ([], 0)
    let better = Self.best(of: candidates, apart, growing: Self.growth(of: best.set.map { candidates[$0] }))
    if better.total > best.total { best = better }
    let chosen = best.set.map { candidates[$0] }
    guard Self.isSpread(chosen, in: size), !Self.isSubject(subject, among: chosen.map(\.shape), in: size)
    else { return }
    sleeves = chosen.map(\.shape)
  }

  /// The best set of outlines that can lie beside each other, of one size.
  /// - Parameter apart: for each two, whether they can.
  private static func best(
    of all: [Candidate], _ apart: [[Bool]], growing growth: SIMD2<Float>
  ) -> (set: [Int], total: Float) {
    let sides = all.map { $0.side - (growth * $0.center).sum() }
    var best: (set: [Int], total: Float) = ([], 0)
    for side in sides.prefix(mostTried) {
      let values = all.indices.compactMap { index -> (index: Int, value: Float)? in
        let off = abs(sides[index] - side)
        let value = all[index].score - strictness * off
        return off < mostOff && value > leastScore ? (index, value) : nil
      }
      var (set, total): ([Int], Float) = ([], 0)
      for (index, value) in values.sorted(by: { $0.value > $1.value }) where set.allSatisfy({ apart[index][$0] }) {
        set.append(index)
        total += (value - baseScore) * expf(all[index].side)
      }
      if total > best.total { best = (set, total) }
    }
    return best
  }

  /// How the logarithm of the side changes across the photo, per pixel, by least squares.
  private static func growth(of chosen: [Candidate]) -> SIMD2<Float> {
    // Fewer say nothing about it.
    guard chosen.count >= 4 else { return .zero }
    let count = Float(chosen.count)
    let middle = chosen.reduce(SIMD2<Float>.zero) { $0 + $1.center } / count
    let mean = chosen.reduce(0) { $0 + $1.side } / count
    var (squares, product, sides) = (SIMD2<Float>(repeating: 1), Float(0), SIMD2<Float>.zero)
    for candidate in chosen {
      let way = candidate.center - middle
      squares += way * way
      product += way.x * way.y
      sides += way * (candidate.side - mean)
    }
    let determinant = squares.x * squares.y - product * product
    guard determinant > 0.01 * squares.x * squares.y else { return .zero }
    return SIMD2(squares.y * sides.x - product * sides.y, squares.x * sides.y - product * sides.x) / determinant
  }

  private static func isSpread(_ chosen: [Candidate], in size: SIMD2<Float>) -> Bool {
    guard 2...16 ~= chosen.count, chosen.reduce(0, { $0 + $1.shape.area }) >= leastArea * size.x * size.y else {
      return false
    }
    if chosen.count == 2 { return chosen.allSatisfy { $0.score >= leastScoreOfTwo } }
    return chosen.reduce(0) { $0 + $1.score } >= leastMeanScore * Float(chosen.count)
  }

  /// How much larger than the sleeves the subject is.
  private static let leastLarger: Float = 1.4
  /// The least part of a square of sleeves that they cover, and how far from its sides they may end.
  private static let leastCovered: Float = 0.6
  private static let mostFromSide = 0.025

  /// Whether one is what the photo is of: the others stand behind it, or are printed on it.
  private static func isSubject(_ one: Quadrangle?, among sleeves: [Quadrangle], in size: SIMD2<Float>) -> Bool {
    guard let one, one.area > leastLarger * sleeves.reduce(0, { $0 + $1.area }) / Float(sleeves.count) else {
      return false
    }
    let inside = sleeves.filter { $0.shared(with: one) > 0.9 * $0.area }
    guard inside.count >= 2 else { return one.depth(of: size / 2) > 0 }
    // Four sleeves that lie close together have an outline, too; but pictures on a cover don't reach its sides.
    let covered = inside.reduce(0) { $0 + $1.area } / one.area
    if inside.count < sleeves.count { return covered < leastCovered - 0.1 }
    guard let back = Projection(ofSquareOnto: Quad(one.corners.map { Point($0) }))?.inverse else { return true }
    let places = inside.flatMap { $0.corners.map { back.far(Point($0)) } }
    let ends = places.reduce((low: Point(1, 1), high: Point(0, 0))) {
      (pointwiseMin($0.low, $1), pointwiseMax($0.high, $1))
    }
    return covered < leastCovered || ends.low.max() > mostFromSide || ends.high.min() < 1 - mostFromSide
  }
}
