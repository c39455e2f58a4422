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
    let outlines = SpreadSearch.outlines(of: SpreadSearch.lines(in: map), in: map)
    if subject != nil, Spread(of: outlines, in: map.size, besides: nil).sleeves.isEmpty {
      return []
    }
    let finer = EdgeMap(self, longSide: SpreadSearch.longSide)
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
    let lines = SpreadSearch.lines(in: finer)
    return Spread(
      of: larger + SpreadSearch.outlines(of: lines, in: finer), in: finer.size, besides: one,
      more: { SquareSearch(lines, in: finer, as: $0).outlines(where: $1) }
    ).sleeves.map(finer.place)
  }
}

extension EdgeMap {
  fileprivate var size: SIMD2<Float> { SIMD2(Float(width), Float(height)) }
}
