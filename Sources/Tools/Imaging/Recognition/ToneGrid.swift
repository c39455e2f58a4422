/// The mean tones of a picture, or of a part of one, on a square grid.
struct ToneGrid {
  /// How many tones there are in a row, and rows.
  let side: Int
  /// Row by row, from 0 to 255; nil outside the picture.
  let tones: [Double?]

  /// What counts as the tone outside the picture.
  private static let gray = 128.0

  /// - Parameter tone: the tone at a point in fractions of the width and height; nil if there is none.
  @inline(__always)
  init(side: Int, _ tone: (Point) -> Double?) {
    self.side = side
    // Several samples per tone, to avoid aliasing: a cover's tiny picture has about `LocalContrast.fine` in a row.
    let samples = max(2, (LocalContrast.fine + side - 1) / side)
    let places = (0..<side * samples).map { number in
      (Double(number / samples) + (Double(number % samples) + 0.5) / Double(samples)) / Double(side)
    }
    func mean(_ column: Int, _ row: Int) -> Double? {
      var sum = 0.0
      for y in places[row * samples..<(row + 1) * samples] {
        for x in places[column * samples..<(column + 1) * samples] {
          guard let tone = tone(Point(x, y)) else { return nil }
          sum += tone
        }
      }
      return sum / Double(samples * samples)
    }
    tones = (0..<side * side).map { mean($0 % side, $0 / side) }
  }

  init(side: Int, of picture: TinyPicture) {
    self.init(side: side) { picture.tone(at: $0) }
  }

  /// The tones where a cover may be in a photo; none if no camera can see a cover like this.
  init(side: Int, of photo: TinyPicture, at quad: Quad) {
    let projection = Projection(ofSquareOnto: quad)
    self.init(side: side) { place in projection?(place).flatMap { photo.tone(at: $0) } }
  }

  /// How much it looks like another grid of the same size, from -1 to 1 (Pearson); 0 if one of them is uniform.
  func correlation(with other: ToneGrid) -> Double {
    let (own, others) = (tones.map { $0 ?? Self.gray }, other.tones.map { $0 ?? Self.gray })
    let count = Double(tones.count)
    let (mean, otherMean) = (own.reduce(0, +) / count, others.reduce(0, +) / count)
    var (products, squares, otherSquares) = (0.0, 0.0, 0.0)
    for (one, two) in zip(own, others) {
      products += (one - mean) * (two - otherMean)
      squares += (one - mean) * (one - mean)
      otherSquares += (two - otherMean) * (two - otherMean)
    }
    return squares * otherSquares > 1e-6 ? products / (squares * otherSquares).squareRoot() : 0
  }
}
