/// A picture to be written in some format: rows of red, green, blue and alpha, one byte each.
package struct Pixels: Equatable, Sendable {
  package let width: Int
  package let height: Int
  package var rgba: [UInt8]

  package init(width: Int, height: Int, rgba: [UInt8]) {
    precondition(rgba.count == width * height * 4)
    (self.width, self.height, self.rgba) = (width, height, rgba)
  }

  /// Each pixel by what a function of its place says.
  package init(width: Int, height: Int, _ pixel: (Int, Int) -> (UInt8, UInt8, UInt8)) {
    var rgba: [UInt8] = []
    rgba.reserveCapacity(width * height * 4)
    for y in 0..<height {
      for x in 0..<width {
        let (red, green, blue) = pixel(x, y)
        rgba += [red, green, blue, 255]
      }
    }
    self.init(width: width, height: height, rgba: rgba)
  }

  package mutating func setAlpha(_ alpha: (Int, Int) -> UInt8) {
    for y in 0..<height { for x in 0..<width { rgba[(y * width + x) * 4 + 3] = alpha(x, y) } }
  }
}

/// Why a picture could not be written.
package struct WritingFailure: Error, CustomStringConvertible {
  package let description: String
}

extension Pixels {
  /// How far two rows of samples are apart: the mean over all of them, of 255. 255 where they aren't as many.
  package static func difference(_ one: [UInt8], _ other: [UInt8]) -> Double {
    guard one.count == other.count, !one.isEmpty else { return 255 }
    return Double(one.indices.reduce(0) { $0 + abs(Int(one[$1]) - Int(other[$1])) }) / Double(one.count)
  }

  /// Which of 216 colors, six levels of each, is nearest to the pixel at a place in `rgba`.
  func color(at place: Int) -> Int {
    rgba[place..<place + 3].reduce(0) { (sum: Int, sample: UInt8) -> Int in sum * 6 + (Int(sample) + 25) / 51 }
  }

  /// Those 216 colors, three bytes each.
  static let palette: [UInt8] = {
    var palette: [UInt8] = []
    for number in 0..<216 {
      for level in [number / 36, number / 6 % 6, number % 6] { palette.append(UInt8(level * 51)) }
    }
    return palette
  }()

  var hasAlpha: Bool { stride(from: 3, to: rgba.count, by: 4).contains { rgba[$0] < 255 } }
}

/// Numbers as files have them.
func big(_ value: Int, _ count: Int) -> [UInt8] {
  (0..<count).map { UInt8(truncatingIfNeeded: value >> ((count - 1 - $0) * 8)) }
}
func little(_ value: Int, _ count: Int) -> [UInt8] { big(value, count).reversed() }
