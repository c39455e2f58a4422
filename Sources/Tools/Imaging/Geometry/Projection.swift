/// A homography, such as the projection of a flat object into a photo.
package struct Projection: Equatable, Sendable {
  /// The coefficients of x, y, and 1: of both numerators, and of the denominator.
  let across: SIMD3<Double>
  let down: SIMD3<Double>
  let depth: SIMD3<Double>

  /// - Parameter numbers: row by row. Nil unless there are nine finite numbers.
  package init?(_ numbers: [Double]) {
    guard numbers.count == 9, numbers.allSatisfy(\.isFinite) else { return nil }
    across = SIMD3(numbers[0..<3])
    down = SIMD3(numbers[3..<6])
    depth = SIMD3(numbers[6..<9])
  }

  /// The projection of the unit square onto four corners (Heckbert, "Fundamentals of Texture Mapping and Image Warping",
  /// 1989); nil if they are on a line.
  package init?(ofSquareOnto quad: Quad) {
    let (a, b, c, d) = (quad.corners[0], quad.corners[1], quad.corners[2], quad.corners[3])
    let (one, two, rest) = (b - c, d - c, a - b + c - d)
    let below = one.x * two.y - two.x * one.y
    let (g, h) = ((rest.x * two.y - two.x * rest.y) / below, (one.x * rest.y - rest.x * one.y) / below)
    self.init([
      b.x - a.x + g * b.x, d.x - a.x + h * d.x, a.x, b.y - a.y + g * b.y, d.y - a.y + h * d.y, a.y, g, h, 1,
    ])
  }

  /// Nil for a point behind the camera or on its horizon.
  @inline(__always)
  package func callAsFunction(_ point: Point) -> Point? {
    let place = SIMD3(point, 1)
    let depth = (self.depth * place).sum()
    guard depth > 1e-9 else { return nil }
    let image = Point((across * place).sum(), (down * place).sum()) / depth
    return image.x.isFinite && image.y.isFinite ? image : nil
  }

  /// The same, but a point behind the camera is very far away.
  func far(_ point: Point) -> Point {
    let place = SIMD3(point, 1)
    return Point((across * place).sum(), (down * place).sum()) / max(1e-6, (depth * place).sum())
  }

  /// The other way, except for its scale: the adjugate.
  var inverse: Projection? {
    let (a, b, c) = (across, down, depth)
    let numbers = [
      b.y * c.z - b.z * c.y, a.z * c.y - a.y * c.z, a.y * b.z - a.z * b.y,
      b.z * c.x - b.x * c.z, a.x * c.z - a.z * c.x, a.z * b.x - a.x * b.z,
      b.x * c.y - b.y * c.x, a.y * c.x - a.x * c.y, a.x * b.y - a.y * b.x,
    ]
    // Depth must be positive on the near side.
    return Projection(numbers.map { numbers[8] < 0 ? -$0 : $0 })
  }
}
