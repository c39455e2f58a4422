internal import Glibc

/// A convex quadrangle, in pixels.
struct Quadrangle {
  /// The corners' coordinates, clockwise from the upper left.
  private let xs: SIMD4<Float>
  private let ys: SIMD4<Float>
  let area: Float
  /// The length of its shortest side.
  let shortest: Float
  /// The ratio of the longer to the shorter pair of opposite sides; at least 1.
  let elongation: Float
  /// The greatest ratio between two opposite sides; at least 1.
  let foreshortening: Float

  var corners: [SIMD2<Float>] { (0..<4).map { SIMD2(xs[$0], ys[$0]) } }
  let center: SIMD2<Float>

  /// How much the side that is least parallel to the axes differs from them, in degrees.
  var tilt: Float {
    let (across, down) = (xs.shifted - xs, ys.shifted - ys)
    return (0..<4).map { side in
      let (x, y) = (abs(across[side]), abs(down[side]))
      return atan2f(min(x, y), max(x, y)) * 180 / .pi
    }.max() ?? 0
  }

  /// The distance of a point from the nearest side's line; negative outside.
  func depth(of point: SIMD2<Float>) -> Float {
    let (across, down) = (xs.shifted - xs, ys.shifted - ys)
    let depths = (across * (point.y - ys) - down * (point.x - xs)) / (across * across + down * down).squareRoot()
    return depths.min()
  }

  /// Nil unless the corners, in this order, form a convex shape.
  init?(_ a: SIMD2<Float>, _ b: SIMD2<Float>, _ c: SIMD2<Float>, _ d: SIMD2<Float>) {
    var (xs, ys) = (SIMD4(a.x, b.x, c.x, d.x), SIMD4(a.y, b.y, c.y, d.y))
    let (across, down) = (xs.shifted - xs, ys.shifted - ys)
    let turns = across * down.shifted - down * across.shifted
    guard turns.min() > 0 || turns.max() < 0 else { return nil }
    if turns.max() < 0 { (xs, ys) = (xs.reversed, ys.reversed) }
    let lengths = (across * across + down * down).squareRoot()
    func ratio(_ one: Float, _ other: Float) -> Float { max(one, other) / max(1e-6, min(one, other)) }
    shortest = lengths.min()
    elongation = ratio(lengths[0] + lengths[2], lengths[1] + lengths[3])
    foreshortening = max(ratio(lengths[0], lengths[2]), ratio(lengths[1], lengths[3]))
    area = abs((xs * ys.shifted - xs.shifted * ys).sum()) / 2
    let sums = xs + ys
    for _ in 0..<3 where sums.min() != xs[0] + ys[0] { (xs, ys) = (xs.shifted, ys.shifted) }
    (self.xs, self.ys) = (xs, ys)
    center = SIMD2(xs.sum(), ys.sum()) / 4
  }

  /// How it is turned, in radians, between minus and plus an eighth of a turn.
  var turn: Float {
    let (across, down) = (xs.shifted - xs, ys.shifted - ys)
    return (0..<4).reduce(0) { $0 + remainderf(atan2f(down[$1], across[$1]), .pi / 2) } / 4
  }

  /// Each corner somewhere else.
  func map(_ change: (SIMD2<Float>) -> SIMD2<Float>) -> Quadrangle? {
    let corners = corners.map(change)
    return Quadrangle(corners[0], corners[1], corners[2], corners[3])
  }

  /// Whether it is nearly the same shape.
  func resembles(_ other: Quadrangle) -> Bool {
    let (way, largest) = (center - other.center, max(area, other.area))
    guard (way * way).sum() < 0.02 * largest, min(area, other.area) > 0.85 * largest else { return false }
    let shared = shared(with: other)
    return shared > 0.85 * (area + other.area - shared)
  }

  /// Whether the other one is, except for a sliver, inside this one.
  func holds(_ other: Quadrangle) -> Bool { shared(with: other) > 0.97 * other.area }

  /// Whether the two hardly overlap.
  func isApart(from other: Quadrangle) -> Bool { shared(with: other) < 0.1 * min(area, other.area) }

  /// The area of the intersection (Sutherland and Hodgman, "Reentrant Polygon Clipping", 1974).
  func shared(with other: Quadrangle) -> Float {
    guard xs.min() < other.xs.max(), other.xs.min() < xs.max(), ys.min() < other.ys.max(), other.ys.min() < ys.max()
    else { return 0 }
    // One corner more after each side, or some more where both have the same side, because numbers are rounded.
    var (rest, count) = (InlineArray<16, SIMD2<Float>>(repeating: .zero), 4)
    for corner in 0..<4 { rest[corner] = SIMD2(xs[corner], ys[corner]) }
    let (ends, tops) = (other.xs.shifted, other.ys.shifted)
    for side in 0..<4 where count > 0 {
      let start = SIMD2(other.xs[side], other.ys[side])
      let way = SIMD2(ends[side], tops[side]) - start
      func depth(_ point: SIMD2<Float>) -> Float { way.x * (point.y - start.y) - way.y * (point.x - start.x) }
      var (kept, number) = (rest, 0)
      var from = rest[count - 1]
      var before = depth(from)
      for corner in 0..<count where number < rest.count - 1 {
        let to = rest[corner]
        let after = depth(to)
        if (before >= 0) != (after >= 0) {
          kept[number] = from + (to - from) * (before / (before - after))
          number += 1
        }
        if after >= 0 {
          kept[number] = to
          number += 1
        }
        (from, before) = (to, after)
      }
      (rest, count) = (kept, number)
    }
    var area: Float = 0
    for corner in 0..<count {
      let (one, next) = (rest[corner], rest[corner + 1 < count ? corner + 1 : 0])
      area += one.x * next.y - next.x * one.y
    }
    return area / 2
  }

  /// Whether no corner is farther outside a picture than this.
  func isWithin(_ size: SIMD2<Float>, slack: Float) -> Bool {
    xs.min() > -slack && ys.min() > -slack && xs.max() < size.x + slack && ys.max() < size.y + slack
  }
}

extension SIMD4<Float> {
  /// Each element moved back by one, the first one last.
  fileprivate var shifted: Self { Self(self[1], self[2], self[3], self[0]) }
  fileprivate var reversed: Self { Self(self[3], self[2], self[1], self[0]) }
}
