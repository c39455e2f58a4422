package import FoundationEssentials

/// A prepared photo: upright, square, small, and without the camera's metadata.
package struct PreparedPicture: Equatable, Sendable {
  /// A baseline JPEG of at most 1.5 MB that contains only pixels.
  package var jpeg: Data
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
  static let allNotes = ["truncated", "damaged", "enlarged"]

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

/// A downloaded cover, decoded and re-encoded, so that only the pixels of an untrusted file reach a page.
package struct PreparedArtwork: Equatable, Sendable {
  /// A baseline JPEG with a long side of at most 1200 pixels, in the cover's aspect ratio.
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

/// A photo's prepared picture, its features, and the barcodes in it.
package struct StudiedPhoto: Equatable, Sendable {
  package var picture: PreparedPicture
  /// Opaque: for `ImagingClient.match` and the cover index. At most 160 kB.
  package var features: Data
  /// The digits of its barcodes, as printed: EAN-13, EAN-8, or UPC-A, with a valid check digit. At most eight.
  package var barcodes: [String] = []
  /// If it shows two to sixteen sleeves side by side, the corners of each, row by row; as in `sleeve`.
  package var parts: [[SIMD2<Double>]] = []

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
