package import Albums

/// An address from one of AlbumScan's pages, `albumscan:play?id=0123abcd&track=3&k=…` or `albumscan:play?scan=17&k=…`,
/// which the browser passes on when the user presses a button. Any web page can contain such an address, so it is
/// parsed strictly.
package struct WalletAddress: Equatable, Sendable {
  package enum Action: String, Sendable, CaseIterable { case play, pause, next, previous }

  package let action: Action
  package let disc: String?
  /// Whose album is played; a scan needn't be in the wallet for that.
  package let scan: ScanID?
  /// From 1.
  package let track: Int?
  package let key: WalletKey?

  /// Nil for anything but `albumscan:ACTION`, with `?id=` and 8 to 40 lower-case hexadecimal digits, then `&track=` and up to
  /// four digits, then `&k=` and 32 hexadecimal digits; each of these only behind the one before, but for the track. In
  /// the place of `id` an address that plays may have `scan=` and a number of up to 18 digits.
  package init?(_ text: String) {
    guard
      let parts = text.wholeMatch(
        of:
          #/albumscan:([a-z]{4,8})(?:\?(?:id=([0-9a-f]{8,40})|scan=([1-9][0-9]{0,17}))(?:&track=([0-9]{1,4}))?(?:&k=([0-9a-f]{32}))?)?/#
      ),
      let action = Action(rawValue: String(parts.1))
    else { return nil }
    self.action = action
    disc = parts.2.map(String.init)
    scan = parts.3.flatMap { Int64($0) }.map { ScanID($0) }
    track = parts.4.flatMap { Int($0) }
    key = parts.5.flatMap { WalletKey(String($0)) }
    if action == .play ? disc == nil && scan == nil : scan != nil { return nil }
    if let track, track < 1 { return nil }
  }
}
