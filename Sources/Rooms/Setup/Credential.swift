package import Albums
package import SystemPackage

/// A secret: the API key of a model provider, MPD's password, or an access token for ntfy.
package enum Credential: RawRepresentable, CaseIterable, Hashable, Sendable {
  case key(ServiceName)
  case mpd
  case ntfy

  package static let providers = ServiceName.providers.map(key)
  package static let allCases = providers + [.mpd, .ntfy]

  package init?(rawValue: String) {
    guard let known = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = known
  }

  /// Nil for a service that needs none.
  package init?(for service: ServiceName) { self.init(rawValue: service.rawValue) }

  package var rawValue: String {
    switch self {
    case .key(let service): service.rawValue
    case .mpd: "mpd"
    case .ntfy: "ntfy"
    }
  }

  /// Of its file, and of the systemd credential.
  package var fileName: String {
    switch self {
    case .key: "\(rawValue)_api_key"
    case .mpd: "mpd_password"
    case .ntfy: "ntfy_token"
    }
  }

  /// For people.
  package var spokenName: String {
    switch self {
    case .key: "API key for \(rawValue)"
    case .mpd: "password of MPD"
    case .ntfy: "access token for ntfy"
    }
  }

  /// For a vendor's key the vendor's own name, so that a key that is already there is found.
  package var environmentName: String {
    switch self {
    case .key(.compatible): "ALBUMSCAN_COMPATIBLE_API_KEY"
    case .key(let vendor): "\(vendor.rawValue.uppercased())_API_KEY"
    case .mpd: "ALBUMSCAN_MPD_PASSWORD"
    case .ntfy: "ALBUMSCAN_NTFY_TOKEN"
    }
  }
}

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
