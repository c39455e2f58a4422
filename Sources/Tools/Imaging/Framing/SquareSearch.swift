/// Finds what may be a sleeve where two lines cross, if it is known how large sleeves are there: its other two sides may
/// be as weak as those of a dark sleeve on a dark floor.
struct SquareSearch {
  private let lines: [EdgeLine]
  private let map: EdgeMap
  private let model: PlaneModel
  private let size: SIMD2<Float>
  private let normals: [SIMD2<Float>]

  /// The least fraction on edges: of each side on a line, and of both.
  private static let leastSupport: Float = 0.4
  private static let leastOfBoth: Float = 1.1
  /// The least mean over the other two sides.
  private static let leastOfOthers: Float = 0.35
  /// How much larger or smaller a sleeve may be than it should be, and what is tried.
  private static let stretches: [Float] = (-5...5).map { Float($0) * 0.01 }
  /// How much a stretch counts as missing support.
  private static let strictness: Float = 1.5
  /// The greatest cosine between two sides on the plane.
  private static let mostSlanted: Float = 0.05
  /// In pixels: how far from a side its edges may be.
  private static let breadth = 1
  private static let agreement: Float = 0.92
  private static let slack: Float = 4
  /// Where a sleeve is expected, it may be as busy as it likes.
  private static let mostRough: Float = 0.2

  init(_ lines: [EdgeLine], in map: EdgeMap, as model: PlaneModel) {
    (self.lines, self.map, self.model) = (lines, map, model)
    size = SIMD2(Float(map.width), Float(map.height))
    normals = map.normals
  }

  /// - Parameter isFree: whether a sleeve may have its middle there.
  func outlines(where isFree: (SIMD2<Float>) -> Bool) -> [SleeveOutline] {
    var outlines: [SleeveOutline] = []
    for one in lines.indices {
      for other in lines.indices.dropFirst(one + 1) where abs(lines[one].alignment(with: lines[other])) < 0.6 {
        guard let corner = lines[one].crossing(with: lines[other]), all(corner .>= -Self.slack),
          all(corner .< size + Self.slack)
        else { continue }
        for (along, beside) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] as [(Float, Float)] {
          if let outline = outline(
            at: corner, lines[one], way(along: lines[one]) * along, lines[other], way(along: lines[other]) * beside,
            where: isFree)
          {
            outlines.append(outline)
          }
        }
      }
    }
    return outlines
  }

  private func way(along line: EdgeLine) -> SIMD2<Float> { SIMD2(-line.normal.y, line.normal.x) }

  private func outline(
    at corner: SIMD2<Float>, _ one: EdgeLine, _ along: SIMD2<Float>, _ other: EdgeLine, _ beside: SIMD2<Float>,
    where isFree: (SIMD2<Float>) -> Bool
  ) -> SleeveOutline? {
    guard let square = model.square(at: corner, along, beside, in: size), square.slant < Self.mostSlanted,
      let end = square.corner(1, 0), let side = square.corner(0, 1), let middle = square.corner(0.5, 0.5),
      isFree(middle)
    else { return nil }
    let supports = (
      one.support(from: one.position(of: corner), to: one.position(of: end)),
      other.support(from: other.position(of: corner), to: other.position(of: side))
    )
    guard min(supports.0, supports.1) >= Self.leastSupport, supports.0 + supports.1 >= Self.leastOfBoth else {
      return nil
    }
    // Of the opposite sides, the most visible ones near where they should be.
    let reach = best { (square.corner(1 + $0, 0), square.corner(1 + $0, 1)) }
    let depth = best { (square.corner(0, 1 + $0), square.corner(1, 1 + $0)) }
    guard reach.support + depth.support >= 2 * Self.leastOfOthers,
      let b = square.corner(1 + reach.stretch, 0), let c = square.corner(1 + reach.stretch, 1 + depth.stretch),
      let d = square.corner(0, 1 + depth.stretch),
      let shape = Quadrangle(corner, b, c, d), shape.isWithin(size, slack: Self.slack)
    else { return nil }
    guard let third = line(from: b, to: c), let fourth = line(from: c, to: d) else { return nil }
    var rims = SleeveOutline.Rims(
      supports: SIMD4(
        one.support(from: one.position(of: corner), to: one.position(of: b)),
        third.support(from: third.position(of: b), to: third.position(of: c)),
        fourth.support(from: fourth.position(of: c), to: fourth.position(of: d)),
        other.support(from: other.position(of: d), to: other.position(of: corner))))
    let center = shape.center
    rims.add(one, from: corner, to: b, around: center)
    rims.add(third, from: b, to: c, around: center)
    rims.add(fourth, from: c, to: d, around: center)
    rims.add(other, from: d, to: corner, around: center)
    return SleeveOutline(shape, rims, in: size, mostRough: Self.mostRough)
  }

  private func best(
    _ side: (Float) -> (SIMD2<Float>?, SIMD2<Float>?)
  ) -> (stretch: Float, support: Float) {
    var (best, most): ((stretch: Float, support: Float), Float) = ((0, 0), -.infinity)
    for stretch in Self.stretches {
      guard case (let from?, let to?) = side(stretch) else { continue }
      let support = support(from: from, to: to)
      let value = support - Self.strictness * abs(stretch)
      if value > most { (best, most) = ((stretch, support), value) }
    }
    return best
  }

  /// The fraction on edges between two points; every other position.
  private func support(from: SIMD2<Float>, to: SIMD2<Float>) -> Float {
    let way = to - from
    let length = (way * way).sum().squareRoot()
    guard length > 4 else { return 0 }
    let (step, normal) = (way / length, SIMD2(-way.y, way.x) / length)
    var count = 0
    let places = Int(length / 2)
    for place in 0..<places where isEdge(near: from + step * Float(2 * place), normal) { count += 1 }
    return Float(count) / Float(places)
  }

  private func isEdge(near place: SIMD2<Float>, _ normal: SIMD2<Float>) -> Bool {
    let (x, y) = (Int((place.x + 0.5).rounded(.down)), Int((place.y + 0.5).rounded(.down)))
    guard x > 0, y > 0, x < map.width - 1, y < map.height - 1 else { return false }
    let middle = y * map.width + x
    let beside = abs(normal.x) > abs(normal.y) ? 1 : map.width
    return abs((normals[middle] * normal).sum()) >= Self.agreement
      || abs((normals[middle - beside] * normal).sum()) >= Self.agreement
      || abs((normals[middle + beside] * normal).sum()) >= Self.agreement
  }

  /// A line through two points, with what is on it a little beyond them.
  private func line(from: SIMD2<Float>, to: SIMD2<Float>) -> EdgeLine? {
    let way = to - from
    let length = (way * way).sum().squareRoot()
    guard length > 4 else { return nil }
    let normal = SIMD2(-way.y, way.x) / length
    let along = SIMD2(-normal.y, normal.x)
    let distance = (from * normal).sum()
    let ends = [(from * along).sum(), (to * along).sum()]
    let (first, last) = (Int(ends.min()! - length * 0.2), Int(ends.max()! + length * 0.2))
    var line = EdgeLine(normal: normal, distance: distance, from: first, to: last) { isEdge(near: $0, normal) }
    line.look(at: map)
    return line
  }
}
