/// The user's settings for the wallet.
package struct WalletTerms: Equatable, Sendable {
  package var playlist: String
  /// Discs, at most; 0 for any number.
  package var limit: Int
  package var usesPlaylist: Bool
  package var usesScans: Bool

  package init(playlist: String = "CDs", limit: Int = 20, usesPlaylist: Bool = true, usesScans: Bool = true) {
    self.playlist = playlist
    self.limit = limit
    self.usesPlaylist = usesPlaylist
    self.usesScans = usesScans
  }
}
