package import FoundationEssentials

/// A failure that stops a scan, classified by what to do next.
///
/// Failures are classified once, where they enter the program (in `Services`, and where the pipeline uses the disk and
/// the imaging process). The code above never sees a status code or an `errno`.
package struct ServiceFault: Error, Codable, Equatable, Sendable {
  package enum Kind: String, Codable, Sendable {
    /// Retry this scan later.
    case transient
    /// This scan will always fail.
    case permanent
    /// No scan can use `service` until the user has acted.
    case needsAttention
  }

  package let kind: Kind
  /// What happened, in a sentence for people. Never holds a key.
  package let reason: String
  /// What to do about it: a sentence or a command. Always present for `needsAttention`.
  package let cure: String?
  /// The outside service at fault; nil if only this scan is affected.
  package let service: ServiceName?
  /// The pause that the service requested, in seconds. It pauses the service for all scans.
  package let retryAfter: TimeInterval?
  /// False if nothing was attempted, so that being offline or over budget never uses up an attempt.
  package let burnsAttempt: Bool

  /// The reason if a service's host couldn't be found, as without a network.
  package static let unreachable = "can't be reached"

  package static func transient(
    _ reason: String, service: ServiceName? = nil, retryAfter: TimeInterval? = nil, burnsAttempt: Bool = true
  ) -> ServiceFault {
    ServiceFault(
      kind: .transient, reason: reason, cure: nil, service: service, retryAfter: retryAfter, burnsAttempt: burnsAttempt)
  }

  /// - Parameter service: the one that refused; where it refuses another photo in the same words, the fault is its own.
  package static func permanent(_ reason: String, service: ServiceName? = nil, cure: String? = nil) -> ServiceFault {
    ServiceFault(kind: .permanent, reason: reason, cure: cure, service: service, retryAfter: nil, burnsAttempt: true)
  }

  /// Whether two refusals have the same text, apart from numbers and ids.
  package func isSameRefusal(as other: String) -> Bool { Self.words(of: reason) == Self.words(of: other) }

  private static func words(of reason: String) -> [Substring] {
    reason.split(separator: " ").filter { word in !word.contains(where: \.isNumber) }
  }

  package static func needsAttention(_ reason: String, service: ServiceName?, cure: String) -> ServiceFault {
    ServiceFault(
      kind: .needsAttention, reason: reason, cure: cure, service: service, retryAfter: nil, burnsAttempt: false)
  }
}

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
