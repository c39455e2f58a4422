package import FoundationEssentials

/// A photo's picture, and what it can be recognised by.
package struct StudiedPhoto: Equatable, Sendable {
  package var picture: PreparedPicture
  /// Opaque: for `Darkroom.match` and the cover index. At most 160 kB.
  package var features: Data

  package init(picture: PreparedPicture, features: Data) {
    self.picture = picture
    self.features = features
  }
}
