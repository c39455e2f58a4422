internal import Albums
internal import FoundationEssentials

/// A provider's reply, independent of its API.
struct Reply: Equatable, Sendable {
  /// The text blocks, in order, joined without a separator.
  var text = ""
  /// Pages that the answer cites.
  var sources = SourceList()
  /// Pages that its searches found.
  var consulted = SourceList()
  var searches = Searches()
  var model: String?
  /// Nil if the provider didn't report it.
  var count: TokenCount?
  var ending = Ending.complete

  /// The results of its web searches.
  struct Searches: Equatable, Sendable {
    var answered = 0
    var failed = 0
    /// The provider's code for a failed search.
    var problem: String?
  }

  enum Ending: Equatable, Sendable {
    case complete
    /// Cut off by the output limit.
    case truncated
    /// The provider wants the turn sent back to continue with it (Anthropic, `pause_turn`).
    case paused
    /// With the provider's reason, if it gave one.
    case refused(String)
    /// It ended without a usable answer: what the provider did, as a detail of the fault's code, and in words.
    case broken(String, String)
    /// It failed while the model was working.
    case failed(ProviderError)
  }
}

extension Reply {
  /// The answer to the question; throws if the reply isn't one.
  func answer(to question: Question, of service: ServiceName, runningCost: RunningCost) throws(Fault) -> Answer {
    let name = service.sentenceName
    switch ending {
    case .complete, .truncated: break
    case .paused:
      throw .fail(.turnUnfinished, "\(name) kept pausing and never answered").billed(runningCost.bill)
    case .refused(let reason):
      throw .fail(.declined, "\(name) declined to answer" + (reason.isEmpty ? "" : ": \(reason)"))
        .billed(runningCost.bill)
    case .broken(let how, let what):
      throw .fail(.answerBroken, detail: how, "\(name) \(what)", service: service).billed(runningCost.bill)
    case .failed(let error):
      throw error.fault(of: service, asking: question.model, for: question.step).billed(runningCost.bill)
    }
    // A model that couldn't search has answered from memory, which isn't what was paid for.
    if question.searches > 0, searches.failed > 0, searches.answered == 0 {
      let problem = searches.problem.map { " (\($0))" } ?? ""
      throw .retry(.searchFailed, detail: searches.problem, "\(name)'s web search failed\(problem)", service: service)
        .billed(runningCost.bill)
    }
    let (usage, cost) = runningCost.total
    return Answer(
      text: text, sources: sources.sources, consulted: question.searches > 0 ? consulted.sources : nil,
      model: model.map { PlainText.line($0, limit: 100) } ?? question.model, usage: usage,
      cost: cost, truncated: ending == .truncated)
  }

  /// A success status with a body that isn't what the provider documents: a proxy's page, half an answer, or a stream of
  /// server-sent events.
  static func unreadable(_ service: ServiceName, _ body: Data) -> Fault {
    let start = String(decoding: body.prefix(100), as: UTF8.self).drop(while: \.isWhitespace)
    guard ["data:", "event:", ":", "id:", "retry:"].contains(where: start.hasPrefix) else {
      return .retry(.answerUnreadable, "\(service.sentenceName) sent an answer that can't be read", service: service)
        .billed(.unknown)
    }
    return .needsPerson(
      .answerStreamed, "\(service.sentenceName) sent a stream, although it was asked for one answer (stream: false)",
      service: service,
      cure: .advice(
        "Turn streaming off in the server, or set models.baseURL to one that heeds it; then run "
          + "`albumscanctl resume`.")
    ).billed(.unknown)
  }
}

/// Extracts the requested text from an answer, for models that can't be forced to return only that.
extension Reply {
  /// Removes the thoughts that a reasoning model of a local server puts before its answer (`<think>…</think>`; some
  /// templates omit the first tag), and a code fence around everything.
  static func withoutThoughts(_ text: String) -> String {
    var text = text.trimmingCharacters(where: { $0.isWhitespace })
    while text.hasPrefix("<think>") {
      guard let end = text.firstRange(of: "</think>") else { return "" }
      text = text[end.upperBound...].trimmingCharacters(where: { $0.isWhitespace })
    }
    if !text.hasPrefix("{"), let end = text.firstRange(of: "</think>") {
      text = text[end.upperBound...].trimmingCharacters(where: { $0.isWhitespace })
    }
    return withoutFence(text)
  }

  private static func withoutFence(_ text: String) -> String {
    guard text.hasPrefix("```"), text.hasSuffix("```"), let line = text.firstIndex(where: \.isNewline) else {
      return text
    }
    let inside = text[line...].dropLast(3)
    return inside.trimmingCharacters(where: { $0.isWhitespace })
  }

  /// Removes the citation marks of OpenAI's search (`U+E200 cite U+E202 turn0search1 U+E201`), which leak into the text
  /// (openai-agents-python#2051).
  static func withoutMarks(_ text: String) -> String {
    let marks: ClosedRange<Unicode.Scalar> = "\u{E200}"..."\u{E2FF}"
    guard text.unicodeScalars.contains(where: marks.contains) else { return text }
    var kept = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard marks.contains(scalar) else {
        kept.append(scalar)
        continue
      }
      if scalar == "\u{E200}", let end = rest.prefix(200).firstIndex(of: "\u{E201}") {
        rest = rest[rest.index(after: end)...]
      }
    }
    return String(kept)
  }
}

/// Collects the pages that an answer cites: only http and https, each once, limited in number and length.
struct SourceList: Equatable, Sendable {
  private(set) var sources: [Source] = []

  static let most = 20

  mutating func add(title: String?, url: String?) {
    guard sources.count < Self.most, let url = url.flatMap(Self.address) else { return }
    let source = Source(title: "", url: url)
    guard !sources.contains(where: source.isSamePage) else { return }
    let title = PlainText.line(title ?? "", limit: 200)
    sources.append(Source(title: title.isEmpty ? Self.host(of: url) : title, url: url))
  }

  mutating func add(_ others: [Source]) {
    for other in others { add(title: other.title, url: other.url) }
  }

  /// Nil unless this is clearly the address of a web page: with a scheme, with a host name, without user information,
  /// and without characters that an address can't contain. Letters outside ASCII are encoded, because some look like
  /// ASCII letters.
  private static func address(_ url: String) -> String? {
    let lowercased = url.lowercased()
    guard url.utf8.count <= 2000, let scheme = ["https://", "http://"].first(where: lowercased.hasPrefix) else {
      return nil
    }
    let host = lowercased.dropFirst(scheme.utf8.count).prefix { !"/?#".contains($0) }
    let isName = host.utf8.allSatisfy { $0 < 0x80 && $0 > 0x20 && !"@\\<>\"%".utf8.contains($0) }
    guard isName, host.contains("."), !host.hasPrefix(".") else { return nil }
    guard
      url.unicodeScalars.allSatisfy({
        PlainText.isPrintable($0) && $0 != " " && !"\"<>\\^`{|}".unicodeScalars.contains($0)
      })
    else { return nil }
    var address = ""
    for byte in url.utf8 {
      if byte < 0x80 {
        address.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        address += "%" + String(byte, radix: 16, uppercase: true)
      }
    }
    return address.utf8.count <= 2000 ? address : nil
  }

  private static func host(of url: String) -> String {
    let parts = url.split(separator: "/", maxSplits: 2)
    return parts.count > 1 ? PlainText.line(String(parts[1]), limit: 200) : url
  }
}
