internal import CTurboJPEG

/// Decodes one JPEG, through TurboJPEG. The bytes must outlive it.
final class JPEGDecoder: ImageDecoder {
  let width: Int
  let height: Int

  private let turbo: TurboHandle
  private let file: UnsafeRawBufferPointer
  private let mended: MendedJPEG
  private let sampling: TJSAMP?
  private let colorspace: TJCS

  init(_ file: UnsafeRawBufferPointer) throws(ImagingError) {
    let turbo = try TurboHandle(tjInitDecompress())
    let mended = MendedJPEG(file)
    var (width, height, sampling, colorspace): (Int32, Int32, Int32, Int32) = (0, 0, -1, -1)
    let result = tjDecompressHeader3(
      turbo.instance, mended.start, UInt(mended.count), &width, &height, &sampling, &colorspace)
    // The call fails for samplings without a name, although such a file can be decoded; and it succeeds for some broken
    // files.
    guard width > 0, height > 0, result == 0 || sampling < 0 || turbo.merelyWarns else {
      throw JPEGSegments.unsupportedKind(of: file).map { .unsupported(format: $0) } ?? turbo.error
    }
    try ImageFile.demand(width: Int(width), height: Int(height))
    (self.width, self.height) = (Int(width), Int(height))
    self.sampling = sampling >= 0 ? TJSAMP(UInt32(sampling)) : nil
    self.colorspace = TJCS(UInt32(max(0, colorspace)))
    self.file = file
    self.mended = mended
    self.turbo = turbo
  }

  /// Whether nothing but fine detail, or rows at the bottom, can be missing.
  var hasLastScans: Bool { mended.hasLastScans }

  /// A picture in one scan is decoded row by row, and one that isn't narrow is reduced meanwhile.
  var takesLittleMemory: Bool {
    let isReduced = max(width, height) <= 2 * min(width, height)
    return width * height * 8 <= ImageFile.littleMemory
      || JPEGSegments.haveOneScan(file) && colorspace != TJCS_CMYK && colorspace != TJCS_YCCK && isReduced
  }

  /// Decodes the picture at 1, 1/2, 1/4, or 1/8 of its size: the smallest whose short side is at least `side`.
  ///
  /// The decoder uses a smaller inverse transform for this, which is also faster.
  func decoded(shortSideAtLeast side: Int) throws(ImagingError) -> DecodedImage {
    let short = min(width, height)
    let divisor = [8, 4, 2].first { (short + $0 - 1) / $0 >= side } ?? 1
    let smallWidth = (width + divisor - 1) / divisor
    let smallHeight = (height + divisor - 1) / divisor
    let decoded = try decoded(width: smallWidth, height: smallHeight)
    // Zeros behind the picture are no picture data, unless a flat picture ends with many of them.
    guard !decoded.flaws.isEmpty, mended.dropZeros() else { return decoded }
    let trimmed = try self.decoded(width: smallWidth, height: smallHeight)
    return trimmed.flaws.isEmpty || !mended.hasEnd ? trimmed : decoded
  }

  private func decoded(width: Int, height: Int) throws(ImagingError) -> DecodedImage {
    guard let sampling, colorspace == TJCS_YCbCr || colorspace == TJCS_GRAY else {
      return try throughRGB(width: width, height: height)
    }
    return try planes(width: width, height: height, sampling: sampling)
  }

  private func planes(
    width: Int, height: Int, sampling: TJSAMP
  ) throws(ImagingError) -> DecodedImage {
    var flaws: DecodedImage.Flaws = []
    let image = try PlanarImage(
      sampling: sampling, width: width, height: height
    ) { planes, strides throws(ImagingError) in
      flaws = try self.flaws(
        of: tjDecompressToYUVPlanes(
          turbo.instance, mended.start, UInt(mended.count), planes, Int32(width), strides, Int32(height),
          TJFLAG_LIMITSCANS))
    }
    return DecodedImage(
      image: image, orientation: Orientation.of(jpeg: file), profile: JPEGSegments.profile(in: file), flaws: flaws)
  }

  /// The slow way, for files without YCbCr: Adobe's RGB and CMYK, and samplings without a name.
  private func throughRGB(width: Int, height: Int) throws(ImagingError) -> DecodedImage {
    let isCMYK = colorspace == TJCS_CMYK || colorspace == TJCS_YCCK
    let pixelSize = isCMYK ? 4 : 3
    let pixels = UnsafeMutablePointer<UInt8>.allocate(capacity: width * height * pixelSize)
    defer { pixels.deallocate() }
    let result = tjDecompress2(
      turbo.instance, mended.start, UInt(mended.count), pixels, Int32(width), Int32(width * pixelSize),
      Int32(height),
      Int32((isCMYK ? TJPF_CMYK : TJPF_RGB).rawValue), TJFLAG_LIMITSCANS)
    let flaws = try flaws(of: result)
    let profile = JPEGSegments.profile(in: file)
    if isCMYK { Self.makeRGB(ofCMYK: pixels, count: width * height, profile) }
    return DecodedImage(
      image: try PlanarImage(rgb: pixels, width: width, height: height), orientation: Orientation.of(jpeg: file),
      profile: isCMYK ? nil : profile, flaws: flaws)
  }

  /// In place. CMYK in a JPEG is as Photoshop writes it: 255 is no ink.
  private static func makeRGB(ofCMYK pixels: UnsafeMutablePointer<UInt8>, count: Int, _ profile: ColorProfile?) {
    if let profile, let transform = ColorTransform(profile, from: [.cmyk]) {
      transform.convert(pixels, to: pixels, count: count)
      return
    }
    for index in 0..<count {
      let (from, to) = (pixels + index * 4, pixels + index * 3)
      let (cyan, magenta, yellow, black) = (UInt32(from[0]), UInt32(from[1]), UInt32(from[2]), UInt32(from[3]))
      to[0] = UInt8(cyan * black / 255)
      to[1] = UInt8(magenta * black / 255)
      to[2] = UInt8(yellow * black / 255)
    }
  }

  /// If the decoder continued after an error, the result is -1 with only a warning. Its text is that of the first
  /// warning, so it doesn't tell whether more is wrong.
  private func flaws(of result: Int32) throws(ImagingError) -> DecodedImage.Flaws {
    if result == 0 { return [] }
    guard turbo.merelyWarns else { throw turbo.error }
    return mended.hasEnd ? .damaged : .truncated
  }
}
