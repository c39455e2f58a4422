/// Aligns a cover with a photo more precisely than features or outlines alone can, and compares the two in detail.
///
/// The cover's corners are adjusted as long as the match improves. The right cover then fits exactly, and a wrong one
/// doesn't.
struct FineAlignment {
  /// The cover's corners in fractions of the photo's width and height.
  private(set) var quad: Quad
  /// The correlation of the fine local contrasts there, from -1 to 1.
  let correlation: Double

  /// How many tones in a row show no more than where a cover is bright and dark.
  static let overall = 12
  /// A cover that looks less like the photo's sleeve overall isn't tried. Of 51 right drawn covers whose features can't be
  /// told apart, one had less, because of a wrong outline; so had 10 of 27 real ones, which are found by their features.
  private static let leastOverall = 0.6
  /// How far a corner of the cover may be from the outline's, as a fraction of the side: outlines are within 0.03.
  private static let farthestCorner = 0.2

  /// From where the features see the cover. If these are all in a line of text, they hardly determine the rest of the
  /// projection.
  init(at cover: TinyPicture, in photo: TinyPicture, from quad: Quad) {
    self.quad = quad
    let contrast = LocalContrast(of: cover)
    self.quad.improve(from: 0.06, to: 0.004, tries: 600) {
      Similarity.correlation(of: contrast, in: LocalContrast(of: photo, at: $0))
    }
    correlation = Self.correlation(of: cover, in: photo, at: self.quad)
  }

  /// From the outline of the photo's sleeve, for a cover whose features can't be told apart: dots, stripes, contour
  /// lines. Overall tones come first and details last, because details only match where they nearly lie on each other.
  /// Nil if there is no sleeve, if it looks different, or if the cover lies elsewhere.
  init?(at cover: TinyPicture, onSleeveOf photo: Features) {
    let overall = ToneGrid(side: Self.overall, of: cover)
    let alike = photo.sleeveTones.map { overall.correlation(with: $0) }
    guard let sleeve = photo.sleeve, let turn = alike.indices.max(by: { alike[$0] < alike[$1] }),
      alike[turn] >= Self.leastOverall
    else { return nil }
    let outline = sleeve.turned(by: turn)
    quad = outline
    for (side, first, last) in [
      (Self.overall, 0.04, 0.004), (2 * Self.overall, 0.02, 0.003), (LocalContrast.fine, 0.008, 0.0015),
    ] {
      let tones = ToneGrid(side: side, of: cover)
      quad.improve(from: first, to: last, tries: 300) {
        tones.correlation(with: ToneGrid(side: side, of: photo.tiny, at: $0))
      }
    }
    let farthest = Self.farthestCorner * max(0, outline.area).squareRoot()
    let moves = zip(quad.corners, outline.corners).map { $0 - $1 }
    guard moves.allSatisfy({ ($0 * $0).sum().squareRoot() <= farthest }) else { return nil }
    correlation = Self.correlation(of: cover, in: photo.tiny, at: quad)
  }

  private static func correlation(of cover: TinyPicture, in photo: TinyPicture, at quad: Quad) -> Double {
    Similarity.correlation(
      of: LocalContrast(side: LocalContrast.fine, of: cover),
      in: LocalContrast(side: LocalContrast.fine, of: photo, at: quad))
  }
}

extension Quad {
  /// Moves the corners as long as `score` grows (coordinate ascent).
  /// - Parameters:
  ///   - first: the first step of a corner, as a fraction of the side.
  ///   - last: the last one.
  ///   - most: the most attempts; most alignments end after half of these.
  fileprivate mutating func improve(from first: Double, to last: Double, tries most: Int, by score: (Quad) -> Double) {
    var best = score(self)
    let side = max(0, area).squareRoot()
    var step = side * first
    var tries = 0
    while step > side * last, tries < most {
      var isBetter = false
      for corner in 0..<4 {
        for (x, y) in [(step, 0), (-step, 0), (0, step), (0, -step)] {
          let moved = moving(corner, by: Point(x, y))
          guard moved.isUprightAndConvex else { continue }
          tries += 1
          let next = score(moved)
          if next > best + 1e-4 { (self, best, isBetter) = (moved, next, true) }
        }
      }
      if !isBetter { step /= 2 }
    }
  }
}
