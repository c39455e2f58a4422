internal import MPD

/// The possible sources of a disc's picture, best first.
package enum PictureSource: String, Codable, CaseIterable, Sendable {
  /// Embedded in the first track's file.
  case embedded
  /// A picture that MPD finds beside that file.
  case folder
  /// Pictures that MPD doesn't look for: `front.jpg`, and those above the folders of discs.
  case nearby
  case scan
  case archive

  /// In music files or beside them: only MPD knows which files those are.
  var isOfLibrary: Bool {
    switch self {
    case .embedded, .folder, .nearby: true
    case .scan, .archive: false
    }
  }

  /// As text for people.
  package var words: String {
    switch self {
    case .embedded: "in the music file"
    case .folder: "beside the music file"
    case .nearby: "in the album's folders"
    case .scan: "of its scan"
    case .archive: "from the Cover Art Archive"
    }
  }
}

/// The music library, as far as pictures depend on it.
enum PictureLibrary: Equatable {
  /// MPD can't be asked.
  case away
  /// Its state, if known.
  case there(LibraryState?)

  init(of wallet: Wallet, _ cache: WalletCache) {
    self = wallet.isOfNow ? .there(cache.signals?.library) : .away
  }

  var isAway: Bool { self == .away }

  /// A fingerprint of everything that determines where a disc's picture comes from: when it changes, the search is
  /// repeated.
  ///
  /// A change of the library may bring a better picture than the archive's, or one where there was none. A picture that
  /// was found without the library is searched for there when it is back, unless the disc has no files in it.
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
