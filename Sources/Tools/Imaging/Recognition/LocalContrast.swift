/// A picture's local contrast, independent of lighting: each tone minus the local mean, divided by the local deviation.
/// Uniform areas are zero.
struct LocalContrast {
  /// The width and height, in tones.
  let side: Int
  /// Row by row; zero outside the picture.
  let heights: [Double]
  let isReached: [Bool]

  /// Coarse enough to agree despite small displacements.
  static let coarse = 32
  /// Fine enough to tell letters apart.
  static let fine = 64
  /// How many tones to each side count as a tone's surroundings.
  private static let reach = 3
  /// In tones of 0 to 255. Anything less is noise or a JPEG artifact of a uniform area.
  private static let noise = 5.0

  init(of grid: ToneGrid) {
    let (side, tones) = (grid.side, grid.tones)
    let isReached = tones.map { $0 != nil }
    let counts = BoxSums(of: isReached.map { $0 ? 1 : 0 }, side: side)
    func means(_ values: [Double]) -> [Double] {
      let sums = BoxSums(of: values, side: side)
      return values.indices.map { sums.around($0, reach: Self.reach) / max(1, counts.around($0, reach: Self.reach)) }
    }
    let means1 = means(tones.map { $0 ?? 0 })
    let above = tones.indices.map { at in tones[at].map { $0 - means1[at] } ?? 0 }
    let squares = means(above.map { $0 * $0 })
    self.side = side
    self.isReached = isReached
    heights = above.indices.map { above[$0] / (max(0, squares[$0]).squareRoot() + Self.noise) }
  }

  /// The local contrast of a whole picture.
  init(side: Int = coarse, of picture: TinyPicture) {
    self.init(of: ToneGrid(side: side, of: picture))
  }

  /// The local contrast of the part of a photo where a cover may be; all zero if no camera can see a cover like this.
  init(side: Int = coarse, of photo: TinyPicture, at quad: Quad) {
    self.init(of: ToneGrid(side: side, of: photo, at: quad))
  }
}

/// Box sums of a square picture, each in four operations (Crow 1984).
private struct BoxSums {
  private let side: Int
  private let sums: [Double]

  init(of values: [Double], side: Int) {
    var sums = [Double](repeating: 0, count: (side + 1) * (side + 1))
    for row in 0..<side {
      var line = 0.0
      for column in 0..<side {
        line += values[row * side + column]
        sums[(row + 1) * (side + 1) + column + 1] = sums[row * (side + 1) + column + 1] + line
      }
    }
    (self.side, self.sums) = (side, sums)
  }

  func around(_ place: Int, reach: Int) -> Double {
    let (row, column) = (place / side, place % side)
    let (top, bottom) = (max(0, row - reach), min(side, row + reach + 1))
    let (left, right) = (max(0, column - reach), min(side, column + reach + 1))
    return sums[bottom * (side + 1) + right] - sums[top * (side + 1) + right] - sums[bottom * (side + 1) + left]
      + sums[top * (side + 1) + left]
  }
}
