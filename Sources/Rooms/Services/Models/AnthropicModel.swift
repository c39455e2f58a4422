package import Albums
package import FoundationEssentials
internal import HTTP

/// Claude, through Anthropic's Messages API.
package struct AnthropicModel: LanguageModel {
  private let endpoint: ModelEndpoint

  /// How many requests a turn may take if the provider pauses it, including the first.
  static let turns = 5

  init(_ endpoint: ModelEndpoint) { self.endpoint = endpoint }

  package var service: ServiceName { endpoint.service }

  package func worstCase(of question: Question) -> Money? { endpoint.provider.worstCase(of: question) }

  package func answer(
    _ question: Question, extending extend: @Sendable (Money) async -> Bool
  ) async throws(Fault) -> Answer {
    let facts = endpoint.provider.facts(of: question.model)
    try question.checkSearch(with: facts)
    var whole = Reply()
    var runningCost = RunningCost()
    var blocks: [JSON] = []
    var reserved = worstCase(of: question)
    for _ in 1...Self.turns {
      let body = Self.json(
        for: question, facts: facts, serviceTier: endpoint.provider.serviceTier, soFar: blocks,
        searches: searchesLeft(of: question, runningCost))
      let data: Data
      do {
        data = try await endpoint.post("messages", body: body.data, asking: question.model, for: question.step)
      } catch {
        throw error.billed(runningCost.bill(with: error.bill))
      }
      guard let turn = AnthropicReply(data) else {
        throw endpoint.naming("messages", in: Reply.unreadable(service, data))
      }
      runningCost.add(turn.reply.count, price: facts.price)
      blocks += turn.blocks
      whole.text += turn.reply.text
      whole.sources.add(turn.reply.sources.sources)
      whole.consulted.add(turn.reply.consulted.sources)
      whole.searches.answered += turn.reply.searches.answered
      whole.searches.failed += turn.reply.searches.failed
      whole.searches.problem = whole.searches.problem ?? turn.reply.searches.problem
      whole.model = turn.reply.model
      whole.ending = turn.reply.ending
      guard whole.ending == .paused, reserved == nil || runningCost.total.usage != nil else { break }
      let lacking = shortfall(of: question, facts: facts, runningCost: runningCost, reserved: reserved)
      guard lacking > .zero else { continue }
      guard await extend(lacking) else {
        throw .retry(
          .turnUnfinished, "\(service.sentenceName) paused, and continuing might exceed a spending limit",
          service: service
        ).billed(runningCost.bill)
      }
      reserved = reserved.map { $0 + lacking }
    }
    return try endpoint.answer(whole, to: question, from: "messages", runningCost)
  }

  /// How much more than the reservation another request may cost: it reads everything again that was read and written,
  /// and may use the remaining searches. Zero if the price is unknown.
  private func shortfall(of question: Question, facts: ModelFacts, runningCost: RunningCost, reserved: Money?) -> Money
  {
    guard let reserved, let usage = runningCost.total.usage, let spent = runningCost.total.cost else { return .zero }
    let next = WorstCase(
      prompt: usage.inputTokens + usage.outputTokens, output: question.maxOutputTokens + facts.headroom,
      searches: searchesLeft(of: question, runningCost), searchTokens: facts.searchTokens)
    let cost = spent + (next.cost(at: facts.price) ?? .zero)
    return Money(microdollars: max(0, cost.microdollars - reserved.microdollars))
  }

  /// How many searches the next request may make: the provider's limit applies to each request. A tool that earlier
  /// requests used can't be removed, so the minimum is one.
  private func searchesLeft(of question: Question, _ runningCost: RunningCost) -> Int {
    guard question.searches > 0 else { return 0 }
    return max(1, question.searches - (runningCost.total.usage?.searches ?? 0))
  }
}

/// The body of a request to the Messages API.
extension AnthropicModel {
  /// The same question always gives the same bytes. `soFar` contains the blocks with which the model paused; they are
  /// sent back unchanged (*Handling stop reasons*, pause_turn).
  package static func body(for question: Question, facts: ModelFacts, serviceTier: String? = nil) -> Data {
    json(for: question, facts: facts, serviceTier: serviceTier, soFar: [], searches: question.searches).data
  }

  static func json(for question: Question, facts: ModelFacts, serviceTier: String?, soFar: [JSON], searches: Int)
    -> JSON
  {
    let enforcing = question.enforcesSchema(with: facts)
    // The picture comes before the text, as the provider advises (*Vision*).
    var content: [JSON] = []
    if let picture = question.picture {
      let source: JSON = [
        "type": "base64", "media_type": "image/jpeg", "data": .string(picture.jpeg.base64EncodedString()),
      ]
      content.append(["type": "image", "source": source])
    }
    if !question.material.isEmpty || content.isEmpty {
      content.append(["type": "text", "text": .string(question.material)])
    }
    var messages: [JSON] = [["role": "user", "content": .array(content)]]
    if !soFar.isEmpty { messages.append(["role": "assistant", "content": .array(soFar)]) }
    return .object(dropping: [
      "model": .string(question.model),
      "max_tokens": .number(String(question.maxOutputTokens + facts.headroom)),
      "service_tier": serviceTier.map(JSON.string),
      "temperature": facts.temperature.map { .number("\($0)") },
      "thinking": facts.thinking.map { ["type": .string($0)] },
      "output_config": outputConfig(effort: facts.effort, schema: enforcing ? question.schema : nil),
      "tools": question.searches > 0
        // The simplest version: newer ones run code to filter results, at a cost that can't be predicted.
        ? [["type": "web_search_20250305", "name": "web_search", "max_uses": .number(String(searches))]] : nil,
      "system": .string(question.instructions(enforcing: enforcing)),
      "messages": .array(messages),
    ])
  }

  private static func outputConfig(effort: String?, schema: AnswerSchema?) -> JSON? {
    let shape = schema.flatMap { JSONParser.whole(Data($0.json.utf8)) }
    guard effort != nil || shape != nil else { return nil }
    return .object(dropping: [
      "effort": effort.map(JSON.string), "format": shape.map { ["type": "json_schema", "schema": $0] },
    ])
  }
}

/// Reads an answer of Anthropic's Messages API. Blocks are identified by type, not by position; unknown types are
/// ignored.
struct AnthropicReply {
  var reply = Reply()
  /// The blocks unchanged, to be sent back after a pause.
  var blocks: [JSON]

  /// Nil if the body isn't a message.
  init?(_ body: Data) {
    guard let message = JSONParser.whole(body) else { return nil }
    self.init(message: message)
  }

  init?(message: JSON) {
    guard case .array(let blocks)? = message["content"] else { return nil }
    self.blocks = blocks
    reply.model = message["model"]?.text
    for block in blocks {
      switch block["type"]?.text {
      case "text":
        reply.text += block["text"]?.text ?? ""
        for citation in block["citations"]?.items ?? [] {
          reply.sources.add(title: citation["title"]?.text, url: citation["url"]?.text)
        }
      case "web_search_tool_result": reply.add(searchResult: block["content"])
      default: break
      }
    }
    reply.count = Self.count(message["usage"])
    reply.ending = Self.ending(message)
  }

  private static func count(_ usage: JSON?) -> TokenCount? {
    guard let usage, let input = TokenCount.plausible(usage["input_tokens"]?.whole),
      let output = TokenCount.plausible(usage["output_tokens"]?.whole)
    else { return nil }
    func number(_ value: JSON?) -> Int { TokenCount.plausible(value?.whole) ?? 0 }
    let written = number(usage["cache_creation_input_tokens"])
    let long = min(written, number(usage["cache_creation"]?["ephemeral_1h_input_tokens"]))
    return TokenCount(
      input: input, cacheRead: number(usage["cache_read_input_tokens"]), cacheWrite: written - long,
      cacheWriteLong: long, output: output, searches: number(usage["server_tool_use"]?["web_search_requests"]))
  }

  private static func ending(_ message: JSON) -> Reply.Ending {
    switch message["stop_reason"]?.text {
    case "max_tokens": return .truncated
    case "pause_turn": return .paused
    case "refusal":
      let details = message["stop_details"]
      return .refused(
        PlainText.line(details?["explanation"]?.text ?? details?["category"]?.text ?? "", limit: 200))
    case "model_context_window_exceeded": return .broken("context", "ran out of context for the question")
    case "tool_use": return .broken("tool", "called a tool that it wasn't given")
    default: return .complete
    }
  }
}

extension Reply {
  /// Results are a list. An error is an object instead, in a response with a success status.
  fileprivate mutating func add(searchResult content: JSON?) {
    guard case .array(let results)? = content else {
      // The other codes mean that the model's search was invalid, not that the search was unavailable.
      let code = content?["error_code"]?.text ?? ""
      guard ["unavailable", "too_many_requests"].contains(code) else { return }
      searches.failed += 1
      searches.problem = code
      return
    }
    searches.answered += 1
    for result in results where result["type"]?.text == "web_search_result" {
      consulted.add(title: result["title"]?.text, url: result["url"]?.text)
    }
  }
}
