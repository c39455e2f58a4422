import Albums
import FoundationEssentials
import HTTP

/// Claude through Anthropic's Message Batches (API reference, *Message Batches*): request bodies like those of the
/// Messages API, half the price, and an answer within 24 hours.
struct AnthropicBatches: BatchModel {
  let endpoint: ModelEndpoint
  let terms: ModelData.Batch

  var service: ServiceName { endpoint.service }
  var mostQuestions: Int { terms.requests }
  var mostBytes: Int { terms.megabytes << 20 }

  private static let path = "messages/batches"
  private static let closing = "]}"

  func worstCase(of question: Question) -> Money? { endpoint.worstCaseInBatch(of: question, at: terms) }

  func add(_ question: Question, as customID: String, to batchRequest: inout BatchRequest) -> Bool {
    let facts = endpoint.provider.facts(of: question.model)
    let params = AnthropicRequest.json(
      for: question, facts: facts, serviceTier: nil, soFar: [], searches: question.searches)
    let entry = JSON.object(dropping: ["custom_id": .string(customID), "params": params]).data
    return batchRequest.append(
      entry, opening: "{\"requests\":[", between: ",", closing: Self.closing, questions: mostQuestions, bytes: mostBytes
    )
  }

  func submit(_ batchRequest: BatchRequest) async throws(ModelFailure) -> BatchStanding {
    let data = try await endpoint.order(
      Self.path, body: batchRequest.body + Data(Self.closing.utf8), type: "application/json",
      asking: batchRequest.model, limits: .upload)
    guard let batch = JSONParser.whole(data).flatMap(Self.standing) else { throw Reply.unreadable(service) }
    return batch
  }

  func standing(of handle: String) async throws(ServiceFault) -> BatchStanding? {
    guard let data = try await endpoint.find("\(Self.path)/\(handle)") else { return nil }
    guard let batch = JSONParser.whole(data).flatMap(Self.standing) else { throw Reply.unreadable(service).fault }
    return batch
  }

  /// The list doesn't contain custom IDs. A batch of the right size that began at the right time can only be identified
  /// by its results.
  func find(
    nonce: String, count: Int, since: Date, known: Set<String>
  ) async throws(ServiceFault) -> BatchSighting {
    var sighting = BatchSighting.none
    for batch in try await batches(since: since) where !known.contains(batch.handle) && batch.count == count {
      guard batch.phase == .ended else {
        sighting = .perhaps
        continue
      }
      guard let lines = try await lines(of: batch) else { continue }
      let first = lines.first?["custom_id"]?.text ?? ""
      if BatchRequest.number(in: first, nonce: nonce) != nil { return .found(batch) }
    }
    return sighting
  }

  func results(
    of batch: BatchStanding, to questions: [String: Question]
  ) async throws(ServiceFault) -> [String: BatchOutcome] {
    guard let lines = try await lines(of: batch) else {
      throw .transient("\(service.sentenceName) doesn't have the results of \(batch.handle)", service: service)
    }
    var outcomes: [String: BatchOutcome] = [:]
    for line in lines {
      guard let id = line["custom_id"]?.text, let question = questions[id], let result = line["result"] else {
        continue
      }
      outcomes[id] = outcome(of: result, to: question)
    }
    return outcomes
  }

  func forget(_ batch: BatchStanding) async { await endpoint.delete("\(Self.path)/\(batch.handle)") }

  /// Newest first, back to batches that began well before `since`: the two clocks may differ.
  private func batches(since: Date) async throws(ServiceFault) -> [BatchStanding] {
    var batches: [BatchStanding] = []
    var after = ""
    for _ in 1...20 {
      guard let page = JSONParser.whole(try await endpoint.get("\(Self.path)?limit=100" + after)) else {
        throw Reply.unreadable(service).fault
      }
      let shown = (page["data"]?.items ?? []).compactMap(Self.standing)
      let young = shown.filter { $0.created >= since.addingTimeInterval(-3600) }
      batches += young
      guard young.count == shown.count, page["has_more"]?.flag == true, let last = shown.last else { break }
      after = "&after_id=" + last.handle.addingPercentEncodingForQuery
    }
    return batches
  }

  /// Fetches the results from the batch's own address: `results_url` might lead to another host, and take the key
  /// there.
  private func lines(of batch: BatchStanding) async throws(ServiceFault) -> [JSON]? {
    try await endpoint.find("\(Self.path)/\(batch.handle)/results", limits: .results).map(JSON.lines)
  }

  private func outcome(of result: JSON, to question: Question) -> BatchOutcome {
    switch result["type"]?.text {
    case "succeeded":
      guard let message = result["message"], let turn = AnthropicReply(message: message) else {
        return .failed(Reply.unreadable(service))
      }
      var runningCost = RunningCost()
      runningCost.add(
        turn.reply.count, price: endpoint.provider.facts(of: question.model).price?.batched(at: terms.factor))
      return turn.reply.outcome(to: question, of: service, runningCost: runningCost)
    case "errored":
      let error = result["error"]?["error"]
      let failed = ProviderError(
        status: Self.status(of: error?["type"]?.text), type: error?["type"]?.text,
        message: PlainText.line(error?["message"]?.text ?? "", limit: 200))
      // Requests that fail in a batch aren't billed (*Message Batches*, pricing).
      return .failed(failed.failure(of: service, asking: question.model, for: question.step))
    case "canceled", "expired": return .untouched
    default: return .failed(Reply.unreadable(service))
    }
  }

  /// The status that the Messages API returns for the same error.
  private static func status(of error: String?) -> Int {
    switch error {
    case "invalid_request_error": 400
    case "authentication_error": 401
    case "billing_error": 402
    case "permission_error": 403
    case "not_found_error": 404
    case "request_too_large": 413
    case "rate_limit_error": 429
    case "timeout_error": 504
    case "overloaded_error": 529
    default: 500
    }
  }

  /// Nil if it isn't a batch.
  private static func standing(_ batch: JSON) -> BatchStanding? {
    guard let handle = batch["id"]?.text, handle.isHandle, let status = batch["processing_status"]?.text,
      let created = batch["created_at"]?.text.flatMap(Date.init(rfc3339:))
    else { return nil }
    let counts = ["processing", "succeeded", "errored", "canceled", "expired"].map {
      batch["request_counts"]?[$0]?.whole ?? 0
    }
    return BatchStanding(
      handle: handle, phase: status == "ended" ? .ended : .working, created: created,
      expires: batch["expires_at"]?.text.flatMap(Date.init(rfc3339:)), count: counts.reduce(0, +))
  }
}
