package import FoundationEssentials

/// A prepared photo: upright, square, small, and without the camera's metadata.
package struct PreparedPicture: Equatable, Sendable {
  /// A baseline JPEG of at most 1.5 MB that holds pixels and nothing else.
  package var jpeg: Data
  package var width: Int
  package var height: Int
  /// SHA-256 of the bytes that were decoded, 64 lower-case hexadecimal digits.
  package var sourceDigest: String
  /// The photo's size as stored, before it was turned upright, in pixels.
  package var sourceWidth: Int
  package var sourceHeight: Int
  /// What the photo was: `JPEG`, `HEIC`.
  package var format: String
  /// What is worth knowing: `truncated` where the end of the photo is missing, `damaged` where some of it was invalid,
  /// `enlarged` where it was smaller than the picture.
  package var notes: [String]
}

extension PreparedPicture {
  init(_ picture: ImagingReply.Picture) {
    var notes: [String] = []
    if picture.notes.contains(.truncated) { notes.append("truncated") }
    if picture.notes.contains(.damaged) { notes.append("damaged") }
    if picture.notes.contains(.enlarged) { notes.append("enlarged") }
    self.init(
      jpeg: Data(picture.jpeg), width: picture.width, height: picture.height, sourceDigest: picture.sourceDigest,
      sourceWidth: picture.sourceWidth, sourceHeight: picture.sourceHeight, format: picture.sourceFormat, notes: notes)
  }
}

/// A downloaded cover, decoded and re-encoded, so that only the pixels of an untrusted file reach a page.
package struct PreparedArtwork: Equatable, Sendable {
  /// A baseline JPEG, its long side at most 1200 pixels, its shape kept.
  package var jpeg: Data
  package var width: Int
  package var height: Int
  /// A baseline JPEG of 200×200 pixels, cropped from the middle.
  package var thumbnail: Data
}

/// A picture as rows of red, green and blue, for a terminal.
package struct PreparedPixels: Equatable, Sendable {
  /// Pixels, 1 to `longestSide`.
  package let width: Int
  package let height: Int
  /// Row after row, three bytes a pixel.
  package let samples: [UInt8]

  /// Pixels.
  package static let longestSide = 256

  package init(width: Int, height: Int, samples: [UInt8]) {
    self.width = width
    self.height = height
    self.samples = samples
  }
}

/// A photo's prepared picture, its features, and the barcodes in it.
package struct StudiedPhoto: Equatable, Sendable {
  package var picture: PreparedPicture
  /// Opaque: for `ImagingClient.match` and the cover index. At most 160 kB.
  package var features: Data
  /// The digits of the barcodes that it shows, as they are printed: EAN-13, EAN-8 or UPC-A, with the right check digit. At
  /// most eight.
  package var barcodes: [String] = []

  /// Where the sleeve lies that the picture shows, in parts of the photo's width and height, upper left corner first, then
  /// clockwise; nil where none was found, and the picture shows the photo's middle.
  package var sleeve: [CoverSighting.Corner]? { FeatureFormat.sleeve(in: features) }
}
