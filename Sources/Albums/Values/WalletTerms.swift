/// Where a disc of the wallet comes from.
package enum WalletSource: String, CaseIterable, Codable, Sendable {
  case playlist, scan, owned

  /// In `wallet.sources`.
  package var setting: String {
    switch self {
    case .playlist: "playlist"
    case .scan: "scans"
    case .owned: "owned"
    }
  }
}

/// The user's settings for the wallet.
package struct WalletTerms: Equatable, Sendable {
  package let playlist: String
  /// Discs, at most; 0 for any number.
  package let limit: Int
  package let sources: Set<WalletSource>

  package var usesPlaylist: Bool { sources.contains(.playlist) }

  package init(playlist: String = "CDs", limit: Int = 20, sources: Set<WalletSource> = [.playlist, .scan]) {
    self.playlist = playlist
    self.limit = limit
    self.sources = sources
  }
}
