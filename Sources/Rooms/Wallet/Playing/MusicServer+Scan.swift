package import Albums
package import MPD

extension MusicServer {
  /// The disc of one scanned album, with all its tracks that the library has; nil where it isn't there.
  package func disc(of scan: ScannedAlbum) async throws(MPDError) -> Disc? {
    let requests = SongRequests(entries: [], index: try await index(), scans: [scan])
    guard requests.count > 0 else { return nil }
    let library = WalletMaterials.Library(
      choice: PlaylistChoice(of: "", among: []), entries: [], songs: try await songs(requests).songs)
    let wallet = Wallet.assembled(
      of: WalletMaterials(
        library: library, scans: [scan], terms: WalletTerms(limit: 0, sources: [.scans])))
    return wallet.discs.first { $0.isPlayable }
  }
}
