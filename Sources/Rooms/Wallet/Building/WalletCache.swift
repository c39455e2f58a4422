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

/// Hints from MPD that something may have changed. They are cheaper to get than a playlist's entries, but only hints,
/// since files are dated to the second.
package struct ChangeSignals: Codable, Equatable, Sendable {
  /// Of each playlist that is called so, when its file was last written (RFC 3339), and its name; sorted.
  package let playlists: [String]
  package let library: LibraryState
  /// Of the latest of both, in seconds since 1970; nil where one can't be read.
  @Nullable package var latest: Int?

  package init(playlists: [String], library: LibraryState, latest: Int?) {
    self.playlists = playlists
    self.library = library
    _latest = Nullable(latest)
  }

  /// Whether nothing can have changed since `earlier`: two edits in one second look alike, so what changed in the last
  /// two seconds before it was looked at proves nothing.
  /// - Parameter lookedAt: when `earlier` was seen, in seconds since 1970.
  package func proveNoChange(since earlier: ChangeSignals, lookedAt: Int) -> Bool {
    guard self == earlier, let latest else { return false }
    return lookedAt - latest > 2
  }
}
