/// A convex shape.
struct Shape {
  /// Clockwise.
  let corners: [SIMD2<Double>]

  init(_ corners: [SIMD2<Double>]) { self.corners = Self.area(corners) < 0 ? corners.reversed() : corners }

  var area: Double { Self.area(corners) }

  /// What lies in both (Sutherland and Hodgman, "Reentrant Polygon Clipping", 1974).
  func part(in other: Shape) -> Shape {
    guard other.area > 0 else { return Shape([]) }
    var rest = corners
    for (start, end) in zip(other.corners, other.corners.dropFirst() + other.corners.prefix(1)) {
      func side(_ point: SIMD2<Double>) -> Double {
        (end.x - start.x) * (point.y - start.y) - (end.y - start.y) * (point.x - start.x)
      }
      rest = zip(rest, rest.dropFirst() + rest.prefix(1)).flatMap { from, to -> [SIMD2<Double>] in
        let (before, after) = (side(from), side(to))
        let kept = before >= 0 ? [from] : []
        return (before >= 0) == (after >= 0) ? kept : kept + [from + (to - from) * (before / (before - after))]
      }
    }
    return Shape(rest)
  }

  /// Intersection over union.
  func overlap(with other: Shape) -> Double {
    let shared = part(in: other).area
    return shared > 0 ? shared / (area + other.area - shared) : 0
  }

  private static func area(_ corners: [SIMD2<Double>]) -> Double {
    zip(corners, corners.dropFirst() + corners.prefix(1)).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y } / 2
  }
}
