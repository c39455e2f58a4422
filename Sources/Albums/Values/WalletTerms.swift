/// The user's settings for the wallet.
package struct WalletTerms: Equatable, Sendable {
  package enum Source: String, CaseIterable, Sendable { case playlist, scans }

  package let playlist: String
  /// Discs, at most; 0 for any number.
  package let limit: Int
  package let sources: Set<Source>

  package var usesPlaylist: Bool { sources.contains(.playlist) }
  package var usesScans: Bool { sources.contains(.scans) }

  package init(playlist: String = "CDs", limit: Int = 20, sources: Set<Source> = [.playlist, .scans]) {
    self.playlist = playlist
    self.limit = limit
    self.sources = sources
  }
}
