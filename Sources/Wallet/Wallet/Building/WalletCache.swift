package import Albums
package import MPD

/// What the wallet builder remembers between runs, besides the wallet itself.
package struct WalletCache: Codable, Equatable, Sendable {
  /// Null if the last check failed.
  @Nullable package var signals: ChangeSignals?
  /// When the signals were read, in seconds since 1970.
  package var lookedAt = 0
  /// A fingerprint of everything that doesn't come from MPD.
  package var basis = ""
  /// The fingerprint of the wallet to which `signals` and `basis` belong. Another process may have stored a different
  /// wallet since.
  @Nullable package var wallet: String?
  /// The last `Wallet.exceededSince` of which the user was told in a terminal.
  package var noticed = ""
  /// The origin of each disc's picture, by disc.
  package var artwork: [String: KeptArtwork] = [:]

  /// A disc's picture, or that there is none.
  package struct KeptArtwork: Codable, Equatable, Sendable {
    /// A fingerprint of the sources that were searched: when it changes, the search is repeated.
    package let basis: String
    /// Null if none was found.
    @Nullable package var source: String?
    /// The release or release group of a cover from the archive; null for other sources.
    @Nullable package var album: MBID?
    /// The scan's artwork at that time, by path and size; null if there was none.
    @Nullable package var scan: String?
    package let failures: [String]

    /// Whether it is from the music files, or from beside them.
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

  /// Whether `signals` and `basis` belong to this wallet.
  func isOf(_ stored: Wallet) -> Bool { stored.isOfNow && wallet == stored.fingerprint }
}

/// Hints from MPD that something may have changed. They are cheaper to get than a playlist's entries, but only hints,
/// because file times have a resolution of one second.
package struct ChangeSignals: Codable, Equatable, Sendable {
  /// For each playlist with the right name: the time of its file (RFC 3339) and its name; sorted.
  package let playlists: [String]
  package let library: LibraryState
  /// The latest of these times and the database's, in seconds since 1970; nil if one can't be parsed.
  @Nullable package var latest: Int?

  package init(playlists: [String], library: LibraryState, latest: Int?) {
    self.playlists = playlists
    self.library = library
    _latest = Nullable(latest)
  }

  /// Whether nothing can have changed since `earlier`. Two edits in one second look alike, so a change in the two
  /// seconds before the check proves nothing.
  /// - Parameter lookedAt: when `earlier` was read, in seconds since 1970.
  package func proveNoChange(since earlier: ChangeSignals, lookedAt: Int) -> Bool {
    guard self == earlier, let latest else { return false }
    return lookedAt - latest > 2
  }
}
