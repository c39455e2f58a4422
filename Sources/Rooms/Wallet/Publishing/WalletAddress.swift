/// An address of the wallet's page, `albumscan:play?id=0123abcd&track=3&k=…`: what a browser hands over when somebody
/// presses a button there. Any page in the world may hold one, so it is read to the letter.
package struct WalletAddress: Equatable, Sendable {
  package enum Action: String, Sendable, CaseIterable { case play, pause, next, previous }

  package let action: Action
  package let disc: String?
  /// From 1.
  package let track: Int?
  package let key: WalletKey?

  /// Nil for anything but `albumscan:ACTION`, with `?id=` and 8 to 40 lower-case hexadecimal digits, then `&track=` and up to
  /// four digits, then `&k=` and 32 hexadecimal digits; each of these only behind the one before, but for the track.
  package init?(_ text: String) {
    guard
      let parts = text.wholeMatch(
        of: #/albumscan:([a-z]{4,8})(?:\?id=([0-9a-f]{8,40})(?:&track=([0-9]{1,4}))?(?:&k=([0-9a-f]{32}))?)?/#),
      let action = Action(rawValue: String(parts.1))
    else { return nil }
    self.action = action
    disc = parts.2.map(String.init)
    track = parts.3.flatMap { Int($0) }
    key = parts.4.flatMap { WalletKey(String($0)) }
    if action == .play, disc == nil { return nil }
    if let track, track < 1 { return nil }
  }
}
