package import Albums
internal import FoundationEssentials

extension Wallet {
  /// What the page shows of it.
  /// - Parameters:
  ///   - key: of the addresses that play something.
  ///   - keepsPlaying: as in `wallet.keepPlaying`.
  package func binder(key: WalletKey, keepsPlaying: Bool) -> Binder {
    Binder(
      discs: discs.map(Binder.Disc.init), playlist: playlist, isLoading: state.name == .loading,
      message: state.message, notice: notice.map { "\($0) To see all: `albumscanctl config set wallet.limit 0`" },
      edition: String(fingerprint.prefix(16)), key: key.text, keepsPlaying: keepsPlaying)
  }
}

extension Binder.Disc {
  fileprivate init(_ disc: Disc) {
    let isSet = Set(disc.tracks.map(\.disc)).count > 1
    self.init(
      id: disc.id, artistName: disc.artistName, albumTitle: disc.albumTitle, releaseYear: disc.released?.year,
      tracks: disc.tracks.map { Binder.Track($0, isOfSet: isSet) },
      missing: disc.library == .partial ? disc.missing?.words : nil, isInLibrary: disc.library != .notInLibrary,
      artwork: disc.artwork.map { ["wallet"] + $0.split(separator: "/").map(String.init) },
      bundle: disc.bundle.flatMap { $0.split(separator: "/").last }.map(String.init))
  }
}

extension Binder.Track {
  fileprivate init(_ track: Disc.Track, isOfSet: Bool) {
    let number = track.number.map { isOfSet ? "\(track.disc)-\($0)" : "\($0)" }
    let name = track.file.split(separator: "/").last.map(String.init) ?? track.file
    self.init(
      number: number, title: track.title ?? name, artistName: track.artistName, seconds: track.seconds)
  }
}
