import SystemPackage

/// Names of what is being made beside its final place: hidden, ours by prefix, and never met twice.
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
