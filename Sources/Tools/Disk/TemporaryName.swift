import SystemPackage

/// Temporary names for files under construction: hidden, with AlbumScan's prefix, and unique.
enum TemporaryName {
  static let prefix = ".albumscan-"
  static let suffix = ".tmp"
  /// Before the name of a folder that was moved out of the way by a replacement that isn't finished.
  static let displaced = ".albumscan-old-"

  static func make() -> FilePath.Component {
    let number = String(UInt64.random(in: .min ... .max), radix: 36)
    let name = FilePath(prefix + number + suffix).lastComponent
    guard let name else { preconditionFailure("a name without a slash is one component") }
    return name
  }

  static func matches(_ name: FilePath.Component) -> Bool {
    name.string.hasPrefix(prefix) && name.string.hasSuffix(suffix) && !name.string.hasPrefix(displaced)
  }
}
