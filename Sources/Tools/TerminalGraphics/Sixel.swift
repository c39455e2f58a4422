/// Encodes a picture in sixels (VT330/VT340 Programmer Reference Manual, volume 2, chapter 14): six rows at a time,
/// with one letter per color and column whose six bits mark the pixels.
enum Sixel {
  /// - Parameter colours: how many there may be, 2 to 256.
  static func text(of picture: PixelPicture, colours: Int) -> String {
    let palette = Palette(of: picture, most: colours)
    // 1: what isn't drawn stays as it is. A raster of square pixels, so wide and high.
    var text = "\u{1B}P0;1q\"1;1;\(picture.width);\(picture.height)"
    for (index, colour) in palette.colours.enumerated() {
      text += "#\(index);2;\(percent(colour.red));\(percent(colour.green));\(percent(colour.blue))"
    }
    for top in stride(from: 0, to: picture.height, by: 6) {
      text += (top > 0 ? "-" : "") + band(from: top, of: picture, palette)
    }
    return text + "\u{1B}\\"
  }

  private static func percent(_ level: UInt8) -> Int { (Int(level) * 100 + 127) / 255 }

  private static func band(from top: Int, of picture: PixelPicture, _ palette: Palette) -> String {
    var columns: [UInt8: [UInt8]] = [:]
    for row in top..<min(top + 6, picture.height) {
      for x in 0..<picture.width {
        columns[palette.indices[row * picture.width + x], default: [UInt8](repeating: 0, count: picture.width)][x] |=
          1 << (row - top)
      }
    }
    return columns.sorted { $0.key < $1.key }.map { "#\($0.key)\(letters($0.value))" }.joined(separator: "$")
  }

  /// What repeats is counted; empty columns at the end are left out.
  private static func letters(_ columns: [UInt8]) -> String {
    var text = ""
    var rest = columns[...]
    while let last = rest.last, last == 0 { rest.removeLast() }
    while let first = rest.first {
      let count = rest.prefix { $0 == first }.count
      let letter = String(UnicodeScalar(63 + first))
      text += count > 3 ? "!\(count)\(letter)" : String(repeating: letter, count: count)
      rest = rest.dropFirst(count)
    }
    return text
  }
}
