package import Albums

/// The state of the wallet.
package struct WalletState: Codable, Equatable, Sendable {
  package enum Name: String, Codable, Sendable {
    /// MPD wants a password, or doesn't let this one do it.
    case needsAuthorization = "needs-authorization"
    /// Nobody has looked yet.
    case loading
    case ready
    /// There is nothing to put into it.
    case empty
    /// MPD couldn't be asked; discs from before are still shown.
    case error
  }

  package enum Emptiness: String, Codable, Sendable {
    case playlistMissing = "playlist-missing"
    case noAlbums = "no-albums"
  }

  package let name: Name
  /// Why it is empty; null in other states.
  @Nullable package var reason: Emptiness?
  /// What is wrong and what to do about it, for people; null where all is well.
  @Nullable package var message: String?

  private init(_ name: Name, reason: Emptiness? = nil, message: String? = nil) {
    self.name = name
    _reason = Nullable(reason)
    _message = Nullable(message)
  }

  package static let loading = WalletState(.loading)
  package static let ready = WalletState(.ready)
  package static func needsAuthorization(_ message: String) -> Self {
    WalletState(.needsAuthorization, message: message)
  }
  package static func empty(_ reason: Emptiness, _ message: String) -> Self {
    WalletState(.empty, reason: reason, message: message)
  }
  package static func error(_ message: String) -> Self { WalletState(.error, message: message) }
}
