/// A homography, the projection of a flat object into a photo: nine numbers, row by row.
package struct Projection: Equatable, Sendable {
  let numbers: [Double]

  /// Nil unless there are nine finite numbers.
  package init?(_ numbers: [Double]) {
    guard numbers.count == 9, numbers.allSatisfy(\.isFinite) else { return nil }
    self.numbers = numbers
  }

  /// Nil for a point behind the camera or on its horizon.
  package func callAsFunction(_ point: Point) -> Point? {
    func row(_ start: Int) -> Double { numbers[start] * point.x + numbers[start + 1] * point.y + numbers[start + 2] }
    let depth = row(6)
    guard depth > 1e-9 else { return nil }
    let image = Point(x: row(0) / depth, y: row(3) / depth)
    return image.x.isFinite && image.y.isFinite ? image : nil
  }

  /// The projection of the unit square onto four corners (Heckbert 1989); nil if they are on a line.
  package init?(ofSquareOnto quad: Quad) {
    let (a, b, c, d) = (quad.corners[0], quad.corners[1], quad.corners[2], quad.corners[3])
    let (one, two) = (Point(x: b.x - c.x, y: b.y - c.y), Point(x: d.x - c.x, y: d.y - c.y))
    let rest = Point(x: a.x - b.x + c.x - d.x, y: a.y - b.y + c.y - d.y)
    let below = one.x * two.y - two.x * one.y
    let across = (rest.x * two.y - two.x * rest.y) / below
    let down = (one.x * rest.y - rest.x * one.y) / below
    self.init([
      b.x - a.x + across * b.x, d.x - a.x + down * d.x, a.x, b.y - a.y + across * b.y, d.y - a.y + down * d.y, a.y,
      across, down, 1,
    ])
  }
}
