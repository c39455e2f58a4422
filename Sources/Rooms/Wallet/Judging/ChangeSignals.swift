package import Albums

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
