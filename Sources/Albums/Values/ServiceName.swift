/// The outside services, with their names in the journal, in `status`, and in the ledger.
package enum ServiceName: String, Codable, Sendable, CaseIterable {
  case anthropic, openai, compatible, musicbrainz, coverartarchive
  /// Where messages go: a topic of an ntfy server, and the program that `notifications.command` names.
  case ntfy, command

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
    case .ntfy: "the ntfy server"
    case .command: "the program of notifications.command"
    }
  }

  /// Where its users manage their rights and their credit.
  package var consoleName: String {
    switch self {
    case .anthropic: "the Claude Console (platform.claude.com)"
    case .openai: "OpenAI's platform settings (platform.openai.com)"
    default: spokenName
    }
  }
}
