/// A prepared photo: upright, square, small, and without the camera's metadata.
package struct PreparedPicture: Equatable, Sendable {
  /// A baseline JPEG of at most 1.5 MB that contains only pixels.
  package var jpeg: [UInt8]
  package var width: Int
  package var height: Int
  /// SHA-256 of the decoded bytes, 64 lowercase hexadecimal digits.
  package var sourceDigest: String
  /// The photo's size as stored, before it was rotated, in pixels.
  package var sourceWidth: Int
  package var sourceHeight: Int
  /// The photo's format: `JPEG`, `HEIC`.
  package var format: String
  /// Remarks, of `allNotes`.
  package var notes: [String]

  /// `truncated` if the end of the photo is missing, `damaged` if some of it was invalid, `enlarged` if it was smaller
  /// than the picture.
  package static let allNotes = ["truncated", "damaged", "enlarged"]

  package init(
    jpeg: [UInt8], width: Int, height: Int, sourceDigest: String, sourceWidth: Int, sourceHeight: Int, format: String,
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
