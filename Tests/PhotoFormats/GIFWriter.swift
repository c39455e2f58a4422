/// GIFs of 216 colors whose codes compress nothing (GIF89a).
package struct GIFWriter {
  package var isInterlaced = false
  /// Paints white places with the color that isn't painted.
  package var isTransparent = false

  package init() {}

  package func gif(of frames: [Pixels]) -> [UInt8] {
    guard let first = frames.first else { return [] }
    var gif: [UInt8] = Array("GIF89a".utf8) + little(first.width, 2) + little(first.height, 2)
    gif += [0xF7, 0, 0]
    gif += Pixels.palette + [UInt8](repeating: 0, count: 40 * 3)
    for frame in frames { gif += picture(frame) }
    return gif + [0x3B]
  }

  private func picture(_ pixels: Pixels) -> [UInt8] {
    var bytes: [UInt8] = [0x21, 0xF9, 4, isTransparent ? 1 : 0, 10, 0, 216, 0]
    bytes += [0x2C, 0, 0, 0, 0] + little(pixels.width, 2) + little(pixels.height, 2)
    bytes += [isInterlaced ? 0x40 : 0, 8]
    let passes = isInterlaced ? [(0, 8), (4, 8), (2, 4), (1, 2)] : [(0, 1)]
    var indices: [Int] = []
    for (first, step) in passes {
      for y in stride(from: first, to: pixels.height, by: step) {
        for x in 0..<pixels.width {
          let index = pixels.color(at: (y * pixels.width + x) * 4)
          indices.append(index == 215 && isTransparent ? 216 : index)
        }
      }
    }
    let codes = Self.codes(for: indices)
    for start in stride(from: 0, to: codes.count, by: 255) {
      let block = codes[start..<min(codes.count, start + 255)]
      bytes += [UInt8(block.count)] + block
    }
    return bytes + [0]
  }

  /// Nine bits a code, with the table cleared before it would need ten.
  private static func codes(for indices: [Int]) -> [UInt8] {
    var bytes: [UInt8] = []
    var (bits, filled) = (0, 0)
    func put(_ code: Int) {
      bits |= code << filled
      filled += 9
      while filled >= 8 {
        bytes.append(UInt8(truncatingIfNeeded: bits))
        bits >>= 8
        filled -= 8
      }
    }
    for (number, index) in indices.enumerated() {
      if number % 250 == 0 { put(256) }
      put(index)
    }
    put(257)
    return bytes + [UInt8(truncatingIfNeeded: bits), 0]
  }
}
