internal import CFeatures

/// A cover degraded as in a bad photo: small, blurred, dark, on a plain background. Features that are still found here
/// will be found in any reasonable photo of the cover.
struct DegradedPicture {
  let width: Int
  let height: Int
  let samples: [UInt8]
  /// Where the cover lies in it.
  private let left: Int
  private let top: Int
  private let cover: TinyPicture

  /// Pixels on the cover's long side; in a photo the cover has 240 when it takes a seventh of it, as the smallest of 100
  /// real ones did.
  private static let longSide = 220
  private static let contrast = 0.3
  private static let ground: UInt8 = 100

  init(ofGray gray: [UInt8], width: Int, height: Int) {
    let cover = TinyPicture(ofGray: gray, width: width, height: height, longSide: Self.longSide)
    (left, top) = (cover.width / 5, cover.height / 5)
    (self.width, self.height) = (cover.width + 2 * left, cover.height + 2 * top)
    var samples = [UInt8](repeating: Self.ground, count: self.width * self.height)
    for row in 0..<cover.height {
      for column in 0..<cover.width {
        let mean = Double(cover.sum(aroundRow: row, column: column)) / 9
        samples[(top + row) * self.width + left + column] = UInt8(128 + (mean - 128) * Self.contrast)
      }
    }
    self.samples = samples
    self.cover = cover
  }

  /// How many places of the cover are found where they lie in this picture of it.
  func places(of whole: Features, foundIn seen: Features) -> Int {
    var places: Set<Point> = []
    for pair in CoverMatch.pairs(seen, whole) {
      let (place, image) = (whole.place(of: Int(pair.cover)), seen.place(of: Int(pair.photo)))
      let x = (image.x - Double(left)) / Double(cover.width) * Double(whole.width)
      let y = (image.y - Double(top)) / Double(cover.height) * Double(whole.height)
      // As far in the cover's own pixels as `CoverMatch.tolerance` is in these.
      if abs(x - place.x) < 12, abs(y - place.y) < 12 { places.insert(place) }
    }
    return places.count
  }
}

extension TinyPicture {
  /// Of a sample and its eight neighbors; the edge goes on beyond itself.
  fileprivate func sum(aroundRow row: Int, column: Int) -> Int {
    var sum = 0
    for line in row - 1...row + 1 {
      for place in column - 1...column + 1 {
        sum += Int(samples[max(0, min(height - 1, line)) * width + max(0, min(width - 1, place))])
      }
    }
    return sum
  }
}
