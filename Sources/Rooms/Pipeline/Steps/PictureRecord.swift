internal import Albums

/// The prepared picture of a photo, as recorded in the ledger.
struct PictureRecord: Codable, Equatable, Sendable {
  /// Its name in the picture store.
  var jpeg: Digest
  /// In pixels.
  var width: Int
  var height: Int
  /// The photo's flaws, such as "cut off, but still readable".
  var notes: [String]
  /// The name of its features in the picture store; nil in records of earlier versions.
  var features: Digest?
  /// The fraction of the photo that the sleeve in the picture covers; nil if the picture shows the whole photo, and in
  /// records of earlier versions.
  var sleeveShare: Double?
  /// The barcodes in the photo.
  @EmptyIfMissing var barcodes: [Barcode] = []
  /// The corners of each of several sleeves in the photo, in reading order; empty where it shows one, and in a picture of
  /// one of them.
  @EmptyIfMissing var parts: [[SIMD2<Double>]] = []
  /// When the photo was taken, in seconds since 1970, as the camera or else its file says; nil in records of earlier
  /// versions.
  var taken: Double?
}
