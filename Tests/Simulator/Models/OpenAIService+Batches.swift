import Foundation

/// Files and Batch (API reference; SDK 3.54.0): JSON lines that are uploaded, worked on and answered by files.
extension OpenAIService {
  func files(_ call: Call) throws -> Reply {
    let parts = call.path.split(separator: "/").map(String.init)
    switch (call.method, parts.count) {
    case ("POST", 2):
      let form = try MultipartForm(call)
      try form.only(["purpose", "file", "expires_after[anchor]", "expires_after[seconds]"])
      guard form.text("purpose") == "batch" else {
        throw Refusal(400, "'\(form.text("purpose") ?? "")' is not one of ['batch']", param: "purpose")
      }
      guard let file = form.parts.first(where: { $0.name == "file" }), let name = file.filename,
        name.hasSuffix(".jsonl")
      else { throw Refusal(400, "Invalid file format. Only .jsonl files are supported", param: "file") }
      guard file.body.count <= 200 << 20 else { throw Refusal(413, "File exceeds 200 MB") }
      let seconds = form.text("expires_after[seconds]").flatMap(Int.init)
      guard form.text("expires_after[anchor]") == "created_at", (3600...2_592_000).contains(seconds ?? 0) else {
        throw Refusal(400, "Invalid 'expires_after'", param: "expires_after")
      }
      let id = "file-\(DrawnID.next())"
      board.keep(file.body, as: id)
      return Reply(
        json: [
          "id": .string(id), "object": "file", "bytes": .int(file.body.count), "purpose": "batch",
          "created_at": .int(Int(Date().timeIntervalSince1970)), "filename": .string(name), "status": "processed",
        ])
    case ("GET", 4) where parts[3] == "content":
      guard let file = board.file(parts[2]) else { throw Refusal(404, "No such File object: \(parts[2])") }
      return Reply(200, body: Data(file), type: "application/octet-stream")
    case ("DELETE", 3):
      guard board.removeFile(parts[2]) else { throw Refusal(404, "No such File object: \(parts[2])") }
      return Reply(json: ["id": .string(parts[2]), "object": "file", "deleted": true])
    default: throw Refusal(404, "Invalid URL (\(call.method) \(call.path))")
    }
  }

  func batches(_ call: Call, fault: Fault?) throws -> Reply {
    let parts = call.path.split(separator: "/").map(String.init)
    switch (call.method, parts.count) {
    case ("POST", 2): return try submit(try OpenAIErrors.json(call), fault: fault)
    case ("GET", 2):
      let all = board.list(prefix: "batch_")
      let limit = call.parameter("limit").flatMap(Int.init) ?? 20
      guard (1...100).contains(limit) else { throw Refusal(400, "Invalid 'limit'", param: "limit") }
      let start = call.parameter("after").flatMap { after in all.firstIndex { $0.id == after } }.map { $0 + 1 } ?? 0
      let page = all.dropFirst(start).prefix(limit)
      return Reply(
        json: [
          "object": "list", "data": .array(page.map(Self.json)), "has_more": .bool(all.count > start + page.count),
          "first_id": .optional(page.first?.id), "last_id": .optional(page.last?.id),
        ])
    case ("GET", 3):
      guard let batch = board.look(at: parts[2]) else { throw Refusal(404, "No batch found with id '\(parts[2])'.") }
      if batch.hasEnded { keepResults(of: batch) }
      return Reply(json: Self.json(batch))
    default: throw Refusal(404, "Invalid URL (\(call.method) \(call.path))")
    }
  }

  private func submit(_ body: JSON, fault: Fault?) throws -> Reply {
    let fields = try Fields(body)
    try fields.only("input_file_id endpoint completion_window metadata output_expires_after")
    _ = try fields.choice("endpoint", "/v1/chat/completions /v1/responses")
    _ = try fields.choice("completion_window", "24h")
    if let expiry = try fields.optionalObject("output_expires_after") {
      try expiry.only("anchor seconds")
      _ = try expiry.choice("anchor", "created_at")
      _ = try expiry.int("seconds", in: 3600...2_592_000)
    }
    let input = try fields.text("input_file_id")
    guard let file = board.file(input) else { throw Refusal(400, "No such File object: \(input)") }
    if fault == .quota { throw OpenAIErrors.quota }
    let endpoint = try fields.text("endpoint")
    var batch = BatchStore.Batch(id: "batch_\(DrawnID.next())", questions: [], results: [], input: input)
    batch.metadata = fields.optional("metadata") ?? .null
    var violations: [String] = []
    var models: Set<String> = []
    let lines = file.split(separator: UInt8(ascii: "\n"))
    guard (1...50_000).contains(lines.count) else { throw Refusal(400, "A batch has 1 to 50,000 requests") }
    for line in lines {
      let request = try Fields(try JSONParser.parse(line))
      try request.only("custom_id method url body")
      _ = try request.choice("method", "POST")
      _ = try request.choice("url", endpoint)
      let id = try request.text("custom_id")
      guard BatchStore.isCustomID(id) else { throw request.invalid("custom_id", "is no custom id: \(id)") }
      guard !batch.questions.contains(where: { $0.customID == id }) else {
        throw request.invalid("custom_id", "The custom_id '\(id)' appears twice")
      }
      let body = try request.required("body")
      models.insert(body["model"]?.text ?? "")
      let (result, question, broken) = result(id, body, fault: fault)
      batch.results.append(result)
      batch.questions.append(question)
      violations += broken
    }
    guard models.count == 1 else { throw Refusal(400, "All requests in a batch must use the same model") }
    board.add(batch)
    return Reply(headers: ["x-request-id": "req_\(DrawnID.next())"], json: Self.json(batch)).breaking(violations)
  }

  private func result(
    _ id: String, _ body: JSON, fault: Fault?
  ) -> (JSON, BatchStore.Question, broken: [String]) {
    var question = BatchStore.Question(customID: id, spoilt: board.nextSpoilt)
    let reply = OpenAIErrors.refusing { try chat(body, fault: fault) }
    question.kind = reply.question?.rawValue
    let request = JSON.string("batch_req_\(DrawnID.next())")
    func line(_ response: JSON, _ error: JSON = .null) -> JSON {
      ["id": request, "custom_id": .string(id), "response": response, "error": error]
    }
    let answer = (try? JSONParser.parse(reply.body)) ?? .null
    switch question.spoilt {
    case .expired?:
      let said = "This request could not be executed before the completion window expired."
      return (line(.null, ["code": "batch_expired", "message": .string(said)]), question, reply.violations)
    case .errored?:
      let error: JSON = ["error": ["message": "The server had an error", "type": "server_error"]]
      return (line(["status_code": 500, "request_id": "req_1", "body": error]), question, reply.violations)
    case nil:
      return (
        line(["status_code": .int(reply.status), "request_id": "req_1", "body": answer]), question, reply.violations
      )
    }
  }

  /// Answers in one file, errors in another, neither in an order that could be relied on.
  private func keepResults(of batch: BatchStore.Batch) {
    for (id, isGood) in [(Self.output(of: batch), true), (Self.errors(of: batch), false)] {
      let lines = batch.results.filter { Self.isGood($0) == isGood }.reversed().map { $0.serialized + "\n" }
      if !lines.isEmpty { board.keep(Array(lines.joined().utf8), as: id) }
    }
  }

  private static func isGood(_ line: JSON) -> Bool { line["response"]?["status_code"]?.int == 200 }
  private static func output(of batch: BatchStore.Batch) -> String { "file-\(batch.id)-output" }
  private static func errors(of batch: BatchStore.Batch) -> String { "file-\(batch.id)-errors" }

  private static func json(_ batch: BatchStore.Batch) -> JSON {
    let good = batch.results.count(where: isGood)
    let bad = batch.results.count - good
    let hasExpired = batch.questions.contains { $0.spoilt == .expired }
    let created = Int(batch.created.timeIntervalSince1970)
    return [
      "id": .string(batch.id), "object": "batch", "endpoint": "/v1/chat/completions", "completion_window": "24h",
      "status": batch.hasEnded
        ? (hasExpired ? "expired" : "completed") : batch.looks == 0 ? "validating" : "in_progress",
      "input_file_id": .string(batch.input),
      "output_file_id": batch.hasEnded && good > 0 ? .string(output(of: batch)) : .null,
      "error_file_id": batch.hasEnded && bad > 0 ? .string(errors(of: batch)) : .null,
      "created_at": .int(created), "expires_at": .int(created + 86_400), "errors": .null,
      "request_counts": [
        "total": .int(batch.results.count), "completed": .int(batch.hasEnded ? good : 0),
        "failed": .int(batch.hasEnded ? bad : 0),
      ],
      "metadata": batch.metadata,
    ]
  }
}
