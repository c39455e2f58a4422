package import Albums

/// What the wallet's builder remembers between runs, besides the wallet itself.
package struct WalletCache: Codable, Equatable, Sendable {
  /// Null where the last look failed.
  @Nullable package var signals: ChangeSignals?
  /// When they were seen, in seconds since 1970.
  package var lookedAt = 0
  /// Of all that doesn't come from MPD.
  package var basis = ""
  /// Of the wallet about which it was said that not all discs are shown.
  package var noticed = ""
  /// By disc: what its picture was made from.
  package var artwork: [String: KeptArtwork] = [:]

  /// A disc's picture, or that there is none.
  package struct KeptArtwork: Codable, Equatable, Sendable {
    /// What it was looked for in: when this changes, it is looked for again.
    package let basis: String
    /// Null where none was found.
    @Nullable package var source: String?
    /// Release, or release group, whose cover the archive's is; null for another's.
    @Nullable package var album: MBID?
    /// The scan's artwork as it was then, by path and size; null where there was none.
    @Nullable package var scan: String?
    package let failures: [String]

    /// In music files, or beside them.
    var isOfLibrary: Bool { source.flatMap { PictureSource(rawValue: $0) }?.isOfLibrary == true }

    package init(basis: String, source: String?, album: MBID? = nil, scan: String? = nil, failures: [String]) {
      self.basis = basis
      _source = Nullable(source)
      _album = Nullable(album)
      _scan = Nullable(scan)
      self.failures = failures
    }
  }

  package init() {}
}
