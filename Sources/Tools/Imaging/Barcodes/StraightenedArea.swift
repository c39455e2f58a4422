/// A striped area rotated so that its bars are upright: a picture of a few rows, at about four pixels per module,
/// regardless of its size in the photo.
///
/// Each row is an average along the bars, which removes noise and keeps the bars sharp.
struct StraightenedArea {
  static let rows = 16
  /// In the straightened picture, for a barcode with the fewest modules: 95 (GS1 General Specifications, 5.2.1). Two,
  /// three, and five read fewer barcodes.
  private static let pixelsPerModule = 4
  /// The margin on both sides, as a fraction of the length, because readers need a quiet zone.
  private static let margin = 0.2

  let width: Int
  private let lines: [Float]

  init(_ area: StripedArea, of gray: GrayView) {
    let step = area.length / Double(95 * Self.pixelsPerModule)
    let margin = area.length * Self.margin
    let width = Int((area.length + 2 * margin) / step)
    let band = area.height / Double(Self.rows)
    let samples = max(1, min(6, Int(band)))
    var lines = [Float](repeating: 0, count: width * Self.rows)
    for row in 0..<Self.rows {
      for sample in 0..<samples {
        let along = area.along.lowerBound + band * (Double(row) + (Double(sample) + 0.5) / Double(samples))
        for column in 0..<width {
          let across = area.across.lowerBound - margin + step * (Double(column) + 0.5)
          lines[row * width + column] +=
            gray.brightness(
              x: area.x + across * area.right - along * area.down, y: area.y + across * area.down + along * area.right)
            / Float(samples)
        }
      }
    }
    (self.width, self.lines) = (width, lines)
  }

  /// As bytes, row by row, sharpened to compensate for blur.
  /// - Parameter sharpness: how much of the difference to the samples one module away is added; 0 for none.
  func samples(sharpness: Float) -> [UInt8] {
    lines.indices.map { place in
      let (row, column) = (place / width * width, place % width)
      let (before, after) = (max(0, column - Self.pixelsPerModule), min(width - 1, column + Self.pixelsPerModule))
      let value = lines[place]
      return UInt8(max(0, min(255, value + sharpness * (2 * value - lines[row + before] - lines[row + after]))))
    }
  }
}

extension GrayView {
  /// Interpolated by Catmull and Rom's cubic (1974); edge samples are repeated.
  fileprivate func brightness(x: Double, y: Double) -> Float {
    let (left, top) = (max(1, min(Double(width - 3), x - 0.5)), max(1, min(Double(height - 3), y - 0.5)))
    let (column, row) = (Int(left), Int(top))
    let across = Float(left - Double(column))
    func line(_ offset: Int) -> Float {
      let place = samples + (row + offset) * width + column
      return Self.mixed(Float(place[-1]), Float(place[0]), Float(place[1]), Float(place[2]), across)
    }
    return Self.mixed(line(-1), line(0), line(1), line(2), Float(top - Double(row)))
  }

  private static func mixed(_ a: Float, _ b: Float, _ c: Float, _ d: Float, _ part: Float) -> Float {
    let cube = 3 * (b - c) + d - a
    let square = 2 * a - 5 * b + 4 * c - d + part * cube
    return b + 0.5 * part * (c - a + part * square)
  }
}
