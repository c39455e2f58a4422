package import Albums

/// A secret: the API key of a model provider, or MPD's password.
package enum Credential: RawRepresentable, CaseIterable, Hashable, Sendable {
  case key(ServiceName)
  case mpd

  package static let providers = ServiceName.providers.map(key)
  package static let allCases = providers + [.mpd]

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
    }
  }

  /// Of its file, and of the systemd credential.
  package var fileName: String { self == .mpd ? "mpd_password" : "\(rawValue)_api_key" }

  /// For a vendor's key the vendor's own name, so that a key that is already there is found.
  package var environmentName: String {
    switch self {
    case .key(.compatible): "ALBUMSCAN_COMPATIBLE_API_KEY"
    case .key(let vendor): "\(vendor.rawValue.uppercased())_API_KEY"
    case .mpd: "ALBUMSCAN_MPD_PASSWORD"
    }
  }
}
