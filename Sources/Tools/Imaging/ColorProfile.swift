internal import Glibc

/// The color profile of a file.
enum ColorProfile: Equatable {
  /// The bytes of an ICC profile.
  case icc([UInt8])
  case described(Primaries, Curve)

  /// The chromaticities of white, red, green, and blue (CIE 1931 x and y).
  struct Primaries: Equatable {
    var white: (Double, Double)
    var red: (Double, Double)
    var green: (Double, Double)
    var blue: (Double, Double)

    static let sRGB = Primaries(
      white: (0.3127, 0.3290), red: (0.64, 0.33), green: (0.30, 0.60), blue: (0.15, 0.06))

    init(white: (Double, Double), red: (Double, Double), green: (Double, Double), blue: (Double, Double)) {
      (self.white, self.red, self.green, self.blue) = (white, red, green, blue)
    }

    /// ColorPrimaries of ITU-T H.273; sRGB's if the number is unspecified or unknown.
    init(code: Int) {
      let daylight = (0.3127, 0.3290)
      switch code {
      case 4: self.init(white: (0.310, 0.316), red: (0.67, 0.33), green: (0.21, 0.71), blue: (0.14, 0.08))
      case 5: self.init(white: daylight, red: (0.64, 0.33), green: (0.29, 0.60), blue: (0.15, 0.06))
      case 6, 7: self.init(white: daylight, red: (0.630, 0.340), green: (0.310, 0.595), blue: (0.155, 0.070))
      case 9: self.init(white: daylight, red: (0.708, 0.292), green: (0.170, 0.797), blue: (0.131, 0.046))
      case 11: self.init(white: (0.314, 0.351), red: (0.680, 0.320), green: (0.265, 0.690), blue: (0.150, 0.060))
      case 12: self.init(white: daylight, red: (0.680, 0.320), green: (0.265, 0.690), blue: (0.150, 0.060))
      default: self = .sRGB
      }
    }

    static func == (one: Primaries, other: Primaries) -> Bool {
      one.white == other.white && one.red == other.red && one.green == other.green && one.blue == other.blue
    }
  }

  /// The transfer function from sample values to light.
  enum Curve: Equatable {
    case sRGB
    case gamma(Double)
    /// SMPTE ST 2084, for absolute luminance.
    case perceptualQuantizer
    /// ARIB STD-B67.
    case hybridLogGamma

    /// TransferCharacteristics of ITU-T H.273.
    init(code: UInt32) {
      switch code {
      case 4: self = .gamma(2.2)
      case 5: self = .gamma(2.8)
      case 8: self = .gamma(1)
      case 16: self = .perceptualQuantizer
      case 18: self = .hybridLogGamma
      // The others are cameras' functions for screens like sRGB's.
      default: self = .sRGB
      }
    }

    /// Light from 0 to 1, where 1 is the white of paper (203 cd/m², ITU-R BT.2408); anything brighter is also 1.
    /// `value` is 0 to 1. Nil for functions that ICC profiles have a name for.
    func light(_ value: Double) -> Double? {
      switch self {
      case .sRGB, .gamma: return nil
      case .perceptualQuantizer:
        let root = pow(value, 32 / 2523)
        let light = pow(max(0, root - 0.8359375) / (18.8515625 - 18.6875 * root), 16384 / 2610)
        return min(1, light * 10_000 / 203)
      case .hybridLogGamma:
        let scene = value <= 0.5 ? value * value / 3 : (exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12
        return min(1, pow(scene, 1.2) * 1000 / 203)
      }
    }
  }
}
