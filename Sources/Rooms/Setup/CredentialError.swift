package import SystemPackage

/// A key that exists but can't be used, or can't be stored.
package enum CredentialError: Error, Equatable, CustomStringConvertible {
  /// Others may read it.
  case exposed(FilePath, permissions: FilePermissions)
  /// It belongs to another user.
  case foreign(FilePath)
  case unreadable(FilePath, Errno)
  /// `place` holds no key, or more than one line.
  case malformed(place: String)
  case unwritable(FilePath, Errno)

  package var description: String {
    switch self {
    case .exposed(let path, let permissions):
      "\(path.string) can be read by others (mode \(Self.octal(permissions))); run: chmod 600 '\(path.string)'"
    case .foreign(let path): "\(path.string) belongs to another user; store the key again with albumscanctl key set"
    case .unreadable(let path, let errno): "\(path.string) can't be read: \(errno)"
    case .malformed(let place): "\(place) must contain one key and nothing else; store it with albumscanctl key set"
    case .unwritable(let path, let errno): "\(path.string) can't be written: \(errno)"
    }
  }

  private static func octal(_ permissions: FilePermissions) -> String {
    let digits = String(permissions.rawValue & 0o7777, radix: 8)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}
