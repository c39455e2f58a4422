extension PlanarImage {
  /// A sleeve that covers more of the photo is all that it shows, unless it is made of several.
  private static var mostBeside: Float { 0.3 }

  /// Where the sleeves lie if the picture shows two to sixteen of them side by side, in fractions of its width and
  /// height; empty for one, or none.
  func spread(besides subject: Quad?) -> [Quad] {
    var outlines: [SleeveOutline] = []
    let finest = EdgeMap(self, longSide: SpreadSearch.longSides.max() ?? EdgeMap.longSide)
    func shape(of sleeve: Quad, in map: EdgeMap) -> Quadrangle? {
      let corners = sleeve.corners.map { SIMD2<Float>($0) * SIMD2(Float(map.width), Float(map.height)) - 0.5 }
      return Quadrangle(corners[0], corners[1], corners[2], corners[3])
    }
    for longSide in SpreadSearch.longSides {
      let map = longSide == max(finest.width, finest.height) ? finest : EdgeMap(self, longSide: longSide)
      let one = subject.flatMap { shape(of: $0, in: map) }
      let isLarge = one.map { $0.area > Self.mostBeside * Float(map.width * map.height) } ?? false
      for outline in SpreadSearch.outlines(in: map, within: isLarge ? one : nil) {
        guard let shape = shape(of: map.place(of: outline.shape), in: finest) else { continue }
        outlines.append(SleeveOutline(shape, score: outline.score))
      }
    }
    return Spread(
      of: outlines, in: SIMD2(Float(finest.width), Float(finest.height)),
      besides: subject.flatMap { shape(of: $0, in: finest) }
    ).sleeves.map(finest.place)
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
