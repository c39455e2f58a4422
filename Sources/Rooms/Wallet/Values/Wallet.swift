package import Albums

/// The CD wallet: the albums of a playlist and scanned albums, sorted by artist and date.
package struct Wallet: Codable, Equatable, Sendable {
  package var schema = "albumscan/wallet/1"
  package var state: WalletState
  /// Sorted by artist, then by date with those without one last, then by identity; those that the playlist only names
  /// come after all others.
  package var discs: [Disc]
  /// Albums that there are.
  package var total: Int
  /// Those of them that `wallet.limit` leaves out.
  package var hidden: Int
  /// The playlist's name as MPD has it; null where none was found.
  @Nullable package var playlist: String?
  package var diagnostics: Diagnostics
  /// Of all that it was made from; it is made again when this differs.
  package var fingerprint: String
  /// RFC 3339, UTC; null until it was made.
  @Nullable package var builtAt: String?

  package static let loading = Wallet(
    state: .loading, discs: [], total: 0, hidden: 0, playlist: Nullable(), diagnostics: Diagnostics(), fingerprint: "",
    builtAt: Nullable())

  /// The disc of this name, or the only one whose name begins so.
  package func disc(_ name: String) -> Disc? {
    if let disc = discs.first(where: { $0.id == name }) { return disc }
    let beginning = discs.filter { $0.id.hasPrefix(name) || name.hasPrefix($0.id) }
    return beginning.count == 1 && name.utf8.count >= 4 ? beginning[0] : nil
  }

  /// "3 more are not shown", where that is so.
  package var notice: String? {
    hidden == 0
      ? nil
      : "\(hidden) more \(hidden == 1 ? "album is" : "albums are") not shown: the wallet shows \(discs.count) (wallet.limit)."
  }
}
