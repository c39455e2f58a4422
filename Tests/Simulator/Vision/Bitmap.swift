import CTurboJPEG

/// A decoded picture, made small: red, green and blue as sums over the rectangle from the first pixel (a summed-area
/// table), so that the mean of any block costs four look-ups.
struct Bitmap {
  let width: Int
  let height: Int
  /// Three planes of (width + 1) × (height + 1).
  private let sums: [Int32]

  /// Decodes a JPEG to a long side of at most 256 pixels or an eighth. Nil for one that cannot be decoded.
  init?(jpeg: [UInt8]) {
    guard let decompressor = tjInitDecompress() else { return nil }
    defer { tjDestroy(decompressor) }
    var (width, height, sampling, colors): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    guard tjDecompressHeader3(decompressor, jpeg, UInt(jpeg.count), &width, &height, &sampling, &colors) == 0,
      width > 0, height > 0, width <= 20_000, height <= 20_000
    else { return nil }
    let long: Int32 = max(width, height)
    var eighths: Int32 = 8
    while eighths > 1, long * eighths / 8 > 256 { eighths -= 1 }
    let w = (width * eighths + 7) / 8
    let h = (height * eighths + 7) / 8
    var pixels = [UInt8](repeating: 0, count: Int(w * h) * 3)
    let outcome = tjDecompress2(
      decompressor, jpeg, UInt(jpeg.count), &pixels, w, 0, h, Int32(TJPF_RGB.rawValue), TJFLAG_FASTDCT)
    guard outcome == 0 || tjGetErrorCode(decompressor) == Int32(TJERR_WARNING.rawValue) else { return nil }
    self.init(pixels: pixels, stride: 3, width: Int(w), height: Int(h))
  }

  /// - Parameter stride: Bytes a pixel, of which the first three are red, green, blue.
  init(pixels: [UInt8], stride: Int, width: Int, height: Int) {
    self.width = width
    self.height = height
    let row = width + 1
    let plane = row * (height + 1)
    sums = [Int32](unsafeUninitializedCapacity: plane * 3) { buffer, count in
      buffer.update(repeating: 0)
      pixels.withUnsafeBufferPointer { pixels in
        for channel in 0..<3 {
          for y in 0..<height {
            var line: Int32 = 0
            var target = channel * plane + (y + 1) * row
            var source = y * width * stride + channel
            for _ in 0..<width {
              line += Int32(pixels[source])
              target += 1
              buffer[target] = buffer[target - row] + line
              source += stride
            }
          }
        }
      }
      count = plane * 3
    }
  }

  /// A window in pixels.
  struct Window {
    var x: Double
    var y: Double
    var side: Double

    func overlaps(_ other: Window) -> Bool {
      let w = min(x + side, other.x + other.side) - max(x, other.x)
      let h = min(y + side, other.y + other.side) - max(y, other.y)
      return w > 0 && h > 0 && w * h > 0.15 * min(side * side, other.side * other.side)
    }
  }

  /// The mean colors of a window's cells, each channel's own mean taken away, brought to length 1.
  ///
  /// Nil for a window without contrast: what is left of a plain wall is noise, and noise resembles everything.
  func pattern(_ window: Window, cells: Int) -> [Float]? {
    let (row, plane) = (width + 1, (width + 1) * (height + 1))
    let edges = (0...cells).map { cell in
      (
        x: min(width, max(0, Int((window.x + window.side * Double(cell) / Double(cells)).rounded()))),
        y: min(height, max(0, Int((window.y + window.side * Double(cell) / Double(cells)).rounded())))
      )
    }
    var pattern = [Float](repeating: 0, count: cells * cells * 3)
    var length: Float = 0
    sums.withUnsafeBufferPointer { sums in
      for channel in 0..<3 {
        var total: Float = 0
        let first = channel * cells * cells
        for i in 0..<cells {
          let (top, bottom) = (channel * plane + edges[i].y * row, channel * plane + edges[i + 1].y * row)
          for j in 0..<cells {
            let (left, right) = (edges[j].x, edges[j + 1].x)
            let area = max(1, (right - left) * (edges[i + 1].y - edges[i].y))
            let sum = sums[bottom + right] - sums[bottom + left] - sums[top + right] + sums[top + left]
            let mean = Float(sum) / Float(area)
            pattern[first + i * cells + j] = mean
            total += mean
          }
        }
        let mean = total / Float(cells * cells)
        for index in first..<first + cells * cells {
          pattern[index] -= mean
          length += pattern[index] * pattern[index]
        }
      }
    }
    // Less than about seven levels of spread.
    guard length > 50 * Float(pattern.count) else { return nil }
    let scale = 1 / length.squareRoot()
    for index in pattern.indices { pattern[index] *= scale }
    return pattern
  }
}
