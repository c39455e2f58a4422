/// The services that are simulated.
package enum ServiceID: String, CaseIterable, Sendable {
  case anthropic, openai, compatible, musicbrainz, coverart
  /// Where the Cover Art Archive sends its visitors: two hosts in life, one here.
  case archive
  /// Messages for phones.
  case ntfy

  /// Whether it is a model provider.
  package var isModel: Bool { [.anthropic, .openai, .compatible].contains(self) }

  /// What follows the address in the setting that names this service.
  package var basePath: String {
    switch self {
    case .compatible: "/v1"
    case .musicbrainz: "/ws/2"
    default: ""
    }
  }
}
