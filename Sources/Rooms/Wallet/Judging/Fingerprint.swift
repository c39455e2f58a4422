package import Albums
internal import Digests

/// The fingerprint of everything a wallet is built from: the wallet is rebuilt if and only if it changes.
package struct Fingerprint: Equatable, Sendable {
  package let hex: String

  /// Raised with every change to the rules, so that an update makes every wallet anew.
  package static let rules = 2

  /// - Parameters:
  ///   - files: the chosen playlist's, in its order, since the first of two editions stays.
  ///   - facts: of what the catalog said.
  package init(
    choice: PlaylistChoice?, files: [String], library: LibraryState?, scans: [ScannedAlbum],
    facts: [String: CatalogueFacts], terms: WalletTerms
  ) {
    var parts = ["rules \(Self.rules)"]
    parts += [
      "playlist \(terms.playlist)", "limit \(terms.limit)", "sources \(terms.usesPlaylist) \(terms.usesScans)",
      "chosen \(choice?.chosen ?? "")", "library \(library.map { "\($0.updated) \($0.songs)" } ?? "")",
      "files \(files.count)",
    ]
    parts += files
    for scan in scans.sorted(by: ScannedAlbum.isNewer) {
      parts += [
        "scan \(scan.scan)", scan.scannedAt, scan.artistName, scan.albumTitle, scan.releaseYear ?? "",
        scan.releaseGroup?.value ?? "", scan.text ?? "", scan.bundle ?? "",
      ]
    }
    for (key, fact) in facts.sorted(by: { RawText($0.key) < RawText($1.key) }) {
      parts += [
        "fact", key, fact.way.rawValue, fact.asked?.value ?? "", fact.firstReleaseDate ?? "",
        fact.releaseGroup?.value ?? "", fact.albumTitle ?? "", fact.trackCount.map(String.init) ?? "",
        "tracks \(fact.tracks.count)",
      ]
      for track in fact.tracks { parts += ["\(track.medium) \(track.position) \(track.id)", track.title] }
    }
    // Its length before each part, so that no two lists read alike.
    var digest = SHA256()
    for part in parts {
      for text in ["\(part.utf8.count):", part] { Array(text.utf8).withUnsafeBytes { digest.update($0) } }
    }
    hex = digest.finish()
  }
}
