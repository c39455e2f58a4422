/// A sixel picture read as a terminal reads it (VT330/VT340 Programmer Reference Manual, volume 2, chapter 14).
struct DecodedSixel {
  private(set) var width = 0
  private(set) var height = 0
  /// Colours by their number, in percent.
  private(set) var colours: [Int: [Int]] = [:]
  /// The colour's number of each pixel, row after row; nil where nothing was drawn.
  private(set) var pixels: [Int?] = []

  /// Nil where it breaks a rule: a number that is missing, a letter that is none, a column outside of the raster.
  init?(_ text: String) {
    var rest = Array(text.utf8)[...]
    guard rest.starts(with: Array("\u{1B}P0;1q\"".utf8)), rest.suffix(2) == [0x1B, 0x5C] else { return nil }
    rest = rest.dropFirst(7).dropLast(2)
    func numbers() -> [Int] {
      let digits = rest.prefix { 0x30...0x39 ~= $0 || $0 == 0x3B }
      rest = rest.dropFirst(digits.count)
      return digits.split(separator: 0x3B).compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    }
    let raster = numbers()
    guard raster.count == 4, raster[0] == 1, raster[1] == 1 else { return nil }
    (width, height) = (raster[2], raster[3])
    pixels = Array(repeating: nil, count: width * height)
    var (x, top, colour, count) = (0, 0, 0, 1)
    while let letter = rest.popFirst() {
      switch letter {
      case UInt8(ascii: "#"):
        let fields = numbers()
        guard fields.count == 1 || fields.count == 5 && fields[1] == 2 else { return nil }
        colour = fields[0]
        if fields.count == 5 { colours[colour] = Array(fields[2...]) }
        guard colours[colour] != nil else { return nil }
      case UInt8(ascii: "!"):
        guard let number = numbers().first else { return nil }
        count = number
      case UInt8(ascii: "$"): x = 0
      case UInt8(ascii: "-"): (x, top) = (0, top + 6)
      case 63...126:
        for column in x..<(x + count) {
          for bit in 0..<6 where (letter - 63) >> bit & 1 == 1 {
            guard column < width, top + bit < height else { return nil }
            pixels[(top + bit) * width + column] = colour
          }
        }
        (x, count) = (x + count, 1)
      default: return nil
      }
    }
  }

  /// As bytes of red, green and blue.
  var samples: [UInt8] {
    pixels.flatMap { number in (number.flatMap { colours[$0] } ?? [0, 0, 0]).map { UInt8($0 * 255 / 100) } }
  }
}
