/// The possible sources of a disc's picture, best first.
package enum PictureSource: String, Codable, CaseIterable, Sendable {
  /// In the file of its first track.
  case embedded
  /// What MPD finds beside that.
  case folder
  /// Pictures that MPD doesn't look for: `front.jpg`, and those above the folders of discs.
  case nearby
  case scan
  case archive

  /// In music files, or beside them: nobody but MPD can say which those are.
  var isOfLibrary: Bool {
    switch self {
    case .embedded, .folder, .nearby: true
    case .scan, .archive: false
    }
  }

  /// For people.
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
