extension PlanarImage {
  /// What an outline in the small map has less, because it is less exact.
  private static var coarseness: Float { 0.4 }

  /// Where the sleeves lie if the picture shows two to sixteen of them side by side, in fractions of its width and
  /// height; empty for one, or none.
  ///
  /// - Parameters:
  ///   - subject: the sleeve that it shows if it shows one.
  ///   - map: of the picture, at a small size. Unless several can be seen in it, one that was found is all there is.
  func spread(besides subject: Quad?, seenIn map: EdgeMap) -> [Quad] {
    let outlines = map.sleeveOutlines
    if subject != nil, Spread(of: outlines, in: map.size, besides: nil).sleeves.isEmpty {
      return []
    }
    let finer = EdgeMap(self, longSide: 640)
    let scale = finer.size / map.size
    let larger = outlines.compactMap { outline in
      outline.shape.map { ($0 + 0.5) * scale - 0.5 }.map {
        SleeveOutline($0, score: outline.score - Self.coarseness)
      }
    }
    let one = subject.flatMap { subject in
      let corners = subject.corners.map { SIMD2<Float>($0) * finer.size - 0.5 }
      return Quadrangle(corners[0], corners[1], corners[2], corners[3])
    }
    return Spread(of: larger + finer.sleeveOutlines, in: finer.size, besides: one)
      .sleeves.map(finer.place)
  }
}

extension EdgeMap {
  fileprivate var size: SIMD2<Float> { SIMD2(Float(width), Float(height)) }

  /// As fractions of its long side.
  private static let shortestEdge: Float = 0.0375
  private static let shortestSide: Float = 0.07
  private static let mostEdges = 200

  /// What may be a sleeve, anywhere in a photo of several.
  fileprivate var sleeveOutlines: [SleeveOutline] {
    let longSide = Float(max(width, height))
    let lines = EdgeSegments.lines(in: self, shortest: Self.shortestEdge * longSide, most: Self.mostEdges)
    return SleeveSearch(lines, in: self, holdingMiddle: false, shortest: Self.shortestSide * longSide)
      .outlines(least: SleeveOutline.leastScore)
  }
}

extension Quad {
  private var middle: Point { corners.reduce(.zero, +) / 4 }

  /// Row by row, in pixels or anything else of the photo's shape.
  static func inReadingOrder(_ quads: [Quad]) -> [Quad] {
    let falling = quads.sorted { $0.middle.y < $1.middle.y }
    let height = quads.reduce(0) { $0 + abs($1.area).squareRoot() } / Double(max(1, quads.count))
    var (row, top) = (0, falling.first?.middle.y ?? 0)
    let rows = falling.map { quad in
      // Lower than half of a sleeve below the first of a row.
      if quad.middle.y > top + height / 2 { (row, top) = (row + 1, quad.middle.y) }
      return row
    }
    return zip(rows, falling).sorted { ($0.0, $0.1.middle.x) < ($1.0, $1.1.middle.x) }.map(\.1)
  }
}
