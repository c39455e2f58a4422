/// What stands out in a picture of thirty-two by thirty-two tones, wherever the light falls: each tone without the mean of
/// its surroundings, and measured by how much they vary. Even ground is zero.
struct Relief {
  static let side = 32
  /// Nil where the picture doesn't reach.
  let heights: [Float?]

  /// Tones to each side that are a tone's surroundings.
  private static let reach = 3
  /// Tones of 255. Less than this is noise, or what JPEG made of an even ground.
  private static let noise: Float = 5

  /// - Parameter tone: of a place in parts of the width and height; nil where there is none.
  init(_ tone: (Point) -> Float?) {
    let tones = (0..<Self.side * Self.side).map { Self.mean(of: $0, tone) }
    let above = Self.means(around: tones).enumerated().map { at, mean in
      mean.flatMap { mean in tones[at].map { $0 - mean } }
    }
    let squares = Self.means(around: above.map { $0.map { $0 * $0 } })
    heights = above.enumerated().map { at, height in
      height.flatMap { height in squares[at].map { height / ($0.squareRoot() + Self.noise) } }
    }
  }

  /// Four samples a place, so that what is finer than it doesn't play tricks.
  private static func mean(of place: Int, _ tone: (Point) -> Float?) -> Float? {
    var sum: Float = 0
    for part in 0..<4 {
      let x = (Double(place % side) + (part % 2 == 0 ? 0.25 : 0.75)) / Double(side)
      let y = (Double(place / side) + (part < 2 ? 0.25 : 0.75)) / Double(side)
      guard let tone = tone(Point(x: x, y: y)) else { return nil }
      sum += tone
    }
    return sum / 4
  }

  /// Of what there is around each place.
  private static func means(around values: [Float?]) -> [Float?] {
    values.indices.map { at in
      guard values[at] != nil else { return nil }
      var (sum, count): (Float, Float) = (0, 0)
      for row in max(0, at / side - reach)...min(side - 1, at / side + reach) {
        for column in max(0, at % side - reach)...min(side - 1, at % side + reach) {
          if let value = values[row * side + column] { (sum, count) = (sum + value, count + 1) }
        }
      }
      return sum / count
    }
  }
}
