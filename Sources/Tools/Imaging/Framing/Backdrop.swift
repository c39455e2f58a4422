internal import Glibc

/// What lies outside an outline: the background of a sleeve, or the rest of a print of which the outline is a part.
struct Backdrop {
  /// The fraction of the outside in the colors of the inside (histogram intersection: Swain and Ballard, "Color
  /// Indexing", 1991). A print continues in its own colors.
  private(set) var sharedColors: Float = 0
  /// The fraction of the outside without any change: a printed ground has neither grain nor shade.
  private(set) var evenness: Float = 0
  /// The mean steepness of the outside, in levels per pixel: the busiest pictures fill their frame.
  private(set) var roughness: Float = 0

  /// How much each trait adds to the logarithm of the odds that the outline is a sleeve.
  ///
  /// Fitted by logistic regression to the best outlines in 405 photos of sleeves and boxes, and to those in covers that
  /// fill their picture: real ones, and drawn ones with frames, insets, labels, and text.
  private static let weights = (
    score: Float(1.6),
    /// The logarithms of its fraction of the photo's area, and of its elongation.
    area: Float(2.8),
    elongation: Float(-9),
    /// In degrees, up to `mostTilt`: scanners and printers are exact, hands aren't.
    tilt: Float(1),
    /// No camera takes pictures with such sides: it was scanned, or cropped to what it shows.
    isCut: Float(-6),
    sharedColors: Float(-5.4),
    evenness: Float(-5.9),
    /// The logarithm.
    roughness: Float(-1.45),
    constant: Float(4)
  )

  /// In pixels beside an outline, which are neither inside nor outside: it isn't exact, and edges are blurred.
  private static let gap: Float = 4
  /// In pixels: every fourth one is as good as all.
  private static let step = 2
  /// In levels: how different colors that count as the same may be, in brightness and in both color differences.
  private static let bin: SIMD3<Float> = [32, 16, 16]
  private static let lastBin: SIMD3<Float> = [8, 24, 24]
  /// In levels per pixel: anything below is no change.
  private static let even: Float = 0.6
  private static let mostTilt: Float = 6
  /// The ratios of a camera's sides; phones have still longer ones.
  private static let cameras: [Float] = [4 / 3, 3 / 2]
  private static let longest: Float = 1.7

  init(of shape: Quadrangle, in map: EdgeMap) {
    let counts = Self.lastBin + 1
    var inside = [Float](repeating: 0, count: Int(counts.x * counts.y * counts.z))
    var outside = inside
    var (within, beyond): (Float, Float) = (0, 0)
    for y in stride(from: 0, to: map.height, by: Self.step) {
      for x in stride(from: 0, to: map.width, by: Self.step) {
        let depth = shape.depth(of: SIMD2(Float(x), Float(y)))
        guard abs(depth) > Self.gap else { continue }
        let place = y * map.width + x
        let bins = (map.tones[place] / Self.bin).rounded(.toNearestOrEven)
          .clamped(lowerBound: .zero, upperBound: Self.lastBin)
        let bin = Int((bins.x * counts.y + bins.y) * counts.z + bins.z)
        if depth > 0 {
          within += 1
          inside[bin] += 1
        } else {
          beyond += 1
          outside[bin] += 1
          roughness += map.strengths[place]
          evenness += map.strengths[place] < Self.even ? 1 : 0
        }
      }
    }
    guard within > 0, beyond > 0 else { return }
    sharedColors = zip(inside, outside).reduce(0) { $0 + min($1.0 / within, $1.1 / beyond) }
    (roughness, evenness) = (roughness / beyond, evenness / beyond)
  }

  /// The logarithm of the odds that the outline is a sleeve before this backdrop.
  func logOdds(of outline: SleeveOutline, in map: EdgeMap) -> Float {
    let (shape, size) = (outline.shape, SIMD2(Float(map.width), Float(map.height)))
    let ratio = size.max() / size.min()
    // The map's sides are whole numbers.
    let isCut = ratio < Self.longest && !Self.cameras.contains { abs(ratio - $0) < 1.5 / size.min() }
    let form =
      Self.weights.area * logf(shape.area / (size.x * size.y)) + Self.weights.elongation * logf(shape.elongation)
      + Self.weights.tilt * min(Self.mostTilt, shape.tilt) + (isCut ? Self.weights.isCut : 0)
    let looks =
      Self.weights.sharedColors * sharedColors + Self.weights.evenness * evenness + Self.weights.roughness
      * logf(roughness + 0.3)
    return Self.weights.score * outline.score + form + looks + Self.weights.constant
  }
}
