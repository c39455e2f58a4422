internal import CTurboJPEG
internal import Glibc

/// Decodes one JPEG, through TurboJPEG. The bytes must outlive it.
struct JPEGDecoder: ~Copyable {
  /// What the file says of itself before a pixel is decoded.
  let width: Int
  let height: Int

  private let turbo: TurboHandle
  private let bytes: UnsafeBufferPointer<UInt8>
  private let sampling: TJSAMP?
  private let colorspace: TJCS

  /// The most that is decoded; a file of a few bytes can claim 65500×65500.
  static let maximumPixels = 100_000_000
  /// Less can't be a photo of a cover.
  static let minimumSide = 64

  /// Reads what the file says of itself. What isn't a JPEG by its first bytes is refused by name.
  init(_ file: UnsafeRawBufferPointer) throws(ImagingError) {
    try Self.demandJPEG(file)
    let turbo = try TurboHandle(tjInitDecompress())
    let bytes = file.bindMemory(to: UInt8.self)
    var (width, height, sampling, colorspace): (Int32, Int32, Int32, Int32) = (0, 0, -1, -1)
    let result = tjDecompressHeader3(
      turbo.instance, bytes.baseAddress, UInt(bytes.count), &width, &height, &sampling, &colorspace)
    // It fails for a sampling it has no name for, but such a file can be decoded; and it succeeds for some broken ones.
    guard width > 0, height > 0, result == 0 || sampling < 0 else { throw turbo.error }
    guard Int(width) * Int(height) <= Self.maximumPixels else {
      throw .tooLarge("\(width)x\(height) pixels, and \(Self.maximumPixels / 1_000_000) megapixels are the limit")
    }
    guard min(width, height) >= Self.minimumSide else {
      throw .tooSmall("\(width)x\(height) pixels, and the short side needs \(Self.minimumSide)")
    }
    (self.width, self.height) = (Int(width), Int(height))
    self.sampling = sampling >= 0 ? TJSAMP(UInt32(sampling)) : nil
    self.colorspace = TJCS(UInt32(max(0, colorspace)))
    self.bytes = bytes
    self.turbo = turbo
  }

  private static func demandJPEG(_ file: UnsafeRawBufferPointer) throws(ImagingError) {
    if file.isEmpty { throw .emptyFile }
    switch ImageFormat(file) {
    case .jpeg: break
    case .other(let name): throw .unsupported(format: name)
    case nil: throw .notAnImage
    }
  }

  /// What was less than perfect.
  struct Flaws: OptionSet {
    let rawValue: Int
    /// The end is missing.
    static let truncated = Flaws(rawValue: 1)
    /// Some of the data makes no sense.
    static let damaged = Flaws(rawValue: 2)
  }

  /// A picture, and what is wrong with it.
  struct Decoded: ~Copyable {
    let image: PlanarImage
    let flaws: Flaws
  }

  /// Decodes the picture at 1, 1/2, 1/4 or 1/8 of its size: the smallest whose short side is at least `side`.
  ///
  /// The decoder gets there by a smaller inverse transform, which costs less, the smaller it is.
  func decoded(shortSideAtLeast side: Int) throws(ImagingError) -> Decoded {
    let short = min(width, height)
    let divisor = [8, 4, 2].first { (short + $0 - 1) / $0 >= side } ?? 1
    let smallWidth = (width + divisor - 1) / divisor
    let smallHeight = (height + divisor - 1) / divisor
    guard let sampling, colorspace == TJCS_YCbCr || colorspace == TJCS_GRAY else {
      return try throughRGB(width: smallWidth, height: smallHeight)
    }
    return try planes(width: smallWidth, height: smallHeight, sampling: sampling)
  }

  private func planes(
    width: Int, height: Int, sampling: TJSAMP
  ) throws(ImagingError) -> Decoded {
    let isGray = sampling == TJSAMP_GRAY
    let (columns, rows) = Self.chroma(of: sampling)
    let image = PlanarImage(
      width: width, height: height, chromaColumns: columns, chromaRows: rows,
      luma: Self.plane(0, width, height, sampling),
      blue: isGray ? Plane(of: 128) : Self.plane(1, width, height, sampling),
      red: isGray ? Plane(of: 128) : Self.plane(2, width, height, sampling))
    var planes: [UnsafeMutablePointer<UInt8>?] = [image.luma.samples, image.blue.samples, image.red.samples]
    var strides = [Int32(image.luma.width), Int32(image.blue.width), Int32(image.red.width)]
    let result = tjDecompressToYUVPlanes(
      turbo.instance, bytes.baseAddress, UInt(bytes.count), &planes, Int32(width), &strides, Int32(height),
      TJFLAG_LIMITSCANS)
    return Decoded(image: image, flaws: try flaws(of: result))
  }

  /// The long way, for files that hold no YCbCr: Adobe's RGB and CMYK, and samplings without a name.
  private func throughRGB(width: Int, height: Int) throws(ImagingError) -> Decoded {
    let isCMYK = colorspace == TJCS_CMYK || colorspace == TJCS_YCCK
    let pixelSize = isCMYK ? 4 : 3
    let pixels = UnsafeMutablePointer<UInt8>.allocate(capacity: width * height * pixelSize)
    defer { pixels.deallocate() }
    let result = tjDecompress2(
      turbo.instance, bytes.baseAddress, UInt(bytes.count), pixels, Int32(width), Int32(width * pixelSize),
      Int32(height),
      Int32((isCMYK ? TJPF_CMYK : TJPF_RGB).rawValue), TJFLAG_LIMITSCANS)
    let flaws = try flaws(of: result)
    if isCMYK { Self.makeRGB(ofCMYK: pixels, count: width * height) }

    let image = PlanarImage(
      width: width, height: height, chromaColumns: 1, chromaRows: 1, luma: Plane(width: width, height: height),
      blue: Plane(width: width, height: height), red: Plane(width: width, height: height))
    let encoder = try TurboHandle(tjInitCompress())
    var planes: [UnsafeMutablePointer<UInt8>?] = [image.luma.samples, image.blue.samples, image.red.samples]
    var strides = [Int32(width), Int32(width), Int32(width)]
    let separated = tjEncodeYUVPlanes(
      encoder.instance, pixels, Int32(width), Int32(width * 3), Int32(height), Int32(TJPF_RGB.rawValue), &planes,
      &strides,
      Int32(TJSAMP_444.rawValue), 0)
    guard separated == 0 else { throw encoder.error }
    return Decoded(image: image, flaws: flaws)
  }

  /// In place. CMYK in a JPEG is as Photoshop writes it: 255 is no ink.
  private static func makeRGB(ofCMYK pixels: UnsafeMutablePointer<UInt8>, count: Int) {
    for index in 0..<count {
      let (from, to) = (pixels + index * 4, pixels + index * 3)
      let (cyan, magenta, yellow, black) = (UInt32(from[0]), UInt32(from[1]), UInt32(from[2]), UInt32(from[3]))
      to[0] = UInt8(cyan * black / 255)
      to[1] = UInt8(magenta * black / 255)
      to[2] = UInt8(yellow * black / 255)
    }
  }

  /// A decoder that goes on after trouble says so with a result of -1 and a mere warning.
  private func flaws(of result: Int32) throws(ImagingError) -> Flaws {
    if result == 0 { return [] }
    guard turbo.merelyWarns else { throw turbo.error }
    return turbo.message.contains("remature end") ? .truncated : .damaged
  }

  private static func plane(_ component: Int32, _ width: Int, _ height: Int, _ sampling: TJSAMP) -> Plane {
    Plane(
      width: Int(tjPlaneWidth(component, Int32(width), Int32(sampling.rawValue))),
      height: Int(tjPlaneHeight(component, Int32(height), Int32(sampling.rawValue))))
  }

  /// How many columns and rows of luma share a sample of chroma.
  private static func chroma(of sampling: TJSAMP) -> (columns: Int, rows: Int) {
    switch sampling {
    case TJSAMP_422: (2, 1)
    case TJSAMP_420: (2, 2)
    case TJSAMP_440: (1, 2)
    case TJSAMP_411: (4, 1)
    default: (1, 1)
    }
  }
}
