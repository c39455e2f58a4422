import Foundation

/// Message Batches (API reference; SDK 2.12.0). Bodies are read as the Messages API reads them, and what is wrong with
/// one is that question's own error.
extension AnthropicService {
  private static let root = "/v1/messages/batches"

  func batches(_ call: Call, fault: Fault?) throws -> Reply {
    let parts = call.path.dropFirst(Self.root.count).split(separator: "/").map(String.init)
    switch (call.method, parts.count, parts.last) {
    case ("POST", 0, _): return try submit(call, fault: fault)
    case ("GET", 0, _): return list(call)
    case ("GET", 1, _):
      guard let batch = board.look(at: parts[0]) else { throw Refusal(404, "message batch: \(parts[0])") }
      return Reply(json: Self.json(batch))
    case ("GET", 2, "results"):
      guard let batch = board.batch(parts[0]) else { throw Refusal(404, "message batch: \(parts[0])") }
      guard batch.hasEnded, !batch.results.isEmpty else {
        throw Refusal(404, "\(parts[0]) has no available results.")
      }
      // In no order that could be relied on.
      let lines = batch.results.reversed().map(\.serialized).joined(separator: "\n")
      return Reply(200, body: Data((lines + "\n").utf8), type: "application/x-jsonl")
    case ("DELETE", 1, _):
      guard board.remove(parts[0]) else { throw Refusal(400, "\(parts[0]) can't be deleted before it has ended") }
      return Reply(json: ["id": .string(parts[0]), "type": "message_batch_deleted"])
    default: throw Refusal(404, "Not Found")
    }
  }

  private func submit(_ call: Call, fault: Fault?) throws -> Reply {
    guard call.headers["content-type"]?.hasPrefix("application/json") == true else {
      throw Refusal(400, "content-type: application/json is required")
    }
    guard call.body.count <= 256 << 20 else { throw Refusal(413, "Request exceeds the maximum size") }
    let fields = try Fields(try JSONParser.parse(call.body))
    try fields.only("requests")
    let requests = try fields.objects("requests")
    guard (1...100_000).contains(requests.count) else {
      throw fields.invalid("requests", "List should have 1 to 100000 items")
    }
    if fault == .quota {
      return ErrorBody.anthropic(400, "Your credit balance is too low to access the Anthropic API.")
    }
    var batch = BatchStore.Batch(id: "msgbatch_\(DrawnID.next())", questions: [], results: [])
    var violations: [String] = []
    var seen: Set<String> = []
    for request in requests {
      try request.only("custom_id params")
      let id = try request.text("custom_id")
      guard BatchStore.isCustomID(id) else {
        throw request.invalid("custom_id", "String should match pattern '^[a-zA-Z0-9_-]{1,64}$'")
      }
      guard seen.insert(id).inserted else { throw request.invalid("custom_id", "custom_id must be unique") }
      let body = try request.required("params")
      if body["stream"]?.flag == true { throw request.invalid("params", "streaming is not supported in batches") }
      let (result, question, broken) = result(id, body, fault: fault)
      batch.results.append(["custom_id": .string(id), "result": result])
      batch.questions.append(question)
      violations += broken
    }
    board.add(batch)
    return Reply(headers: ["request-id": "req_\(DrawnID.next())"], json: Self.json(batch)).breaking(violations)
  }

  private func result(
    _ id: String, _ body: JSON, fault: Fault?
  ) -> (JSON, BatchStore.Question, broken: [String]) {
    var question = BatchStore.Question(customID: id, spoilt: board.nextSpoilt)
    let reply: Reply
    do { reply = try self.reply(to: body, fault: fault) } catch { reply = Self.refusal(for: error) }
    question.kind = reply.question?.rawValue
    let answer = (try? JSONParser.parse(reply.body)) ?? .null
    switch question.spoilt {
    case .expired?: return (["type": "expired"], question, reply.violations)
    case .errored?:
      let error: JSON = ["type": "error", "error": ["type": "api_error", "message": "Internal server error"]]
      return (["type": "errored", "error": error], question, reply.violations)
    case nil where reply.status == 200: return (["type": "succeeded", "message": answer], question, reply.violations)
    case nil: return (["type": "errored", "error": answer], question, reply.violations)
    }
  }

  private func list(_ call: Call) -> Reply {
    let all = board.list(prefix: "msgbatch_")
    let limit = call.parameter("limit").flatMap(Int.init) ?? 20
    let start = call.parameter("after_id").flatMap { after in all.firstIndex { $0.id == after } }.map { $0 + 1 } ?? 0
    let page = all.dropFirst(start).prefix(limit)
    return Reply(
      json: [
        "data": .array(page.map(Self.json)), "has_more": .bool(all.count > start + page.count),
        "first_id": .optional(page.first?.id), "last_id": .optional(page.last?.id),
      ])
  }

  private static func json(_ batch: BatchStore.Batch) -> JSON {
    let spoilt = { (wanted: BatchStore.Spoilt?) in batch.questions.count { $0.spoilt == wanted } }
    let time = { (date: Date) in JSON.string(date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
    }
    return [
      "id": .string(batch.id), "type": "message_batch", "processing_status": batch.hasEnded ? "ended" : "in_progress",
      "request_counts": [
        "processing": .int(batch.hasEnded ? 0 : batch.questions.count),
        "succeeded": .int(batch.hasEnded ? spoilt(nil) : 0), "errored": .int(batch.hasEnded ? spoilt(.errored) : 0),
        "canceled": 0, "expired": .int(batch.hasEnded ? spoilt(.expired) : 0),
      ],
      "created_at": time(batch.created), "expires_at": time(batch.created.addingTimeInterval(86_400)),
      "ended_at": batch.hasEnded ? time(Date()) : .null, "cancel_initiated_at": .null, "archived_at": .null,
      "results_url": batch.hasEnded
        ? .string("https://api.anthropic.com\(root)/\(batch.id)/results") : .null,
    ]
  }
}
