/// How a flat thing comes to lie in a photo of it: a homography, as nine numbers row after row.
package struct Projection: Equatable, Sendable {
  let numbers: [Double]

  /// Nil for anything but nine finite numbers.
  package init?(_ numbers: [Double]) {
    guard numbers.count == 9, numbers.allSatisfy(\.isFinite) else { return nil }
    self.numbers = numbers
  }

  /// Nil for a point that would lie behind the camera, or on its horizon.
  package func callAsFunction(_ point: Point) -> Point? {
    func row(_ start: Int) -> Double { numbers[start] * point.x + numbers[start + 1] * point.y + numbers[start + 2] }
    let depth = row(6)
    guard depth > 1e-9 else { return nil }
    let image = Point(x: row(0) / depth, y: row(3) / depth)
    return image.x.isFinite && image.y.isFinite ? image : nil
  }
}
