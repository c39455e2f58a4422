internal import Glibc

/// A possible outline of a sleeve, with a score for how much it looks like one.
struct SleeveOutline {
  let shape: Quadrangle
  /// The sum of the weighted traits.
  let score: Float

  /// An outline with at least this score counts as a sleeve.
  static let leastScore: Float = 2.1

  /// How much each trait adds to the score.
  ///
  /// Fitted so that the outline of the sleeve has the highest score of some hundred thousand quadrangles per photo
  /// (conditional logit, as in McFadden 1974), on 28 photos of five worn sleeves held in front of full shelves. With
  /// the photos of one sleeve left out in turn, the quadrangle with the highest score was the sleeve in 26 photos, and
  /// nearly in the other two.
  private static let weights = (
    /// The fraction of its sides on edges: of all sides, and of the weakest one.
    support: Float(1.77),
    leastSupport: Float(1.35),
    /// Edges that continue beyond its corners: a sleeve ends there, a shelf or a wall doesn't.
    overshoot: Float(-0.97),
    /// The fraction of its sides along which inside and outside differ: of all sides, and of the weakest one.
    contrast: Float(0.89),
    leastContrast: Float(0.85),
    /// The change along the inside of its sides, in tens of levels per pixel, as with spines; and along the outside.
    roughInside: Float(-1.74),
    roughOutside: Float(0.35),
    /// Its fraction of the photo's area, up to `mostArea`.
    area: Float(-0.42),
    /// The logarithms of its elongation and its foreshortening.
    elongation: Float(-0.91),
    foreshortening: Float(-0.74)
  )

  private static let mostArea: Float = 0.4
  /// In tens of levels per pixel.
  static let mostRough: Float = 1.5

  /// - Parameters:
  ///   - size: of the map.
  ///   - mostRough: what is rough inside counts up to this.
  init(_ shape: Quadrangle, _ rims: Rims, in size: SIMD2<Float>, mostRough: Float = mostRough) {
    self.shape = shape
    let signs =
      Self.weights.support * rims.supports.sum() / 4 + Self.weights.leastSupport * rims.supports.min()
      + Self.weights.overshoot * rims.overshoot / 4 + Self.weights.contrast * rims.contrast / 4
      + Self.weights.leastContrast * rims.leastContrast
    let looks =
      Self.weights.roughInside * min(mostRough, rims.roughInside / 40)
      + Self.weights.roughOutside * min(Self.mostRough, rims.roughOutside / 40)
    score = signs + looks + Self.form(of: shape, in: size)
  }

  init(_ shape: Quadrangle, score: Float) { (self.shape, self.score) = (shape, score) }

  /// What its form alone adds to the score; never more than 0.
  ///
  /// - Parameter size: of the map.
  static func form(of shape: Quadrangle, in size: SIMD2<Float>) -> Float {
    Self.weights.area * min(mostArea, shape.area / (size.x * size.y)) + Self.weights.elongation * logf(shape.elongation)
      + Self.weights.foreshortening * logf(shape.foreshortening)
  }

  /// The score that an outline with these supports would have if everything else about it were perfect.
  @inline(__always)
  static func highestScore(_ supports: SIMD4<Float>) -> Float {
    Self.weights.support * supports.sum() / 4
      + Self.weights.leastSupport * min(supports[0], supports[1], supports[2], supports[3])
      + Self.weights.contrast + Self.weights.leastContrast + Self.weights.roughOutside * mostRough
  }

  /// What is along its sides, over all four.
  struct Rims {
    /// The fraction of each side that is on edges.
    let supports: SIMD4<Float>
    private(set) var overshoot: Float = 0
    private(set) var contrast: Float = 0
    private(set) var leastContrast: Float = 1
    private(set) var roughInside: Float = 0
    private(set) var roughOutside: Float = 0

    /// As a fraction of a side: this part near the corners is ignored, and the same length beyond them is checked for
    /// edges that continue.
    private static let ends: Float = 0.05
    private static let beyond: Float = 0.12
    /// In pixels next to a corner, which belong to neither.
    private static let gap: Float = 3

    init(supports: SIMD4<Float>) { self.supports = supports }

    mutating func add(_ line: EdgeLine, from: SIMD2<Float>, to: SIMD2<Float>, around center: SIMD2<Float>) {
      let (start, end) = (line.position(of: from), line.position(of: to))
      let (low, high) = (min(start, end), max(start, end))
      let rim = line.rim(from: low + Self.ends * (high - low), to: high - Self.ends * (high - low))
      contrast += rim.contrast
      leastContrast = min(leastContrast, rim.contrast)
      let isAlongNormal = (line.normal * center).sum() > line.distance
      roughInside += isAlongNormal ? rim.there : rim.here
      roughOutside += isAlongNormal ? rim.here : rim.there
      let reach = max(4, Self.beyond * (high - low))
      overshoot +=
        (line.support(from: low - reach - Self.gap, to: low - Self.gap)
          + line.support(from: high + Self.gap, to: high + Self.gap + reach)) / 2
    }
  }
}
