internal import CLCMS

/// ICC profiles as cameras put them into photos.
package enum Profiles: String, CaseIterable, Sendable {
  case displayP3, adobeRGB, sRGB, gray

  package var bytes: [UInt8] {
    var white = cmsCIExyY(x: 0.3127, y: 0.3290, Y: 1)
    let gamma = cmsBuildGamma(nil, 563 / 256)
    let curve = cmsBuildParametricToneCurve(nil, 4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])
    defer {
      cmsFreeToneCurve(gamma)
      cmsFreeToneCurve(curve)
    }
    let profile: cmsHPROFILE?
    switch self {
    case .sRGB: profile = cmsCreate_sRGBProfile()
    case .gray: profile = cmsCreateGrayProfile(&white, gamma)
    case .displayP3, .adobeRGB:
      let tone = self == .displayP3 ? curve : gamma
      var tones: [OpaquePointer?] = [tone, tone, tone]
      let (red, green) = self == .displayP3 ? ((0.68, 0.32), (0.265, 0.69)) : ((0.64, 0.33), (0.21, 0.71))
      var colors = cmsCIExyYTRIPLE(
        Red: cmsCIExyY(x: red.0, y: red.1, Y: 1), Green: cmsCIExyY(x: green.0, y: green.1, Y: 1),
        Blue: cmsCIExyY(x: 0.15, y: 0.06, Y: 1))
      profile = cmsCreateRGBProfile(&white, &colors, &tones)
    }
    defer { cmsCloseProfile(profile) }
    var size: cmsUInt32Number = 0
    cmsSaveProfileToMem(profile, nil, &size)
    var bytes = [UInt8](repeating: 0, count: Int(size))
    cmsSaveProfileToMem(profile, &bytes, &size)
    return bytes
  }
}
