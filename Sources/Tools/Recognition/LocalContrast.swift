/// A picture's local contrast, independent of lighting: each tone minus the local mean, divided by the local deviation.
/// Uniform areas are zero.
struct LocalContrast {
  /// How many tones wide and high.
  let side: Int
  /// Row after row; zero where the picture doesn't reach.
  let heights: [Double]
  let isReached: [Bool]

  /// So coarse that what is a little out of place agrees all the same.
  static let coarse = 32
  /// So fine that letters are told from each other.
  static let fine = 64
  /// Tones to each side that are a tone's surroundings.
  private static let reach = 3
  /// Tones of 255. Less than this is noise, or what JPEG made of an even ground.
  private static let noise = 5.0

  /// - Parameter tone: of a place in parts of the width and height; nil where there is none.
  init(side: Int = coarse, _ tone: (Point) -> Double?) {
    let tones = (0..<side * side).map { Self.mean(of: $0, side, tone) }
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

  /// Of a whole picture.
  init(side: Int = coarse, of picture: TinyPicture) {
    self.init(side: side) { picture.tone(at: $0) }
  }

  /// Of what a photo shows in a place that a cover may lie in; all of it unreached where no camera sees a cover so.
  init(side: Int = coarse, of photo: TinyPicture, at quad: Quad) {
    let projection = Projection(ofSquareOnto: quad)
    self.init(side: side) { place in projection?(place).flatMap { photo.tone(at: $0) } }
  }

  /// Four samples a place, so that what is finer than it doesn't play tricks.
  private static func mean(of place: Int, _ side: Int, _ tone: (Point) -> Double?) -> Double? {
    var sum = 0.0
    for part in 0..<4 {
      let x = (Double(place % side) + (part % 2 == 0 ? 0.25 : 0.75)) / Double(side)
      let y = (Double(place / side) + (part < 2 ? 0.25 : 0.75)) / Double(side)
      guard let tone = tone(Point(x: x, y: y)) else { return nil }
      sum += tone
    }
    return sum / 4
  }
}

/// Sums over squares of a square picture, each in four steps (Crow 1984).
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
