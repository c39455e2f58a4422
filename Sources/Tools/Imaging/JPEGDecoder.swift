internal import CTurboJPEG
internal import Glibc

/// Decodes one JPEG, through TurboJPEG. The bytes must outlive it.
final class JPEGDecoder: ImageDecoder {
  let width: Int
  let height: Int

  private let turbo: TurboHandle
  private let file: UnsafeRawBufferPointer
  private let bytes: UnsafeBufferPointer<UInt8>
  private let sampling: TJSAMP?
  private let colorspace: TJCS

  init(_ file: UnsafeRawBufferPointer) throws(ImagingError) {
    let turbo = try TurboHandle(tjInitDecompress())
    let bytes = file.bindMemory(to: UInt8.self)
    var (width, height, sampling, colorspace): (Int32, Int32, Int32, Int32) = (0, 0, -1, -1)
    let result = tjDecompressHeader3(
      turbo.instance, bytes.baseAddress, UInt(bytes.count), &width, &height, &sampling, &colorspace)
    // The call fails for samplings without a name, although such a file can be decoded; and it succeeds for some broken
    // files.
    guard width > 0, height > 0, result == 0 || sampling < 0 else { throw turbo.error }
    try ImageFile.demand(width: Int(width), height: Int(height))
    (self.width, self.height) = (Int(width), Int(height))
    self.sampling = sampling >= 0 ? TJSAMP(UInt32(sampling)) : nil
    self.colorspace = TJCS(UInt32(max(0, colorspace)))
    self.file = file
    self.bytes = bytes
    self.turbo = turbo
  }

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
    guard let sampling, colorspace == TJCS_YCbCr || colorspace == TJCS_GRAY else {
      return try throughRGB(width: smallWidth, height: smallHeight)
    }
    return try planes(width: smallWidth, height: smallHeight, sampling: sampling)
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
          turbo.instance, bytes.baseAddress, UInt(bytes.count), planes, Int32(width), strides, Int32(height),
          TJFLAG_LIMITSCANS))
    }
    return DecodedImage(
      image: image, orientation: ExifOrientation.of(jpeg: file), profile: JPEGSegments.profile(in: file), flaws: flaws)
  }

  /// The slow way, for files without YCbCr: Adobe's RGB and CMYK, and samplings without a name.
  private func throughRGB(width: Int, height: Int) throws(ImagingError) -> DecodedImage {
    let isCMYK = colorspace == TJCS_CMYK || colorspace == TJCS_YCCK
    let pixelSize = isCMYK ? 4 : 3
    let pixels = UnsafeMutablePointer<UInt8>.allocate(capacity: width * height * pixelSize)
    defer { pixels.deallocate() }
    let result = tjDecompress2(
      turbo.instance, bytes.baseAddress, UInt(bytes.count), pixels, Int32(width), Int32(width * pixelSize),
      Int32(height),
      Int32((isCMYK ? TJPF_CMYK : TJPF_RGB).rawValue), TJFLAG_LIMITSCANS)
    let flaws = try flaws(of: result)
    let profile = JPEGSegments.profile(in: file)
    if isCMYK { Self.makeRGB(ofCMYK: pixels, count: width * height, profile) }
    return DecodedImage(
      image: try PlanarImage(rgb: pixels, width: width, height: height), orientation: ExifOrientation.of(jpeg: file),
      profile: isCMYK ? nil : profile, flaws: flaws)
  }

  /// In place. CMYK in a JPEG is as Photoshop writes it: 255 is no ink.
  private static func makeRGB(ofCMYK pixels: UnsafeMutablePointer<UInt8>, count: Int, _ profile: ColourProfile?) {
    if let profile, let transform = ColourTransform(profile, from: [.cmyk]) {
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

  /// If the decoder continued after an error, the result is -1 with only a warning.
  private func flaws(of result: Int32) throws(ImagingError) -> DecodedImage.Flaws {
    if result == 0 { return [] }
    guard turbo.merelyWarns else { throw turbo.error }
    return turbo.message.contains("remature end") ? .truncated : .damaged
  }
}

/// The segments before a JPEG's picture data, in untrusted bytes where every length may be wrong (ITU-T T.81, B.1.1).
struct JPEGSegments: Sequence, IteratorProtocol {
  private let bytes: UnsafeRawBufferPointer
  private var at = 2

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  mutating func next() -> (marker: UInt8, body: UnsafeRawBufferPointer)? {
    while at + 4 <= bytes.count, bytes[at] == 0xFF {
      let marker = bytes[at + 1]
      if marker == 0xFF {  // fill
        at += 1
        continue
      }
      guard marker != 0xDA, marker != 0xD9, marker >= 0xC0, !(0xD0...0xD8 ~= marker) else { return nil }
      let length = Int(bytes[at + 2]) << 8 | Int(bytes[at + 3])
      guard length >= 2 else { return nil }
      let body = (at + 4)..<Swift.max(at + 4, Swift.min(at + 2 + length, bytes.count))
      at += 2 + length
      return (marker, UnsafeRawBufferPointer(rebasing: bytes[body]))
    }
    return nil
  }

  /// Whether the whole picture is in the first scan. Otherwise, libjpeg-turbo holds the coefficients of all of it
  /// (`has_multiple_scans` in its jdinput.c).
  static func haveOneScan(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var segments = JPEGSegments(bytes)
    var components: UInt8?
    while let (marker, body) = segments.next() {
      // A frame that is coded progressively (ITU-T T.81, table B.1).
      if [0xC2, 0xC6, 0xCA, 0xCE].contains(marker) { return false }
      if [0xC0, 0xC1, 0xC9].contains(marker), body.count > 5 { components = body[5] }
    }
    let scan = segments.at
    return scan + 4 < bytes.count && bytes[scan + 1] == 0xDA && bytes[scan + 4] == components
  }

  /// The ICC profile, assembled from its parts (ICC.1, B.4). Nil if there is none, or a part is missing.
  static func profile(in bytes: UnsafeRawBufferPointer) -> ColourProfile? {
    let name = Array("ICC_PROFILE\0".utf8)
    let parts = JPEGSegments(bytes).filter { $0.marker == 0xE2 && $0.body.count > 14 && $0.body.starts(with: name) }
    guard let count = parts.first.map({ Int($0.body[13]) }), count > 0, parts.count == count else { return nil }
    let sorted = parts.sorted { $0.body[12] < $1.body[12] }
    guard sorted.enumerated().allSatisfy({ Int($1.body[12]) == $0 + 1 }) else { return nil }
    return .icc(sorted.flatMap { $0.body.dropFirst(14) })
  }
}
