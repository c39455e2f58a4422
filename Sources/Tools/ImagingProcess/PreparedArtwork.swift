package import FoundationEssentials

/// A downloaded cover, decoded and re-encoded, so that only the pixels of an untrusted file reach a page.
package struct PreparedArtwork: Equatable, Sendable {
  /// A baseline JPEG, its long side at most 1200 pixels, its shape kept.
  package var jpeg: Data
  package var width: Int
  package var height: Int
  /// A baseline JPEG of 200×200 pixels, cropped from the middle.
  package var thumbnail: Data

  package init(jpeg: Data, width: Int, height: Int, thumbnail: Data) {
    self.jpeg = jpeg
    self.width = width
    self.height = height
    self.thumbnail = thumbnail
  }
}
