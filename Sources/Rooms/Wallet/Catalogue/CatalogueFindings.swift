package import FoundationEssentials

/// Catalog data on discs that isn't in the wallet yet.
package struct CatalogueFindings: Sendable {
  /// By `AlbumNames.key`.
  package var facts: [String: CatalogueFacts] = [:]
  /// Questions without an answer, by `CatalogueQuestion.key`.
  package var unknown: Set<String> = []
  /// By disc: pictures of the archive's covers, as they are kept.
  package var covers: [String: Data] = [:]

  package init() {}

  package var isEmpty: Bool { facts.isEmpty && unknown.isEmpty && covers.isEmpty }
}
