/// Four corners that may be a cover's, and how much of an edge there is between them.
struct Outline {
  /// Clockwise, in pixels of the map.
  let corners: [SIMD2<Float>]
  /// The part of its four sides that lies on edges, less for edges that go on beyond the corners: a sleeve ends there.
  let score: Float
  /// The same of the side that has least, without that deduction.
  let weakestSide: Float
  let area: Float

  init(corners: [SIMD2<Float>], score: Float, weakestSide: Float) {
    let area = Self.area(of: corners)
    self.corners = area < 0 ? corners.reversed() : corners
    self.area = abs(area)
    self.score = score
    self.weakestSide = weakestSide
  }

  var box: Box { Box(around: corners) }

  /// All but a sliver of the other one lies in this one.
  func holds(_ other: Outline) -> Bool { shared(with: other) > 0.97 * other.area }

  /// They have nothing to do with each other.
  func isApart(from other: Outline) -> Bool { shared(with: other) < 0.1 * min(area, other.area) }

  /// The area of what lies in both.
  func shared(with other: Outline) -> Float { Self.shared(corners, other.corners) }

  /// Of two convex shapes whose corners go clockwise (Sutherland and Hodgman, "Reentrant Polygon Clipping", 1974).
  static func shared(_ shape: [SIMD2<Float>], _ other: [SIMD2<Float>]) -> Float {
    var rest = shape
    for (start, end) in zip(other, other.dropFirst() + other.prefix(1)) {
      func side(_ point: SIMD2<Float>) -> Float {
        (end.x - start.x) * (point.y - start.y) - (end.y - start.y) * (point.x - start.x)
      }
      rest = zip(rest, rest.dropFirst() + rest.prefix(1)).flatMap { from, to -> [SIMD2<Float>] in
        let (before, after) = (side(from), side(to))
        let kept = before >= 0 ? [from] : []
        return (before >= 0) == (after >= 0) ? kept : kept + [from + (to - from) * (before / (before - after))]
      }
    }
    return area(of: rest)
  }

  /// Negative where the corners go the other way round.
  static func area(of corners: [SIMD2<Float>]) -> Float {
    zip(corners, corners.dropFirst() + corners.prefix(1)).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y } / 2
  }
}

/// An upright rectangle in the map.
struct Box: Equatable {
  var low: SIMD2<Float>
  var high: SIMD2<Float>

  init(low: SIMD2<Float>, high: SIMD2<Float>) { (self.low, self.high) = (low, high) }

  init(around corners: [SIMD2<Float>]) {
    low = corners.reduce(SIMD2(repeating: .infinity), pointwiseMin)
    high = corners.reduce(SIMD2(repeating: -.infinity), pointwiseMax)
  }

  var size: SIMD2<Float> { high - low }

  mutating func extend(to other: Box) {
    low = pointwiseMin(low, other.low)
    high = pointwiseMax(high, other.high)
  }

  /// Larger on all sides.
  func widened(by margin: Float) -> Box { Box(low: low - margin, high: high + margin) }

  func cut(toWidth width: Float, height: Float) -> Box {
    Box(low: pointwiseMax(low, .zero), high: pointwiseMin(high, SIMD2(width, height)))
  }

  func contains(_ point: SIMD2<Float>) -> Bool { all(point .> low) && all(point .< high) }
}
