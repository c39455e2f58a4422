import DrawnCovers
import Simulator
import Testing

/// One way in which one service misbehaves, and what has to come of it.
struct OutsideCase: Sendable, CustomTestStringConvertible {
  /// What becomes of a photo while the fault lasts.
  enum Outcome: Equatable, Sendable {
    /// It makes no difference.
    case none
    /// It waits, and goes on by itself.
    case waits
    /// It waits, until a person has done what status says.
    case needsPerson
    /// It is asked for three times, since each call may be on the bill; then a person decides.
    case mayBeBilled
    /// The service doesn't want this question.
    case fails
    /// The result is there as the model named it, without what the catalog knows.
    case lacksCatalogue
    /// The result is there, without its artwork.
    case lacksArtwork
  }

  let service: ServiceID
  let fault: SimulatedFault

  var testDescription: String { "\(service.rawValue): \(fault)" }

  static let services: [ServiceID] = [.anthropic, .openai, .compatible, .musicbrainz, .coverart]
  static let statuses = [400, 401, 402, 403, 404, 408, 409, 413, 422, 429, 500, 502, 503, 504, 529]
  static let retryAfters: [SimulatedFault.RetryAfter] = [
    .seconds(1), .date(secondsAhead: 2), .seconds(0), .text("-5"), .seconds(31_536_000),
    .date(secondsAhead: 31_536_000),
    .date(secondsAhead: -3600), .text("soon"), .text("1e99"), .text(""),
  ]

  /// The faults that are over within seconds.
  static let quick: [SimulatedFault] =
    [
      .refused, .reset, .truncated, .html, .wrongType, .invalidUTF8, .notJSON, .wrongShape,
      .gigantic(bytes: 300_000_000),
    ]
    + SimulatedFault.Lure.allCases.map { .redirect($0) } + statuses.map { .status($0) }
    + retryAfters.flatMap { [.status(429, $0), .status(503, $0)] }
    + statuses.filter { $0 != 429 && $0 != 503 }.map { .status($0, .seconds(1)) }
  /// Those that are borne for a while: a minute from a model.
  static let slow: [SimulatedFault] = [.stall, .drip(bytesPerSecond: 1)]

  static let all: [OutsideCase] = services.flatMap { service in
    // A model server of one's own is given ten minutes for an answer, twice: nobody waits for that here.
    (service == .compatible ? quick : quick + slow).map { OutsideCase(service: service, fault: $0) }
  }

  /// All of them, or as many as there is time for: each service a few times.
  static let chosen: [OutsideCase] = {
    if Torture.isFull { return all }
    var random = SeededRandom(Torture.seed)
    return services.flatMap { service in
      quick.shuffled(using: &random).prefix(3).map { OutsideCase(service: service, fault: $0) }
    }
  }()

  /// The name in `heldBy` and `health`.
  var name: String { service == .coverart ? "coverartarchive" : service.rawValue }

  /// As people know it.
  var spokenName: String {
    switch service {
    case .anthropic: "Anthropic"
    case .openai: "OpenAI"
    case .compatible: "model server"
    case .musicbrainz: "MusicBrainz"
    case .coverart, .archive: "Cover Art Archive"
    case .ntfy: "ntfy server"
    }
  }

  var outcome: Outcome {
    switch service {
    case .anthropic, .openai, .compatible: modelOutcome
    case .musicbrainz: catalogOutcome
    case .coverart, .archive: fault == .wrongType ? .none : .lacksArtwork
    case .ntfy: .none
    }
  }

  private var modelOutcome: Outcome {
    switch fault {
    case .wrongType: .none
    case .redirect, .status(401, _), .status(402, _), .status(403, _), .status(404, _): .needsPerson
    case .status(400, _), .status(413, _), .status(422, _): .fails
    case .refused, .status: .waits
    // What costs nothing is asked for as often as it takes.
    default: service == .compatible ? .waits : .mayBeBilled
    }
  }

  private var catalogOutcome: Outcome {
    fault == .wrongType ? .none : .lacksCatalogue
  }

  /// Whether the service doesn't want this question: then it isn't asked again by itself.
  var isRefused: Bool {
    if case .status(let code, _) = fault { [400, 404, 409, 413, 422].contains(code) } else { false }
  }

  /// Whether the archive's answer is a true one, which is remembered.
  var saysNone: Bool { service == .coverart && [.status(404), .status(404, .seconds(1))].contains(fault) }
}
