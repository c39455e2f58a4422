package import FoundationEssentials
package import ImagingProtocol

/// A photo's prepared picture, its features, and the barcodes in it.
package struct StudiedPhoto: Equatable, Sendable {
  package var picture: PreparedPicture
  /// Opaque: for `ImagingClient.match` and the cover index. At most 500 kB.
  package var features: Data
  /// The digits of its barcodes, as printed: EAN-13, EAN-8, or UPC-A, with a valid check digit. At most eight.
  package var barcodes: [String] = []
  /// If it shows two to sixteen sleeves side by side, the corners of each; as in `sleeve`.
  package var parts: [[SIMD2<Double>]] = []
  /// When it was taken; nil if the camera didn't say.
  package var taken: TakenTime?

  /// The corners of the sleeve in the picture, in fractions of the photo's width and height, upper left first, then
  /// clockwise; nil if none was found, and the picture shows the whole photo.
  package var sleeve: [SIMD2<Double>]? { FeatureFormat.sleeve(in: features) }

  /// The fraction of the photo that the sleeve covers; nil if none was found.
  package var sleeveShare: Double? {
    sleeve.map { corners in
      abs(zip(corners, corners.dropFirst() + corners.prefix(1)).reduce(0) { $0 + $1.0.x * $1.1.y - $1.1.x * $1.0.y })
        / 2
    }
  }
}
