package import Disk
internal import FoundationEssentials
package import SystemPackage

/// The secret in the addresses on the wallet's page: any web page can link to an `albumscan:` address, but only
/// AlbumScan's own pages know this key.
package struct WalletKey: Equatable, Sendable {
  /// 32 lower-case hexadecimal digits.
  package let text: String

  /// Nil for anything else.
  package init?(_ text: String) {
    guard text.utf8.count == 32, text.utf8.allSatisfy(\.isHexadecimalDigit) else { return nil }
    self.text = text
  }

  /// The one of this installation, made by whoever needs it first.
  /// - Parameter folder: the wallet's.
  package static func kept(in folder: FilePath) throws(DiskError) -> WalletKey {
    if let known = known(in: folder) { return known }
    var chance = SystemRandomNumberGenerator()
    let text = (0..<32).map { _ in String(Int.random(in: 0..<16, using: &chance), radix: 16) }.joined()
    try Folder.make(folder)
    try DurableFile.write(text.utf8, to: folder.appending("page.key"))
    return WalletKey(text) ?? known(in: folder)!
  }

  /// Nil where none was made yet.
  package static func known(in folder: FilePath) -> WalletKey? {
    FileManager.default.contents(atPath: folder.appending("page.key").string)
      .flatMap { WalletKey(String(decoding: $0, as: UTF8.self)) }
  }
}

extension UInt8 {
  /// Of those that are written here: `0` to `9`, `a` to `f`.
  var isHexadecimalDigit: Bool { (0x30...0x39).contains(self) || (0x61...0x66).contains(self) }
}
