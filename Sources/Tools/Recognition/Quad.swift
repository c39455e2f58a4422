/// Four corners: of a cover as a photo shows it, upper left first, then clockwise as seen on the cover.
package struct Quad: Equatable, Sendable {
  package let corners: [Point]

  package init(_ a: Point, _ b: Point, _ c: Point, _ d: Point) { corners = [a, b, c, d] }

  /// Where a picture of this size comes to lie; nil when a corner would be behind the camera.
  package init?(width: Double, height: Double, under projection: Projection) {
    let whole = [(0, 0), (width, 0), (width, height), (0, height)]
    let corners = whole.compactMap { projection(Point(x: $0.0, y: $0.1)) }
    guard corners.count == 4 else { return nil }
    self.corners = corners
  }

  /// Every corner turns the way a clock does. What is seen in a mirror turns the other way, what is folded or twisted
  /// both ways; neither is a cover.
  package var isUprightAndConvex: Bool {
    corners.indices.allSatisfy { index in
      let (a, b, c) = (corners[index], corners[(index + 1) % 4], corners[(index + 2) % 4])
      return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x) > 0
    }
  }

  /// Negative where it is mirrored.
  package var area: Double {
    corners.indices.reduce(0) { sum, index in
      let (a, b) = (corners[index], corners[(index + 1) % 4])
      return sum + (a.x * b.y - b.x * a.y) / 2
    }
  }
}
