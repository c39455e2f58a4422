import Albums
import FoundationEssentials
import HTTP

/// GPT through OpenAI's Batch API (API reference, *Batch* and *Files*): a file of chat completions is uploaded,
/// processed at half the price within 24 hours, and answered with files.
struct OpenAIBatches: BatchModel {
  let endpoint: ModelEndpoint
  let terms: ModelData.Batch

  var service: ServiceName { endpoint.service }
  var mostQuestions: Int { terms.requests }
  var mostBytes: Int { terms.megabytes << 20 }

  /// The metadata key that holds our nonce.
  private static let mark = "albumscan"
  /// In seconds. The provider then deletes uploaded files and answers, whether or not they were fetched.
  private static let kept = 3 * 86_400

  func worstCase(of question: Question) -> Money? { endpoint.worstCaseInBatch(of: question, at: terms) }

  func add(_ question: Question, as customID: String, to batchRequest: inout BatchRequest) -> Bool {
    let facts = endpoint.provider.facts(of: question.model)
    let line = JSON.object(dropping: [
      "custom_id": .string(customID), "method": "POST", "url": "/v1/chat/completions",
      "body": ChatRequest.json(for: question, facts: facts, serviceTier: nil, detail: "high"),
    ])
    return batchRequest.append(
      line.data, opening: Self.opening(of: batchRequest), between: "\n", closing: Self.closing(of: batchRequest),
      questions: mostQuestions, bytes: mostBytes)
  }

  func submit(_ batchRequest: BatchRequest) async throws(ModelFailure) -> BatchStanding {
    let file: Data
    do {
      file = try await endpoint.order(
        "files", body: batchRequest.body + Data(Self.closing(of: batchRequest).utf8),
        type: "multipart/form-data; boundary=\(Self.boundary(of: batchRequest))", asking: batchRequest.model,
        limits: .upload)
    } catch {
      // A file that no batch refers to costs nothing, and is deleted automatically.
      throw ModelFailure(error.fault, bill: .nothing)
    }
    guard let id = JSONParser.whole(file)?["id"]?.text, id.isHandle else {
      throw ModelFailure(Reply.unreadable(service).fault, bill: .nothing)
    }
    let order: JSON = [
      "input_file_id": .string(id), "endpoint": "/v1/chat/completions", "completion_window": "24h",
      "metadata": .object([JSON.Member(key: Self.mark, value: .string(batchRequest.nonce))]),
      "output_expires_after": ["anchor": "created_at", "seconds": .number(String(Self.kept))],
    ]
    let data = try await endpoint.order(
      "batches", body: order.data, asking: batchRequest.model, limits: HTTPRequest.Limits(stalled: 60))
    guard let batch = JSONParser.whole(data).flatMap(standing) else { throw Reply.unreadable(service) }
    return batch
  }

  func standing(of handle: String) async throws(ServiceFault) -> BatchStanding? {
    guard let data = try await endpoint.find("batches/\(handle)") else { return nil }
    guard let batch = JSONParser.whole(data).flatMap(standing) else { throw Reply.unreadable(service).fault }
    return batch
  }

  func find(
    nonce: String, count: Int, since: Date, known: Set<String>
  ) async throws(ServiceFault) -> BatchSighting {
    var after = ""
    for _ in 1...20 {
      guard let page = JSONParser.whole(try await endpoint.get("batches?limit=100" + after)) else {
        throw Reply.unreadable(service).fault
      }
      let batches = page["data"]?.items ?? []
      if let ours = batches.first(where: { $0["metadata"]?[Self.mark]?.text == nonce }).flatMap(standing) {
        return .found(ours)
      }
      guard page["has_more"]?.flag == true, let last = batches.last.flatMap(standing),
        last.created >= since.addingTimeInterval(-3600)
      else { break }
      after = "&after=" + last.handle.addingPercentEncodingForQuery
    }
    return .none
  }

  func results(
    of batch: BatchStanding, to questions: [String: Question]
  ) async throws(ServiceFault) -> [String: BatchOutcome] {
    var outcomes: [String: BatchOutcome] = [:]
    // The first is the file that was sent.
    for file in batch.files.dropFirst() {
      guard let data = try await endpoint.find("files/\(file)/content", limits: .results) else {
        throw .transient("\(service.sentenceName) doesn't have the results of \(batch.handle)", service: service)
      }
      for line in JSON.lines(data) {
        guard let id = line["custom_id"]?.text, let question = questions[id] else { continue }
        outcomes[id] = outcome(of: line, to: question)
      }
    }
    return outcomes
  }

  func forget(_ batch: BatchStanding) async { for file in batch.files { await endpoint.delete("files/\(file)") } }

  private func outcome(of line: JSON, to question: Question) -> BatchOutcome {
    if let error = line["error"] {
      let code = error["code"]?.text
      if code == "batch_expired" || code == "batch_cancelled" { return .untouched }
      let failed = ProviderError(
        status: 500, code: code, message: PlainText.line(error["message"]?.text ?? "", limit: 200))
      return .failed(failed.failure(of: service, asking: question.model, for: question.step))
    }
    guard let status = line["response"]?["status_code"]?.whole, let body = line["response"]?["body"] else {
      return .failed(Reply.unreadable(service))
    }
    guard (200..<300).contains(status) else {
      // Without headers, so that only the status and the body count.
      let failed = ProviderError(HTTPResponse(status: status, body: body.data), key: endpoint.key, now: .now)
      return .failed(failed.failure(of: service, asking: question.model, for: question.step))
    }
    guard let reply = Reply(completion: body) else { return .failed(Reply.unreadable(service)) }
    var runningCost = RunningCost()
    runningCost.add(reply.count, price: endpoint.provider.facts(of: question.model).price?.batched(at: terms.factor))
    return reply.outcome(to: question, of: service, runningCost: runningCost)
  }

  /// Nil if it isn't a batch.
  private func standing(_ batch: JSON) -> BatchStanding? {
    guard let handle = batch["id"]?.text, handle.isHandle, let status = batch["status"]?.text,
      let created = batch["created_at"]?.whole, let input = batch["input_file_id"]?.text, input.isHandle
    else { return nil }
    let results = ["output_file_id", "error_file_id"].compactMap { batch[$0]?.text }.filter(\.isHandle)
    return BatchStanding(
      handle: handle, phase: phase(status, of: batch), created: Date(timeIntervalSince1970: Double(created)),
      expires: batch["expires_at"]?.whole.map { Date(timeIntervalSince1970: Double($0)) },
      count: batch["request_counts"]?["total"]?.whole, files: [input] + results)
  }

  private func phase(_ status: String, of batch: JSON) -> BatchStanding.Phase {
    switch status {
    case "completed", "expired", "cancelled": return .ended
    case "failed":
      let error = batch["errors"]?["data"]?.items.first
      let said = PlainText.line(error?["message"]?.text ?? "it failed", limit: 200)
      // The queue is larger than the account's limit. That passes as earlier batches finish.
      let isFull = error?["code"]?.text == "token_limit_exceeded"
      let reason = "\(service.sentenceName) refused a batch: \(said)"
      return .refused(isFull ? .transient(reason, service: service, retryAfter: 900) : .permanent(reason))
    default: return .working
    }
  }

  // MARK: The upload's form (RFC 7578)

  /// No line of JSON begins like this.
  private static func boundary(of batchRequest: BatchRequest) -> String { "albumscan-\(batchRequest.nonce)" }

  private static func opening(of batchRequest: BatchRequest) -> String {
    let fields = [("purpose", "batch"), ("expires_after[anchor]", "created_at"), ("expires_after[seconds]", "\(kept)")]
    let start = "--\(boundary(of: batchRequest))\r\nContent-Disposition: form-data; name="
    return fields.map { "\(start)\"\($0)\"\r\n\r\n\($1)\r\n" }.joined()
      + "\(start)\"file\"; filename=\"questions.jsonl\"\r\nContent-Type: application/jsonl\r\n\r\n"
  }

  private static func closing(of batchRequest: BatchRequest) -> String { "\n\r\n--\(boundary(of: batchRequest))--\r\n" }
}
