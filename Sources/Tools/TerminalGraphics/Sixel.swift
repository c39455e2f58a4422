/// Encodes a picture in sixels (VT330/VT340 Programmer Reference Manual, volume 2, chapter 14): six rows at a time,
/// with one letter per color and column whose six bits mark the pixels.
enum Sixel {
  /// - Parameter colours: the most colors, 2 to 256.
  static func text(of picture: PixelPicture, colours: Int) -> String {
    let palette = Palette(of: picture, most: colours)
    // 1: pixels that aren't drawn stay as they are. Then the raster: square pixels, width, and height.
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

  /// Repetitions are run-length encoded; empty columns at the end are left out.
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

/// The color palette of a picture: median cut (Heckbert, "Color image quantization for frame buffer display", 1982)
/// over a histogram of five bits per channel, so that the work is bounded for any picture.
struct Palette {
  /// At least one.
  private(set) var colours: [(red: UInt8, green: UInt8, blue: UInt8)] = []
  /// The color index of each pixel.
  let indices: [UInt8]

  private struct Bin {
    let place: Int
    var count = 0
    var sums = [0, 0, 0]

    func level(_ channel: Int) -> Int { place >> (10 - 5 * channel) & 31 }
  }

  private struct Box {
    var bins: ArraySlice<Bin>
    let count: Int
    let channel: Int
    /// The greatest range of its colors in any channel.
    let spread: Int

    init(_ bins: ArraySlice<Bin>) {
      self.bins = bins
      count = bins.reduce(0) { $0 + $1.count }
      let spreads = (0..<3).map { channel in
        let levels = bins.lazy.map { $0.level(channel) }
        return (levels.max() ?? 0) - (levels.min() ?? 0)
      }
      spread = spreads.max() ?? 0
      channel = spreads.firstIndex(of: spread) ?? 0
    }

    /// Two boxes with about the same number of pixels; nil if it contains only one color.
    var halves: (Box, Box)? {
      guard bins.count > 1 else { return nil }
      let sorted = bins.sorted { $0.level(channel) < $1.level(channel) }
      var (sum, cut) = (0, 0)
      while cut < sorted.count - 1, cut == 0 || sum + sorted[cut].count <= count / 2 {
        sum += sorted[cut].count
        cut += 1
      }
      return (Box(sorted[..<cut]), Box(sorted[cut...]))
    }
  }

  /// - Parameter most: the most colors, 2 to 256.
  init(of picture: PixelPicture, most: Int) {
    var bins = (0..<1 << 15).map { Bin(place: $0) }
    let places = stride(from: 0, to: picture.samples.count, by: 3).map { start in
      let (red, green, blue) = (picture.samples[start], picture.samples[start + 1], picture.samples[start + 2])
      let place = Int(red >> 3) << 10 | Int(green >> 3) << 5 | Int(blue >> 3)
      bins[place].count += 1
      bins[place].sums[0] += Int(red)
      bins[place].sums[1] += Int(green)
      bins[place].sums[2] += Int(blue)
      return place
    }
    var boxes = [Box(bins.filter { $0.count > 0 }[...])]
    while boxes.count < most {
      // The box with the largest total error.
      guard
        let worst = boxes.indices.max(by: { boxes[$0].spread * boxes[$0].count < boxes[$1].spread * boxes[$1].count }),
        boxes[worst].spread > 0, let (one, other) = boxes[worst].halves
      else { break }
      boxes[worst] = one
      boxes.append(other)
    }
    var colourOfPlace = [UInt8](repeating: 0, count: bins.count)
    for (index, box) in boxes.enumerated() {
      for bin in box.bins { colourOfPlace[bin.place] = UInt8(index) }
      let means = (0..<3).map { channel in UInt8(box.bins.reduce(0) { $0 + $1.sums[channel] } / max(1, box.count)) }
      colours.append((means[0], means[1], means[2]))
    }
    indices = places.map { colourOfPlace[$0] }
  }
}
