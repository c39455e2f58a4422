/// A downloaded cover, decoded and re-encoded, so that only the pixels of an untrusted file reach a page.
package struct PreparedArtwork: Equatable, Sendable {
  /// A baseline JPEG with a long side of at most 1200 pixels, in the cover's aspect ratio.
  package var jpeg: [UInt8]
  package var width: Int
  package var height: Int
  /// A baseline JPEG of 200×200 pixels, cropped from the middle.
  package var thumbnail: [UInt8]

  /// The most bytes of a picture that a page holds: as base64, and with all else, the page stays below 300 kB.
  package static let pageSize = 165_000

  package init(jpeg: [UInt8], width: Int, height: Int, thumbnail: [UInt8]) {
    self.jpeg = jpeg
    self.width = width
    self.height = height
    self.thumbnail = thumbnail
  }
}
