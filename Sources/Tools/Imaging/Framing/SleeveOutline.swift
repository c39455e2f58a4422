internal import Glibc

/// A possible outline of a sleeve, with a score for how much it looks like one.
struct SleeveOutline {
  let shape: Quadrangle
  /// The sum of what speaks for it and against it.
  let score: Float

  /// From this score on it is taken for a sleeve.
  static let leastScore: Float = 2.1

  /// What each of its traits adds to the score.
  ///
  /// Fitted so that of some hundred thousand quadrangles a photo the one around the sleeve has the highest score (conditional
  /// logit, as in McFadden 1974), on 28 photos of five worn sleeves that were held before full shelves. With the photos of
  /// one sleeve left out in turn, the one with the highest score was the sleeve in 26, and nearly in the other two.
  private enum Weight {
    /// The part of its sides that lies on edges: of all, and of the side that has least.
    static let support: Float = 1.77
    static let leastSupport: Float = 1.35
    /// Edges that continue beyond its corners: a sleeve ends there, a shelf or a wall doesn't.
    static let overshoot: Float = -0.97
    /// The part of its sides along which inside and outside look different: of all, and of the side that has least.
    static let contrast: Float = 0.89
    static let leastContrast: Float = 0.85
    /// How much it changes along the inside of its sides, in tens of levels a pixel, as spines do; and along the outside.
    static let roughInside: Float = -1.74
    static let roughOutside: Float = 0.35
    /// Its part of the photo, up to `mostArea`.
    static let area: Float = -0.42
    /// The logarithms of how much longer it is in one direction, and the nearer of two opposite sides.
    static let elongation: Float = -0.91
    static let foreshortening: Float = -0.74
  }

  private static let mostArea: Float = 0.4

  /// - Parameter size: of the map.
  init(_ shape: Quadrangle, _ rims: Rims, in size: SIMD2<Float>) {
    self.shape = shape
    let signs =
      Weight.support * rims.supports.sum() / 4 + Weight.leastSupport * rims.supports.min()
      + Weight.overshoot * rims.overshoot / 4 + Weight.contrast * rims.contrast / 4
      + Weight.leastContrast * rims.leastContrast
    let looks =
      Weight.roughInside * min(1.5, rims.roughInside / 40) + Weight.roughOutside * min(1.5, rims.roughOutside / 40)
    let form =
      Weight.area * min(Self.mostArea, shape.area / (size.x * size.y)) + Weight.elongation * logf(shape.elongation)
      + Weight.foreshortening * logf(shape.foreshortening)
    score = signs + looks + form
  }

  /// What lies along its sides, summed over them.
  struct Rims {
    /// The part of each that lies on edges.
    let supports: SIMD4<Float>
    private(set) var overshoot: Float = 0
    private(set) var contrast: Float = 0
    private(set) var leastContrast: Float = 1
    private(set) var roughInside: Float = 0
    private(set) var roughOutside: Float = 0

    /// As a part of a side: near its corners it is left out, and beyond them is looked for edges that continue.
    private static let ends: Float = 0.05
    private static let beyond: Float = 0.12
    /// Pixels next to a corner that are neither.
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
