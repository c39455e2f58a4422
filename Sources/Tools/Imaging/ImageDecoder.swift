/// Decodes one picture, whose bytes must outlive it.
protocol ImageDecoder {
  /// What the file says of itself before a pixel is decoded. Sides as stored, or as shown where the format's own library
  /// turns the picture.
  var width: Int { get }
  var height: Int { get }

  /// The picture, smaller than it is where that is cheaper, but with a short side of at least `side` if it has as much.
  func decoded(shortSideAtLeast side: Int) throws(ImagingError) -> DecodedImage
}

/// A decoded picture: its planes, orientation, color profile, and flaws.
struct DecodedImage: ~Copyable {
  /// What was less than perfect.
  struct Flaws: OptionSet {
    let rawValue: Int
    /// The end is missing.
    static let truncated = Flaws(rawValue: 1)
    /// Some of the data is invalid.
    static let damaged = Flaws(rawValue: 2)
  }

  let image: PlanarImage
  var orientation = Orientation.upright
  /// Nil where the colors are sRGB's, or nothing is known of them.
  var profile: ColourProfile?
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
  /// The text is the decoder's.
  case broken(String)
  case outOfMemory
}
