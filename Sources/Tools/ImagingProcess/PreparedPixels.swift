/// A picture as rows of red, green and blue, for a terminal.
package struct PreparedPixels: Equatable, Sendable {
  /// Pixels, 1 to `longestSide`.
  package let width: Int
  package let height: Int
  /// Row after row, three bytes a pixel.
  package let samples: [UInt8]

  /// Pixels.
  package static let longestSide = 256

  package init(width: Int, height: Int, samples: [UInt8]) {
    self.width = width
    self.height = height
    self.samples = samples
  }
}
