/// The outside services, with their names in the journal, in `status`, and in the ledger.
package enum ServiceName: String, Codable, Sendable, CaseIterable {
  case anthropic, openai, compatible, musicbrainz, coverartarchive

  /// Those whose models can be asked. `models.provider: auto` takes the first whose key is there.
  package static let providers: [ServiceName] = [.anthropic, .openai, .compatible]

  /// As people know it.
  package var spokenName: String {
    switch self {
    case .anthropic: "Anthropic"
    case .openai: "OpenAI"
    case .compatible: "the model server"
    case .musicbrainz: "MusicBrainz"
    case .coverartarchive: "the Cover Art Archive"
    }
  }

  /// Where its users manage their rights and their credit.
  package var consoleName: String {
    switch self {
    case .anthropic: "the Claude Console (platform.claude.com)"
    case .openai: "OpenAI's platform settings (platform.openai.com)"
    case .compatible, .musicbrainz, .coverartarchive: spokenName
    }
  }
}
