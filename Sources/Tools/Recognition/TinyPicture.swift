/// A tiny grayscale picture, row by row, that keeps only the overall impression.
struct TinyPicture: Equatable, Sendable {
  let width: Int
  let height: Int
  let samples: [UInt8]

  init(width: Int, height: Int, samples: [UInt8]) {
    (self.width, self.height, self.samples) = (width, height, samples)
  }

  /// The mean of what each of its samples stands for.
  ///
  /// - Parameter longSide: of the tiny picture, in pixels; one that is smaller stays as large as it is.
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

  /// Between four samples; nil outside of the picture.
  ///
  /// - Parameter point: in parts of the width and height.
  func tone(at point: Point) -> Double? {
    guard (0...1).contains(point.x), (0...1).contains(point.y) else { return nil }
    let x = max(0, min(Double(width - 1), point.x * Double(width) - 0.5))
    let y = max(0, min(Double(height - 1), point.y * Double(height) - 0.5))
    let (column, row) = (Int(x), Int(y))
    let (across, down) = (x - Double(column), y - Double(row))
    func at(_ right: Int, _ below: Int) -> Double {
      Double(samples[min(height - 1, row + below) * width + min(width - 1, column + right)])
    }
    let upper = at(0, 0) * (1 - across) + at(1, 0) * across
    return upper * (1 - down) + (at(0, 1) * (1 - across) + at(1, 1) * across) * down
  }
}
