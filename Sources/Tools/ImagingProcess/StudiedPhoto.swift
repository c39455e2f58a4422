package import FoundationEssentials

/// A photo's prepared picture, its features, and the barcodes in it.
package struct StudiedPhoto: Equatable, Sendable {
  package var picture: PreparedPicture
  /// Opaque: for `ImagingClient.match` and the cover index. At most 160 kB.
  package var features: Data
  /// The digits of the barcodes that it shows, as they are printed: EAN-13, EAN-8 or UPC-A, with the right check digit. At
  /// most eight.
  package var barcodes: [String]

  /// Where the sleeve lies that the picture shows, in parts of the photo's width and height, upper left corner first, then
  /// clockwise; nil where none was found, and the picture shows the photo's middle.
  package var sleeve: [CoverSighting.Corner]? { FeatureFormat.sleeve(in: features) }

  package init(picture: PreparedPicture, features: Data, barcodes: [String] = []) {
    self.picture = picture
    self.features = features
    self.barcodes = barcodes
  }
}
