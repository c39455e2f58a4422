/// A grayscale picture in memory that its owner keeps alive during use, such as the luma of a whole photo in its stored
/// orientation.
package struct GrayView {
  /// Row by row.
  let samples: UnsafePointer<UInt8>
  package let width: Int
  package let height: Int

  /// - Parameter samples: `width` times `height` of them.
  package init(samples: UnsafePointer<UInt8>, width: Int, height: Int) {
    self.samples = samples
    self.width = width
    self.height = height
  }

  init(_ plane: borrowing Plane) {
    self.init(samples: UnsafePointer(plane.samples), width: plane.width, height: plane.height)
  }

  /// Decodes a photo, only for this.
  ///
  /// - Parameter side: the least number of pixels on the short side, if the photo has as many.
  static func show(
    ofPhoto bytes: UnsafeRawBufferPointer, shortSideAtLeast side: Int, to look: (GrayView) -> Void
  ) throws(ImagingError) {
    let decoded = try ImageFile.decoder(for: bytes).decoded(shortSideAtLeast: side)
    look(GrayView(decoded.image.luma))
  }
}

extension GrayView {
  /// Calls `body` with the picture reduced to the means of squares of `side` by `side` samples; incomplete squares at
  /// the edges are left out.
  func reduced<Value>(by side: Int, _ body: (GrayView) -> Value) -> Value {
    let (columns, rows) = (width / side, height / side)
    let sums = UnsafeMutablePointer<Int32>.allocate(capacity: columns)
    let means = UnsafeMutablePointer<UInt8>.allocate(capacity: columns * rows)
    defer {
      sums.deallocate()
      means.deallocate()
    }
    let area = Int32(side * side)
    for row in 0..<rows {
      sums.initialize(repeating: 0, count: columns)
      for line in 0..<side {
        var sample = samples + (row * side + line) * width
        for column in 0..<columns {
          for _ in 0..<side {
            sums[column] &+= Int32(sample.pointee)
            sample += 1
          }
        }
      }
      for column in 0..<columns { means[row * columns + column] = UInt8(truncatingIfNeeded: sums[column] / area) }
    }
    return body(GrayView(samples: means, width: columns, height: rows))
  }
}
