internal import Albums

/// What models and the catalog found out about a photo.
struct IdentificationFacts: Sendable {
  var reading: VisionAnswer
  var findOutcome = FindOutcome()
  var entry = CatalogEntry()
  /// Why the catalog couldn't be asked about a model's find; nil if it was asked, or needn't be.
  var catalogFault: Fault?
}
