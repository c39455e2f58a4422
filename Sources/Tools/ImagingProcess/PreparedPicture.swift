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
  /// What is worth knowing: `truncated` where the end of the photo is missing, `damaged` where some of it made no sense,
  /// `enlarged` where it was smaller than the picture.
  package var notes: [String]

  package init(
    jpeg: Data, width: Int, height: Int, sourceDigest: String, sourceWidth: Int, sourceHeight: Int, format: String,
    notes: [String]
  ) {
    self.jpeg = jpeg
    self.width = width
    self.height = height
    self.sourceDigest = sourceDigest
    self.sourceWidth = sourceWidth
    self.sourceHeight = sourceHeight
    self.format = format
    self.notes = notes
  }
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
