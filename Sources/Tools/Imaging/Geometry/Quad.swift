/// A point in a picture, measured from its upper left corner.
package typealias Point = SIMD2<Double>

/// Four corners in a picture, such as a cover's in a photo: upper left first, then clockwise as seen on the cover.
package struct Quad: Equatable, Sendable {
  package private(set) var corners: [Point]

  package init(_ a: Point, _ b: Point, _ c: Point, _ d: Point) { corners = [a, b, c, d] }

  /// - Parameter corners: exactly four.
  package init(_ corners: [Point]) { self.corners = corners }

  /// The rectangle between two opposite corners.
  init(from low: Point, to high: Point) { corners = [low, Point(high.x, low.y), high, Point(low.x, high.y)] }

  /// The corners of a picture of this size; nil if one would be behind the camera.
  package init?(width: Double, height: Double, under projection: Projection) {
    let whole = [Point(0, 0), Point(width, 0), Point(width, height), Point(0, height)]
    corners = whole.compactMap { projection($0) }
    guard corners.count == 4 else { return nil }
  }

  /// Each corner somewhere else.
  package func map(_ change: (Point) -> Point) -> Quad {
    var quad = self
    quad.corners = corners.map(change)
    return quad
  }

  /// The same corners, starting with another one: as it is in a picture that is turned left by this many quarter turns.
  package func turned(by quarters: Int) -> Quad {
    var quad = self
    quad.corners = corners.indices.map { corners[($0 + quarters) % 4] }
    return quad
  }

  func moving(_ corner: Int, by way: Point) -> Quad {
    var quad = self
    quad.corners[corner] += way
    return quad
  }

  /// Every corner turns clockwise. A mirrored picture turns counterclockwise, a folded or twisted one both ways;
  /// neither can be a cover.
  package var isUprightAndConvex: Bool {
    corners.indices.allSatisfy { index in
      let (a, b, c) = (corners[index], corners[(index + 1) % 4], corners[(index + 2) % 4])
      return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x) > 0
    }
  }

  /// Negative if it is mirrored.
  package var area: Double {
    corners.indices.reduce(0) { sum, index in
      let (a, b) = (corners[index], corners[(index + 1) % 4])
      return sum + (a.x * b.y - b.x * a.y) / 2
    }
  }
}

extension Quad {
  /// How much shorter a side may be than the opposite one, and than the cover's aspect ratio implies. Of 100 real
  /// photos, none had less than 0.67.
  private static let leastShortening = 0.4
  /// The sine of the sharpest corner; of 100 real photos, none had less than 0.78.
  private static let leastSharp = 0.5

  /// Whether a camera can see a flat object of this size like this: neither as a spike nor as a sliver. Half of the
  /// random projections look like that.
  package func couldBe(width: Double, height: Double) -> Bool {
    let sides = corners.indices.map { index in
      corners[(index + 1) % 4] - corners[index]
    }
    let lengths = sides.map { ($0.x * $0.x + $0.y * $0.y).squareRoot() }
    guard lengths.allSatisfy({ $0 > 0 }) else { return false }
    func isFair(_ one: Double, _ other: Double) -> Bool { min(one, other) >= Self.leastShortening * max(one, other) }
    return isFair(lengths[0], lengths[2]) && isFair(lengths[1], lengths[3])
      && isFair((lengths[0] + lengths[2]) / width, (lengths[1] + lengths[3]) / height)
      && sides.indices.allSatisfy { index in
        let next = (index + 1) % 4
        let cross = sides[index].x * sides[next].y - sides[index].y * sides[next].x
        return cross >= Self.leastSharp * lengths[index] * lengths[next]
      }
  }
}
