/// The music library, as far as pictures depend on it.
enum PictureLibrary: Equatable {
  /// MPD can't be asked.
  case away
  /// Its state, where it is known.
  case there(LibraryState?)

  init(of wallet: Wallet, _ cache: WalletCache) {
    self = wallet.isOfNow ? .there(cache.signals?.library) : .away
  }

  var isAway: Bool { self == .away }

  /// What decides where a disc's picture comes from: when this changes, it is looked for again.
  ///
  /// A better one than the archive's, or any where there is none, may have come with the library's next change. What was
  /// found without the library is looked for there when it is back, unless the disc has no files in it.
  func basis(of disc: Disc, from source: PictureSource?) -> String {
    [disc.tracks.first?.file ?? "", disc.bundle ?? "", state(of: disc, from: source)].joined(separator: "\u{1f}")
  }

  private func state(of disc: Disc, from source: PictureSource?) -> String {
    let mayComeLater = source == nil || source == .archive
    return switch self {
    case .away: mayComeLater || disc.isPlayable ? "away" : ""
    case .there(let state): mayComeLater ? state.map { "\($0.updated) \($0.songs)" } ?? "" : ""
    }
  }
}
