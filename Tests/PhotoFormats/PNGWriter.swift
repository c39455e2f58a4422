/// PNGs of every kind that there is, with their rows stored as they are (PNG specification; RFC 1950, 1951).
package struct PNGWriter {
  package enum Color: Int, CaseIterable, Sendable {
    case gray = 0
    case rgb = 2
    case palette = 3
    case grayAlpha = 4
    case rgba = 6
  }

  package var color = Color.rgb
  /// 8 or 16; also 1, 2 and 4 for gray.
  package var depth = 8
  package var isInterlaced = false
  /// What is put between the header and the picture: name and contents.
  package var chunks: [(String, [UInt8])] = []
  package var chunksBehind: [(String, [UInt8])] = []

  package init(_ color: Color = .rgb, depth: Int = 8, isInterlaced: Bool = false) {
    (self.color, self.depth, self.isInterlaced) = (color, depth, isInterlaced)
  }

  package func png(of pixels: Pixels) -> [UInt8] {
    var png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let header = big(pixels.width, 4) + big(pixels.height, 4)
    png += Self.chunk("IHDR", header + [UInt8(depth), UInt8(color.rawValue), 0, 0, isInterlaced ? 1 : 0])
    for (name, body) in chunks { png += Self.chunk(name, body) }
    if color == .palette {
      png += Self.chunk("PLTE", Pixels.palette)
      png += Self.chunk("tRNS", [UInt8](repeating: 255, count: 216) + [0])
    }
    png += Self.chunk("IDAT", Self.zlib(rows(of: pixels)))
    for (name, body) in chunksBehind { png += Self.chunk(name, body) }
    return png + Self.chunk("IEND", [])
  }

  private func rows(of pixels: Pixels) -> [UInt8] {
    let passes =
      isInterlaced
      ? [(0, 8, 0, 8), (4, 8, 0, 8), (0, 4, 4, 8), (2, 4, 0, 4), (0, 2, 2, 4), (1, 2, 0, 2), (0, 1, 1, 2)]
      : [(0, 1, 0, 1)]
    var rows: [UInt8] = []
    for (left, across, top, down) in passes where left < pixels.width {
      for y in stride(from: top, to: pixels.height, by: down) {
        rows.append(0)
        var bits = 0
        var filled = 0
        for x in stride(from: left, to: pixels.width, by: across) {
          for sample in samples(of: pixels, at: (y * pixels.width + x) * 4) {
            if depth == 16 {
              rows += [sample, sample]
            } else if depth == 8 {
              rows.append(sample)
            } else {
              bits = bits << depth | Int(sample) >> (8 - depth)
              filled += depth
              if filled == 8 {
                rows.append(UInt8(truncatingIfNeeded: bits))
                filled = 0
              }
            }
          }
        }
        if filled > 0 { rows.append(UInt8(truncatingIfNeeded: bits << (8 - filled))) }
      }
    }
    return rows
  }

  private func samples(of pixels: Pixels, at place: Int) -> [UInt8] {
    let pixel = Array(pixels.rgba[place..<place + 4])
    let light = Int(pixel[0]) * 299 + Int(pixel[1]) * 587 + Int(pixel[2]) * 114
    let gray = UInt8((light + 500) / 1000)
    switch color {
    case .gray: return [gray]
    case .grayAlpha: return [gray, pixel[3]]
    case .rgb: return Array(pixel.dropLast())
    case .rgba: return pixel
    case .palette: return [UInt8(pixels.color(at: place))]
    }
  }

  package static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    let named = Array(name.utf8) + body
    return big(body.count, 4) + named + big(Int(crc(named)), 4)
  }

  /// A zlib stream that compresses nothing.
  package static func zlib(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    for start in stride(from: 0, to: max(1, bytes.count), by: 65_535) {
      let block = bytes[start..<min(bytes.count, start + 65_535)]
      stream.append(start + 65_535 >= bytes.count ? 1 : 0)
      stream += little(block.count, 2) + little(~block.count & 0xFFFF, 2) + block
    }
    var (one, two) = (1, 0)
    for byte in bytes {
      one = (one + Int(byte)) % 65_521
      two = (two + one) % 65_521
    }
    return stream + big(two << 16 | one, 4)
  }

  private static let table: [UInt32] = (0..<256).map { value in
    var sum = UInt32(value)
    for _ in 0..<8 { sum = sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
    return sum
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    var sum: UInt32 = ~0
    for byte in bytes { sum = table[Int((sum ^ UInt32(byte)) & 255)] ^ (sum >> 8) }
    return ~sum
  }
}
