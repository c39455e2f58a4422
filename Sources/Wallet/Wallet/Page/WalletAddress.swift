package import Albums
package import Disk
internal import FoundationEssentials
package import SystemPackage

/// An address from one of AlbumScan's pages, `albumscan:play?id=0123abcd&track=3&k=…` or `albumscan:play?scan=17&k=…`,
/// which the browser passes on when the user presses a button. Any web page can contain such an address, so it is
/// parsed strictly.
package struct WalletAddress: Equatable, Sendable {
  package enum Action: String, Sendable, CaseIterable { case play, pause, next, previous, eject }

  package let action: Action
  package let disc: String?
  /// The scan whose album is played; it needn't be in the wallet.
  package let scan: ScanID?
  /// Starting with 1.
  package let track: Int?
  /// Whether the disc replaces songs that AlbumScan didn't put into the queue.
  package let isForced: Bool
  package let key: WalletKey?

  /// Nil for anything but `albumscan:ACTION`, then `?id=` with 8 to 40 lowercase hexadecimal digits, then `&track=`
  /// with up to four digits, then `&force`, then `&k=` with 32 hexadecimal digits. Each part needs the one before, but
  /// `track` and `force` are optional. Instead of `id`, an address that plays may have `scan=` with up to 18 digits. Only
  /// an address that plays a disc may have `force`.
  package init?(_ text: String) {
    guard
      let parts = text.wholeMatch(
        of:
          #/albumscan:([a-z]{4,8})(?:\?(?:id=([0-9a-f]{8,40})|scan=([1-9][0-9]{0,17}))(?:&track=([0-9]{1,4}))?(&force)?(?:&k=([0-9a-f]{32}))?)?/#
      ),
      let action = Action(rawValue: String(parts.1))
    else { return nil }
    self.action = action
    disc = parts.2.map(String.init)
    scan = parts.3.flatMap { Int64($0) }.map { ScanID($0) }
    track = parts.4.flatMap { Int($0) }
    isForced = parts.5 != nil
    key = parts.6.flatMap { WalletKey(String($0)) }
    if isForced, action != .play || disc == nil { return nil }
    if action == .play ? disc == nil && scan == nil : scan != nil { return nil }
    if let track, track < 1 { return nil }
  }
}

/// The secret in the addresses on the wallet's page: any web page can link to an `albumscan:` address, but only
/// AlbumScan's own pages know this key.
package struct WalletKey: Equatable, Sendable {
  /// 32 lowercase hexadecimal digits.
  package let text: String

  /// Nil for anything else.
  package init?(_ text: String) {
    guard text.utf8.count == 32, text.utf8.allSatisfy(\.isHexadecimalDigit) else { return nil }
    self.text = text
  }

  /// This installation's key, which is created when it is first needed.
  /// - Parameter folder: the wallet's.
  package static func kept(in folder: FilePath) throws(DiskError) -> WalletKey {
    if let known = known(in: folder) { return known }
    var chance = SystemRandomNumberGenerator()
    let text = (0..<32).map { _ in String(Int.random(in: 0..<16, using: &chance), radix: 16) }.joined()
    try Folder.make(folder)
    try DurableFile.write(text.utf8, to: folder.appending("page.key"))
    return WalletKey(text) ?? known(in: folder)!
  }

  /// Nil if there is none yet.
  package static func known(in folder: FilePath) -> WalletKey? {
    // A key that can't be read is made anew.
    ((try? OpenFile.contents(of: folder.appending("page.key"), upTo: 1_000)) ?? nil)
      .flatMap { WalletKey(String(decoding: $0, as: UTF8.self)) }
  }
}

extension UInt8 {
  /// Lowercase only: `0` to `9`, `a` to `f`.
  var isHexadecimalDigit: Bool { (0x30...0x39).contains(self) || (0x61...0x66).contains(self) }
}
