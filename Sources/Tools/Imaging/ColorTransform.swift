internal import CLCMS
internal import CTurboJPEG
internal import Glibc

/// Converts pixels from a profile's colors to sRGB, through Little CMS.
final class ColorTransform {
  /// The samples of a pixel: one, three, or four, of eight bits.
  enum Space {
    case gray, rgb
    /// 255 is no ink, as in JPEGs.
    case cmyk

    fileprivate var format: cmsUInt32Number {
      switch self {
      case .gray: Self.format(PT_GRAY, samples: 1)
      case .rgb: Self.format(PT_RGB, samples: 3)
      case .cmyk: Self.format(PT_CMYK, samples: 4) | 1 << 13
      }
    }

    /// lcms2.h, "Format of pixel": Swift doesn't import its macros.
    private static func format(_ type: Int32, samples: cmsUInt32Number) -> cmsUInt32Number {
      cmsUInt32Number(type) << 16 | samples << 3 | 1
    }
  }

  let space: Space
  private let transform: cmsHTRANSFORM

  /// Nil if the profile is invalid, is for other kinds of pixels than `spaces`, or changes almost nothing.
  init?(_ profile: ColorProfile, from spaces: [Space]) {
    guard let source = Self.opened(profile) else { return nil }
    defer { cmsCloseProfile(source) }
    let space: Space? =
      switch cmsGetColorSpace(source) {
      case cmsSigGrayData: .gray
      case cmsSigRgbData: .rgb
      case cmsSigCmykData: .cmyk
      default: nil
      }
    guard let space, spaces.contains(space), let target = cmsCreate_sRGBProfile() else { return nil }
    defer { cmsCloseProfile(target) }
    guard
      let transform = cmsCreateTransform(
        source, space.format, target, Space.rgb.format, cmsUInt32Number(INTENT_PERCEPTUAL), 0)
    else { return nil }
    self.space = space
    self.transform = transform
    if changesNothing() { return nil }
  }

  deinit { cmsDeleteTransform(transform) }

  /// `target` may be `source` if pixels don't grow.
  func convert(_ source: UnsafePointer<UInt8>, to target: UnsafeMutablePointer<UInt8>, count: Int) {
    cmsDoTransform(transform, source, target, cmsUInt32Number(count))
  }

  /// Whether no color changes visibly: most profiles are sRGB itself.
  private func changesNothing() -> Bool {
    guard space == .rgb else { return false }
    let levels: [UInt8] = [0, 64, 128, 192, 255]
    let colors = levels.flatMap { red in levels.flatMap { green in levels.flatMap { [red, green, $0] } } }
    var converted = colors
    convert(colors, to: &converted, count: colors.count / 3)
    return zip(colors, converted).allSatisfy { abs(Int($0) - Int($1)) <= 2 }
  }

  private static func opened(_ profile: ColorProfile) -> cmsHPROFILE? {
    switch profile {
    case .icc(let bytes): return cmsOpenProfileFromMem(bytes, cmsUInt32Number(clamping: bytes.count))
    case .described(let primaries, let curve):
      guard let tone = tone(curve) else { return nil }
      defer { cmsFreeToneCurve(tone) }
      var white = cmsCIExyY(x: primaries.white.0, y: primaries.white.1, Y: 1)
      var colors = cmsCIExyYTRIPLE(
        Red: cmsCIExyY(x: primaries.red.0, y: primaries.red.1, Y: 1),
        Green: cmsCIExyY(x: primaries.green.0, y: primaries.green.1, Y: 1),
        Blue: cmsCIExyY(x: primaries.blue.0, y: primaries.blue.1, Y: 1))
      var tones: [OpaquePointer?] = [tone, tone, tone]
      return cmsCreateRGBProfile(&white, &colors, &tones)
    }
  }

  private static func tone(_ curve: ColorProfile.Curve) -> OpaquePointer? {
    switch curve {
    // IEC 61966-2-1, as a parametric curve of ICC's fourth type.
    case .sRGB: return cmsBuildParametricToneCurve(nil, 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
    case .gamma(let gamma): return cmsBuildGamma(nil, max(0.1, min(10, gamma)))
    case .perceptualQuantizer, .hybridLogGamma:
      let table = (0..<1024).map { UInt16((curve.light(Double($0) / 1023) ?? 0) * 65_535) }
      return cmsBuildTabulatedToneCurve16(nil, cmsUInt32Number(table.count), table)
    }
  }
}

extension PlanarImage {
  /// The same picture in sRGB. Its chroma must be at half size in both directions.
  consuming func inSRGB(from profile: ColorProfile?) throws(ImagingError) -> PlanarImage {
    guard let profile, let transform = ColorTransform(profile, from: [.gray, .rgb]) else { return self }
    if transform.space == .gray {
      let grays = (0...255).map { UInt8($0) }
      var colors = [UInt8](repeating: 0, count: 768)
      transform.convert(grays, to: &colors, count: 256)
      for index in 0..<width * height { luma.samples[index] = colors[Int(luma.samples[index]) * 3] }
      return self
    }
    let pixels = UnsafeMutablePointer<UInt8>.allocate(capacity: width * height * 3)
    defer { pixels.deallocate() }
    try draw(into: pixels)
    transform.convert(pixels, to: pixels, count: width * height)
    return try PlanarImage(rgb: pixels, width: width, height: height, sampling: TJSAMP_420)
  }
}
