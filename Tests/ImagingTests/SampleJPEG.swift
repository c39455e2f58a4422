import CTurboJPEG

/// JPEGs made for the tests, and a look into those that come back.
enum SampleJPEG {
  /// A color, as the tests tell them apart.
  enum Color: Character, CaseIterable, CustomStringConvertible {
    case red = "R"
    case green = "G"
    case blue = "B"
    case white = "W"
    case gray = "g"
    case black = "k"

    var rgb: (UInt8, UInt8, UInt8) {
      switch self {
      case .red: (230, 30, 30)
      case .green: (30, 200, 30)
      case .blue: (30, 30, 230)
      case .white: (250, 250, 250)
      case .gray: (128, 128, 128)
      case .black: (5, 5, 5)
      }
    }
    var description: String { String(rawValue) }

    static func nearest(to pixel: ArraySlice<UInt8>) -> Color {
      let (red, green, blue) = (Int(pixel[pixel.startIndex]), Int(pixel[pixel.startIndex + 1]), Int(pixel.last!))
      func distance(_ color: Color) -> Int {
        abs(Int(color.rgb.0) - red) + abs(Int(color.rgb.1) - green) + abs(Int(color.rgb.2) - blue)
      }
      return allCases.min { distance($0) < distance($1) }!
    }
  }

  struct Options {
    var sampling = TJSAMP_420
    var isProgressive = false
    var isCMYK = false
    var quality = 90

    var pixelSize: Int { isCMYK ? 4 : 3 }

    func pixels(_ color: Color, count: Int) -> [UInt8] {
      let (red, green, blue) = color.rgb
      // Without black, an inverted ink is its light.
      let pixel = isCMYK ? [red, green, blue, 255] : [red, green, blue]
      return Array([[UInt8]](repeating: pixel, count: count).joined())
    }
  }

  /// Four fields of color: top left, top right, bottom left, bottom right.
  static func fields(
    _ colors: String = "RGBW", width: Int = 1600, height: Int = 1200, _ options: Options = Options()
  ) -> [UInt8] {
    let fields = colors.map { Color(rawValue: $0)! }
    let left = width / 2
    let rows = [0, 2].map { first in
      options.pixels(fields[first], count: left) + options.pixels(fields[first + 1], count: width - left)
    }
    return jpeg(width: width, height: height, options) { rows[$0 * 2 >= height ? 1 : 0] }
  }

  /// Detail everywhere, the same each time.
  static func noise(width: Int, height: Int, _ options: Options = Options()) -> [UInt8] {
    var random = SeededGenerator(seed: 1)
    let length = width * options.pixelSize
    let pool = (0..<(length + 4096)).map { _ in UInt8.random(in: 0...255, using: &random) }
    return jpeg(width: width, height: height, options) { row in
      let start = row * 389 % 4096
      return Array(pool[start..<(start + length)])
    }
  }

  /// A JPEG of rows of pixels, each as `Options.pixels` makes them.
  static func jpeg(width: Int, height: Int, _ options: Options = Options(), row: (Int) -> [UInt8]) -> [UInt8] {
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height * options.pixelSize)
    for y in 0..<height { pixels += row(y) }
    let compressor = tjInitCompress()
    defer { tjDestroy(compressor) }
    var buffer: UnsafeMutablePointer<UInt8>?
    var size: UInt = 0
    let format = options.isCMYK ? TJPF_CMYK : TJPF_RGB
    let result = tjCompress2(
      compressor, pixels, Int32(width), 0, Int32(height), Int32(format.rawValue), &buffer, &size,
      Int32(options.sampling.rawValue), Int32(options.quality), options.isProgressive ? TJFLAG_PROGRESSIVE : 0)
    precondition(result == 0, String(cString: tjGetErrorStr2(compressor)))
    defer { tjFree(buffer) }
    return Array(UnsafeBufferPointer(start: buffer, count: Int(size)))
  }

  /// A JPEG with a segment put in right after its start.
  static func inserting(marker: UInt8, _ body: [UInt8], into jpeg: [UInt8]) -> [UInt8] {
    let length = body.count + 2
    return [0xFF, 0xD8, 0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + body + jpeg.dropFirst(2)
  }

  /// A JPEG that says how it is to be turned, and where it was taken.
  static func turned(_ orientation: UInt16, _ jpeg: [UInt8], isLittle: Bool = true) -> [UInt8] {
    inserting(marker: 0xE1, exif(orientation, isLittle: isLittle), into: jpeg)
  }

  static let secret = "SECRET-PLACE-48.2082N"

  static func exif(_ orientation: UInt16, isLittle: Bool = true) -> [UInt8] {
    func short(_ value: UInt16) -> [UInt8] {
      withUnsafeBytes(of: isLittle ? value.littleEndian : value.bigEndian, Array.init)
    }
    func long(_ value: UInt32) -> [UInt8] {
      withUnsafeBytes(of: isLittle ? value.littleEndian : value.bigEndian, Array.init)
    }
    let make = short(0x010F) + short(2) + long(UInt32(secret.utf8.count)) + long(38)
    let turn = short(0x0112) + short(3) + long(1) + short(orientation) + short(0)
    return Array("Exif\0\0".utf8) + (isLittle ? [0x49, 0x49] : [0x4D, 0x4D]) + short(42) + long(8) + short(2) + make
      + turn + long(0) + Array(secret.utf8)
  }

  /// What is to be seen in a JPEG.
  struct Seen {
    let width: Int
    let height: Int
    let rgb: [UInt8]

    init?(_ jpeg: some Sequence<UInt8>) {
      let jpeg = Array(jpeg)
      let decompressor = tjInitDecompress()
      defer { tjDestroy(decompressor) }
      var (width, height, sampling, colorspace): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
      guard
        tjDecompressHeader3(decompressor, jpeg, UInt(jpeg.count), &width, &height, &sampling, &colorspace) == 0
      else { return nil }
      var rgb = [UInt8](repeating: 0, count: Int(width * height) * 3)
      guard
        tjDecompress2(
          decompressor, jpeg, UInt(jpeg.count), &rgb, width, 0, height, Int32(TJPF_RGB.rawValue), 0) == 0
      else { return nil }
      (self.width, self.height, self.rgb) = (Int(width), Int(height), rgb)
    }

    /// The color at a place given in parts of the width and height.
    func color(_ x: Double, _ y: Double) -> Color {
      let at = (Int(y * Double(height)) * width + Int(x * Double(width))) * 3
      return .nearest(to: rgb[at..<(at + 3)])
    }

    /// The four fields, as `SampleJPEG.fields` takes them.
    var fields: String {
      [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)].map { "\(color($0.0, $0.1))" }.joined()
    }
  }
}

/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers for the same seed, everywhere.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
