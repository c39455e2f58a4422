/// How three sample planes encode colors (ITU-T H.273, 8.3): the weights of red and blue in the luma, and whether the
/// full range of 256 values is used.
struct CodedColor: Equatable {
  var red: Float = 0.299
  var blue: Float = 0.114
  var isFullRange = true

  /// As in JPEGs (ITU-T T.871): the weights of BT.601, with the full range.
  static let jpeg = CodedColor()

  /// Nil for other kinds of coding. `matrix` is MatrixCoefficients of H.273.
  init?(matrix: UInt32, isFullRange: Bool) {
    switch matrix {
    case 1: (red, blue) = (0.2126, 0.0722)
    // Unspecified: encoders that omit it usually mean this one.
    case 2, 5, 6: break
    case 9: (red, blue) = (0.2627, 0.0593)
    default: return nil
    }
    self.isFullRange = isFullRange
  }

  init(isFullRange: Bool = true) { self.isFullRange = isFullRange }

  /// Converts the planes in place to those of a JPEG of the same colors.
  func makeJPEGs(_ image: borrowing PlanarImage) {
    if self == .jpeg { return }
    let jpeg = CodedColor.jpeg
    // Derived from both definitions: luma changes by a fraction of each color difference, and the differences mix.
    let (green, otherGreen) = (1 - red - blue, 1 - jpeg.red - jpeg.blue)
    let lumaOfBlue = 2 * (1 - blue) * (jpeg.blue - otherGreen * blue / green)
    let lumaOfRed = 2 * (1 - red) * (jpeg.red - otherGreen * red / green)
    let isSameMatrix = red == jpeg.red && blue == jpeg.blue
    let (lumaScale, chromaScale, black): (Float, Float, Float) = isFullRange ? (1, 1, 0) : (255 / 219, 255 / 224, 16)

    func byte(_ value: Float) -> UInt8 { UInt8(max(0, min(255, value + 0.5))) }
    let levels = (0...255).map { byte((Float($0) - black) * lumaScale) }
    for y in 0..<image.luma.height {
      let row = image.luma.samples + y * image.luma.width
      if isSameMatrix {
        for x in 0..<image.luma.width { row[x] = levels[Int(row[x])] }
      } else {
        let chroma = min(y / image.chromaRows, image.blue.height - 1)
        for x in 0..<image.luma.width {
          let column = min(x / image.chromaColumns, image.blue.width - 1)
          let cb = (Float(image.blue.samples[chroma * image.blue.width + column]) - 128) * chromaScale
          let cr = (Float(image.red.samples[chroma * image.red.width + column]) - 128) * chromaScale
          row[x] = byte((Float(row[x]) - black) * lumaScale + lumaOfBlue * cb + lumaOfRed * cr)
        }
      }
    }
    let blueOfBlue = (2 * (1 - blue) - lumaOfBlue) / (2 * (1 - jpeg.blue)) * chromaScale
    let blueOfRed = -lumaOfRed / (2 * (1 - jpeg.blue)) * chromaScale
    let redOfRed = (2 * (1 - red) - lumaOfRed) / (2 * (1 - jpeg.red)) * chromaScale
    let redOfBlue = -lumaOfBlue / (2 * (1 - jpeg.red)) * chromaScale
    for index in 0..<image.blue.width * image.blue.height {
      let (cb, cr) = (Float(image.blue.samples[index]) - 128, Float(image.red.samples[index]) - 128)
      image.blue.samples[index] = byte(128 + blueOfBlue * cb + blueOfRed * cr)
      image.red.samples[index] = byte(128 + redOfBlue * cb + redOfRed * cr)
    }
  }
}
