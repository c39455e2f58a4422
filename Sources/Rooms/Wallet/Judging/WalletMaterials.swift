package import Albums
package import MPD

/// Everything that a wallet is built from.
package struct WalletMaterials: Sendable {
  /// What the library said; nil where it couldn't be asked.
  package struct Library: Sendable {
    package var choice: PlaylistChoice
    /// The chosen playlist's, in its order.
    package var entries: [Song]
    /// Songs of the library: at least those that `SongRequests` names.
    package var songs: [Song]

    package init(choice: PlaylistChoice, entries: [Song], songs: [Song]) {
      self.choice = choice
      self.entries = entries
      self.songs = songs
    }
  }

  package var library: Library?
  package var scans: [ScannedAlbum]
  /// By `AlbumNames.key`.
  package var facts: [String: CatalogueFacts]
  package var terms: WalletTerms

  package init(
    library: Library?, scans: [ScannedAlbum] = [], facts: [String: CatalogueFacts] = [:],
    terms: WalletTerms = WalletTerms()
  ) {
    self.library = library
    self.scans = scans
    self.facts = facts
    self.terms = terms
  }
}
