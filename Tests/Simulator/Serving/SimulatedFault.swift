/// Something that goes wrong at a service.
package enum SimulatedFault: Equatable, Sendable {
  package enum RetryAfter: Equatable, Sendable {
    /// `Retry-After: 5`
    case seconds(Int)
    /// `Retry-After:` with the date that is so many seconds ahead.
    case date(secondsAhead: Int)
    /// Whatever a broken service writes there.
    case text(String)
  }

  /// Where a redirect leads that nobody should follow.
  package enum Lure: String, CaseIterable, Sendable {
    /// To itself, for ever.
    case loop
    /// To another machine, without encryption.
    case plain
    /// To an address in the visitor's own network.
    case network
    /// To a file of the visitor's own machine.
    case file
  }

  /// The status with an error body of the service's kind.
  case status(Int, RetryAfter? = nil)
  /// 429 (OpenAI: `insufficient_quota`) or 400 (Anthropic: spend limit) that no waiting cures.
  case quota
  /// Nobody listens on the port. Always until cleared.
  case refused
  /// The connection is reset before an answer.
  case reset
  /// Headers and nothing more, until the client leaves.
  case stall
  /// The right answer, so many bytes a second.
  case drip(bytesPerSecond: Int)
  /// Half of the right answer, then the connection is closed.
  case truncated
  /// 200 with a page of a proxy.
  case html
  /// 200 with a page that announces an outage, as archive.org sends it.
  case offlinePage
  /// 200 and valid JSON of so many bytes.
  case gigantic(bytes: Int)
  /// The right answer, said to be of another type.
  case wrongType
  /// 302 to somewhere.
  case redirect(Lure)
  /// 200 and bytes that are no UTF-8.
  case invalidUTF8
  /// 200 and text that is no JSON.
  case notJSON
  /// 200 and JSON of another shape.
  case wrongShape
  /// MusicBrainz's gateway sheds load: 503, however slowly it is asked.
  case shed
  /// A search of MusicBrainz finds releases that were merged into others since.
  case staleIndex
  /// A lookup at MusicBrainz is answered with another release.
  case otherRelease
  /// A model's answer ends in the middle, for want of tokens.
  case cutOff
  /// A model declines.
  case refusal
  /// A model's JSON stands between code fences, with words around it.
  case fenced
  /// A model's JSON stands in the middle of prose with braces of its own, and another object is quoted before it.
  case wordy
  /// A model's JSON doesn't follow the schema.
  case offSchema
  /// A model's review talks of money in some of its sentences, whatever it was told.
  case moneyTalk
  /// A model's review talks of nothing but money.
  case nothingButMoney
  /// A model's answer comes without usage.
  case noUsage

  /// Whether it changes what a service says, and not how the answer travels.
  var isInTheAnswer: Bool {
    switch self {
    case .shed, .staleIndex, .otherRelease, .quota, .cutOff, .refusal, .fenced, .wordy, .offSchema, .moneyTalk,
      .nothingButMoney, .noUsage:
      true
    default: false
    }
  }

  /// As the control endpoint names it.
  package var name: String {
    let text = String(describing: self)
    return text.firstIndex(of: "(").map { String(text[..<$0]) } ?? text
  }

  /// From the control endpoint's JSON: `{"fault":"status","status":429,"retryAfter":5}`. Nil for an unknown one.
  package init?(_ json: JSON) {
    switch json["fault"]?.text {
    case "status":
      guard let status = json["status"]?.int else { return nil }
      let seconds = json["retryAfter"]?.int.map { RetryAfter.seconds($0) }
      self = .status(
        status,
        seconds ?? json["retryAfterDate"]?.int.map { .date(secondsAhead: $0) }
          ?? json["retryAfterText"]?.text.map { .text($0) })
    case "redirect": self = .redirect(json["to"]?.text.flatMap(Lure.init) ?? .loop)
    case "drip": self = .drip(bytesPerSecond: json["bytesPerSecond"]?.int ?? 20)
    case "gigantic": self = .gigantic(bytes: json["bytes"]?.int ?? 200_000_000)
    case let name?:
      let plain: [SimulatedFault] = [
        .quota, .refused, .reset, .stall, .truncated, .html, .offlinePage, .wrongType, .invalidUTF8, .notJSON,
        .wrongShape, .shed,
        .staleIndex, .otherRelease, .cutOff, .refusal, .fenced, .wordy, .offSchema, .moneyTalk, .nothingButMoney,
        .noUsage,
      ]
      guard let fault = plain.first(where: { $0.name == name }) else { return nil }
      self = fault
    case nil: return nil
    }
  }
}
