/// A picture as rows of red, green, and blue.
package struct PixelPicture: Equatable, Sendable {
  /// In pixels, at least 1.
  package let width: Int
  package let height: Int
  /// Row by row, three bytes per pixel.
  package let samples: [UInt8]

  /// Nil if the number of samples is wrong.
  package init?(width: Int, height: Int, samples: [UInt8]) {
    guard width > 0, height > 0, samples.count == width * height * 3 else { return nil }
    self.width = width
    self.height = height
    self.samples = samples
  }

  /// The picture at another size: each new pixel is the mean of those that it covers, or the nearest one.
  package func resized(width: Int, height: Int) -> PixelPicture {
    var resized = [UInt8](repeating: 0, count: width * height * 3)
    for y in 0..<height {
      let rows = span(y, of: height, in: self.height)
      for x in 0..<width {
        let columns = span(x, of: width, in: self.width)
        var sums = (0, 0, 0)
        for row in rows {
          for place in columns.map({ (row * self.width + $0) * 3 }) {
            sums.0 += Int(samples[place])
            sums.1 += Int(samples[place + 1])
            sums.2 += Int(samples[place + 2])
          }
        }
        let (count, place) = (rows.count * columns.count, (y * width + x) * 3)
        resized[place] = UInt8(sums.0 / count)
        resized[place + 1] = UInt8(sums.1 / count)
        resized[place + 2] = UInt8(sums.2 / count)
      }
    }
    return PixelPicture(width: width, height: height, samples: resized) ?? self
  }

  private func span(_ index: Int, of count: Int, in length: Int) -> Range<Int> {
    let start = index * length / count
    return start..<max(start + 1, (index + 1) * length / count)
  }
}
