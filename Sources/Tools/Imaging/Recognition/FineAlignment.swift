/// Aligns a cover with a photo more precisely than features alone can, and compares the two in detail.
///
/// If the matching features are all in a line of text, they hardly determine the rest of the projection. The corners
/// are therefore adjusted as long as the match improves. The right cover then fits exactly, and a wrong one doesn't.
struct FineAlignment {
  /// The cover's corners in fractions of the photo's width and height.
  private(set) var quad: Quad
  /// The correlation of the fine local contrasts there, from -1 to 1.
  let correlation: Double

  /// The first and the last step of a corner, as fractions of the cover's side in the photo.
  private static let (longestStep, shortestStep) = (0.06, 0.004)
  /// The most attempts; most alignments end after half of these.
  private static let mostTries = 600

  /// - Parameter quad: the cover's corners according to the features.
  init(at cover: TinyPicture, in photo: TinyPicture, from quad: Quad) {
    self.quad = quad
    let contrast = LocalContrast(of: cover)
    var best = Similarity.correlation(of: contrast, in: LocalContrast(of: photo, at: quad))
    let side = max(0, quad.area).squareRoot()
    var step = side * Self.longestStep
    var tries = 0
    while step > side * Self.shortestStep, tries < Self.mostTries {
      var isBetter = false
      for corner in 0..<4 {
        for (x, y) in [(step, 0), (-step, 0), (0, step), (0, -step)] {
          let moved = self.quad.moving(corner, by: Point(x, y))
          guard moved.isUprightAndConvex else { continue }
          tries += 1
          let correlation = Similarity.correlation(of: contrast, in: LocalContrast(of: photo, at: moved))
          if correlation > best + 1e-4 { (self.quad, best, isBetter) = (moved, correlation, true) }
        }
      }
      if !isBetter { step /= 2 }
    }
    correlation = Similarity.correlation(
      of: LocalContrast(side: LocalContrast.fine, of: cover),
      in: LocalContrast(side: LocalContrast.fine, of: photo, at: self.quad))
  }
}
