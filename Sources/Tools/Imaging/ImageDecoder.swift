/// Decodes one picture, whose bytes must outlive it.
protocol ImageDecoder {
  /// The size that the file declares, as stored, or as shown if the format's library rotates the picture. Once it is
  /// decoded, its own size counts.
  var width: Int { get }
  var height: Int { get }
  /// Whether decoding surely takes less than `ImageFile.littleMemory`, however the picture was made.
  var takesLittleMemory: Bool { get }

  /// The picture, reduced if that is cheaper, but with a short side of at least `side` if it has as much.
  func decoded(shortSideAtLeast side: Int) throws(ImagingError) -> DecodedImage
}

extension ImageDecoder {
  /// No format takes more than eight bytes per pixel: a PNG with 16 bits, or the coefficients of a JPEG in CMYK.
  var takesLittleMemory: Bool { width * height * 8 <= ImageFile.littleMemory }

  /// The picture's size, reduced to this long side if it is larger.
  func size(longSideAtMost limit: Int) -> (width: Int, height: Int) {
    let scale = min(1, Double(limit) / Double(max(width, height)))
    func side(_ length: Int) -> Int { max(1, Int((Double(length) * scale).rounded())) }
    return (side(width), side(height))
  }
}

/// A decoded picture: its planes, orientation, color profile, and flaws.
struct DecodedImage: ~Copyable {
  /// What was wrong with the file.
  struct Flaws: OptionSet {
    let rawValue: Int
    /// The end is missing.
    static let truncated = Flaws(rawValue: 1)
    /// Some of the data is invalid.
    static let damaged = Flaws(rawValue: 2)
  }

  let image: PlanarImage
  var orientation = Orientation.upright
  /// Nil if the colors are sRGB, or unknown.
  var profile: ColorProfile?
  var flaws: Flaws = []
}

/// Why bytes can't be decoded as a picture.
package enum ImagingError: Error, Equatable, Sendable {
  case emptyFile
  case notAnImage
  /// `format` is its usual name.
  case unsupported(format: String)
  case tooLarge(String)
  case tooSmall(String)
  /// The decoder's own message.
  case broken(String)
  case outOfMemory
}
