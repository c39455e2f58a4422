package import Albums

/// A secret: the API key of a model provider, or MPD's password.
package enum Credential: String, CaseIterable, Sendable {
  case anthropic, openai, compatible
  /// The password of the music player.
  case mpd

  /// Those whose models are asked.
  package static let providers: [Credential] = [.anthropic, .openai, .compatible]

  package init?(for service: ServiceName) {
    switch service {
    case .anthropic: self = .anthropic
    case .openai: self = .openai
    case .compatible: self = .compatible
    case .musicbrainz, .coverartarchive: return nil
    }
  }

  /// Of its file, and of the systemd credential.
  package var fileName: String { self == .mpd ? "mpd_password" : "\(rawValue)_api_key" }

  /// The two vendors' own names, so that a key that is already there is found.
  package var environmentName: String {
    switch self {
    case .anthropic: "ANTHROPIC_API_KEY"
    case .openai: "OPENAI_API_KEY"
    case .compatible: "ALBUMSCAN_COMPATIBLE_API_KEY"
    case .mpd: "ALBUMSCAN_MPD_PASSWORD"
    }
  }
}
