package import Disk
internal import FoundationEssentials

extension WalletStore {
  /// Facts beyond so many are kept only of discs that are shown.
  private static let mostFacts = 10_000

  /// Remembers what was found, and what wasn't; pictures are `PictureSearch`'s to keep.
  /// - Parameter now: in seconds since 1970.
  package func keep(_ findings: CatalogueFindings, now: Int) throws(DiskError) {
    if !findings.facts.isEmpty {
      var facts = facts.merging(findings.facts) { $1 }
      if facts.count > Self.mostFacts {
        let shown = Set((wallet?.discs ?? []).map(\.key))
        facts = facts.filter { shown.contains($0.key) }
      }
      try keep(facts)
    }
    guard !findings.unknown.isEmpty else { return }
    var unavailable = unavailable
    for key in findings.unknown { unavailable.note(key, notInCatalogue: now) }
    try keep(unavailable)
  }
}
