internal import Glibc

/// The sleeve that a photo is of, among all that has four corners there: shelves, magazines and posters have as straight
/// sides, and often longer ones.
///
/// A sleeve is held up: it covers the middle, differs from what is behind it along all of its sides, and has little that
/// crosses its rim, as spines on a shelf do.
struct Sleeve {
  let outline: Outline
  let score: Float

  /// Of 28 photos of sleeves held before full shelves 25 had an outline with as much: 23 times the sleeve's, twice one
  /// around it.
  private static let leastScore: Float = 1.35
  /// Levels by which two sides of a rim differ, so that the eye sees it.
  private static let leastContrast: Float = 12
  /// Levels from one place along the rim to the next, above which all is equally rough.
  private static let mostRoughness: Float = 15
  private static let places = 40

  /// Nil where none is like a sleeve that is held.
  init?(among outlines: [Outline], in map: EdgeMap) {
    let scored = outlines.compactMap { outline in Self.score(of: outline, in: map).map { Sleeve(outline, $0) } }
    guard let best = scored.max(by: { $0.score < $1.score }), best.score >= Self.leastScore else { return nil }
    self = best
  }

  private init(_ outline: Outline, _ score: Float) { (self.outline, self.score) = (outline, score) }

  /// Nil for one that leaves out the middle of the photo.
  private static func score(of outline: Outline, in map: EdgeMap) -> Float? {
    let size = SIMD2(Float(map.width), Float(map.height))
    guard outline.contains(size / 2) else { return nil }
    let rims = outline.sides.map { Rim(from: $0, to: $1, in: map) }
    let contrasts = rims.map(\.contrast)
    let roughness = rims.reduce(0) { $0 + min(mostRoughness, $1.roughness) } / 4 / mostRoughness
    let middle = outline.corners.reduce(.zero, +) / 4 / size - 0.5
    let aside = (middle * middle).sum().squareRoot()
    return outline.score + 0.6 * contrasts.reduce(0, +) / 4 + 0.3 * (contrasts.min() ?? 0)
      - 0.9 * max(0, aside - 0.05) + 0.25 + 0.3 * min(0.35, outline.area / (size.x * size.y)) - 0.5 * roughness
      - 0.3 * max(0, outline.elongation - 0.1)
  }

  /// One side of an outline, and what lies to both sides of it.
  private struct Rim {
    /// The part along which inside and outside differ.
    let contrast: Float
    /// How much the inside changes from one place to the next, in levels.
    let roughness: Float

    /// - Parameter start: of a side that is followed clockwise.
    init(from start: SIMD2<Float>, to end: SIMD2<Float>, in map: EdgeMap) {
      let way = end - start
      let inward = SIMD2(-way.y, way.x) / max(1e-6, (way * way).sum().squareRoot())
      func tone(_ place: SIMD2<Float>) -> SIMD3<Float> {
        let x = max(0, min(map.width - 1, Int(place.x.rounded())))
        let y = max(0, min(map.height - 1, Int(place.y.rounded())))
        return map.tones[y * map.width + x]
      }
      func distance(_ one: SIMD3<Float>, _ other: SIMD3<Float>) -> Float {
        ((one - other) * (one - other)).sum().squareRoot()
      }
      var (different, change) = (0, Float(0))
      var before: SIMD3<Float>?
      for place in 0..<Sleeve.places {
        let at = start + way * (0.06 + 0.88 * Float(place) / Float(Sleeve.places - 1))
        let inside = (tone(at + inward * 3) + tone(at + inward * 5)) / 2
        let outside = (tone(at - inward * 3) + tone(at - inward * 5)) / 2
        if distance(inside, outside) > Sleeve.leastContrast { different += 1 }
        if let before { change += distance(inside, before) }
        before = inside
      }
      contrast = Float(different) / Float(Sleeve.places)
      roughness = change / Float(Sleeve.places - 1)
    }
  }
}

extension Outline {
  fileprivate var sides: [(SIMD2<Float>, SIMD2<Float>)] {
    corners.indices.map { (corners[$0], corners[($0 + 1) % 4]) }
  }

  /// Clockwise corners of a convex shape have it to the right of each side, as rows run downwards.
  fileprivate func contains(_ point: SIMD2<Float>) -> Bool {
    sides.allSatisfy { ($1.x - $0.x) * (point.y - $0.y) - ($1.y - $0.y) * (point.x - $0.x) >= 0 }
  }

  /// The logarithm of how many times as long two opposite sides are as the others; 0 for a square seen from the front.
  fileprivate var elongation: Float {
    let lengths = sides.map { (($1 - $0) * ($1 - $0)).sum().squareRoot() }
    return abs(logf((lengths[0] + lengths[2]) / max(1e-6, lengths[1] + lengths[3])))
  }
}
