internal import CFeatures

/// A tiny grayscale picture, row by row, that keeps only the overall impression.
struct TinyPicture: Equatable, Sendable {
  let width: Int
  let height: Int
  let samples: [UInt8]

  init(width: Int, height: Int, samples: [UInt8]) {
    // Tones are read without checks.
    precondition(width > 0 && height > 0 && samples.count == width * height)
    (self.width, self.height, self.samples) = (width, height, samples)
  }

  /// Each tone is the mean of the samples that it replaces.
  ///
  /// - Parameter longSide: of the tiny picture, in pixels; a smaller picture keeps its size.
  init(ofGray gray: [UInt8], width: Int, height: Int, longSide: Int) {
    let scale = min(1, Double(longSide) / Double(max(width, height)))
    let columns = max(1, Int((Double(width) * scale).rounded()))
    let rows = max(1, Int((Double(height) * scale).rounded()))
    func span(_ place: Int, _ whole: Int, _ parts: Int) -> Range<Int> {
      place * whole / parts..<((place + 1) * whole + parts - 1) / parts
    }
    let samples = (0..<rows).flatMap { row in
      let lines = span(row, height, rows)
      return (0..<columns).map { column in
        let places = span(column, width, columns)
        var sum = 0
        for line in lines { for place in places { sum += Int(gray[line * width + place]) } }
        return UInt8(sum / (lines.count * places.count))
      }
    }
    self.init(width: columns, height: rows, samples: samples)
  }

  /// Interpolated between four samples; nil outside the picture.
  ///
  /// - Parameter point: in fractions of the width and height.
  @inline(__always)
  func tone(at point: Point) -> Double? {
    guard (0...1).contains(point.x), (0...1).contains(point.y) else { return nil }
    let x = max(0, min(Double(width - 1), point.x * Double(width) - 0.5))
    let y = max(0, min(Double(height - 1), point.y * Double(height) - 0.5))
    let (column, row) = (Int(x), Int(y))
    let (across, down) = (x - Double(column), y - Double(row))
    let next = column + 1 < width ? 1 : 0
    let above = row * width + column
    let below = row + 1 < height ? above + width : above
    return samples.withUnsafeBufferPointer { samples in
      let upper = Double(samples[above]) * (1 - across) + Double(samples[above + next]) * across
      let lower = Double(samples[below]) * (1 - across) + Double(samples[below + next]) * across
      return upper * (1 - down) + lower * down
    }
  }
}

/// A cover degraded as in a bad photo: small, blurred, dark, on a plain background. Features that are still found here
/// will be found in any reasonable photo of the cover.
struct DegradedPicture {
  let width: Int
  let height: Int
  let samples: [UInt8]
  /// The cover's offset in it, in pixels.
  private let left: Int
  private let top: Int
  private let cover: TinyPicture

  /// Pixels on the cover's long side. A cover that takes up a seventh of a photo, like the smallest of 100 real ones,
  /// has 240.
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

  /// How many points of the cover are found at the same place in this picture.
  func places(of whole: Features, foundIn seen: Features) -> Int {
    var places: Set<Point> = []
    for pair in CoverMatch.pairs(seen, whole) {
      let (place, image) = (whole.place(of: Int(pair.cover)), seen.place(of: Int(pair.photo)))
      let x = (image.x - Double(left)) / Double(cover.width) * Double(whole.width)
      let y = (image.y - Double(top)) / Double(cover.height) * Double(whole.height)
      // The same distance in the cover's pixels as `CoverMatch.tolerance` in this picture's.
      if abs(x - place.x) < 12, abs(y - place.y) < 12 { places.insert(place) }
    }
    return places.count
  }
}

extension TinyPicture {
  /// The sum of a sample and its eight neighbors; edges are repeated.
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
