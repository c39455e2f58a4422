internal import Albums
internal import Foundation
internal import Wallet

/// `wallet list --json`, and `wallet refresh --json`.
struct WalletReport: Encodable {
  struct Entry: Encodable {
    let id: String
    let artistName: String
    let albumTitle: String
    @Nullable var released: ReleaseDate?
    let sources: [WalletSource]
    let library: Disc.Library
    let tracks: Int
    @Nullable var seconds: Double?
    @Nullable var missing: MissingTracks?
    @Nullable var scan: ScanID?
    @Nullable var artwork: String?

    init(_ disc: Disc) {
      id = disc.id
      artistName = disc.artistName
      albumTitle = disc.albumTitle
      _released = Nullable(disc.released)
      sources = disc.sources
      library = disc.library
      tracks = disc.tracks.count
      _seconds = Nullable(disc.seconds)
      _missing = Nullable(disc.missing)
      _scan = Nullable(disc.scan)
      _artwork = Nullable(disc.artwork)
    }
  }

  let schema: String
  let state: WalletState
  @Nullable var playlist: String?
  let total: Int
  let hidden: Int
  @Nullable var builtAt: String?
  let discs: [Entry]

  /// - Parameter name: of the document.
  init(_ wallet: Wallet, named name: String) {
    schema = "albumscan/\(name)/1"
    state = wallet.state
    _playlist = Nullable(wallet.playlist)
    total = wallet.total
    hidden = wallet.hidden
    _builtAt = Nullable(wallet.builtAt)
    discs = wallet.discs.map(Entry.init)
  }
}

/// `wallet show ID --json`
struct DiscReport: Encodable {
  let schema = "albumscan/wallet-disc/1"
  let disc: Disc
  @Nullable var origins: DiscOrigins?
}

/// `wallet diagnose --json`
struct WalletDiagnosis: Encodable {
  let schema = "albumscan/wallet-diagnosis/1"
  let state: WalletState
  let total: Int
  let hidden: Int
  @Nullable var builtAt: String?
  /// For all discs, in the wallet's order.
  let origins: [DiscOrigins]
  let diagnostics: Diagnostics

  init(_ wallet: Wallet, _ origins: [DiscOrigins]) {
    self.origins = origins
    state = wallet.state
    total = wallet.total
    hidden = wallet.hidden
    _builtAt = Nullable(wallet.builtAt)
    diagnostics = wallet.diagnostics
  }
}
