import DrawnCovers
import Foundation
import Testing

@testable import Simulator

/// The batch services refuse what the real ones refuse, and answer only in the end.
@Suite struct BatchServiceTests {
  let board = BatchStore()
  let anthropic: AnthropicService
  let openai: OpenAIService

  init() {
    let simulatedModel = SimulatedModel(albums: DrawnCollection.albums)
    anthropic = AnthropicService(simulatedModel: simulatedModel, allowsSearchWithSchema: false, board: board)
    openai = OpenAIService(simulatedModel: simulatedModel, board: board)
  }

  // MARK: Anthropic

  private func ask(_ method: String, _ path: String = "", _ body: JSON? = nil) -> Reply {
    anthropic.answer(
      Questions.call(
        .anthropic, method, "/v1/messages/batches\(path)", headers: Questions.anthropicHeaders, body), fault: nil)
  }

  private func requests(_ ids: String..., params: JSON? = nil) -> JSON {
    let params = params ?? Questions.anthropicReview(DrawnCollection.undertow)
    return ["requests": .array(ids.map { ["custom_id": .string($0), "params": params] })]
  }

  private func lines(_ reply: Reply) -> [JSON] {
    String(decoding: reply.body, as: UTF8.self).split(separator: "\n").compactMap { try? JSONParser.parse($0.utf8) }
  }

  @Test func `a batch is answered in the end, in another order`() throws {
    let taken = ask("POST", "", requests("a", "b"))
    #expect(taken.violations.isEmpty)
    let id = try #require(taken.json?["id"]?.text)
    #expect(ask("GET", "/\(id)/results").status == 404)
    #expect(ask("GET", "/\(id)").json?["processing_status"] == "in_progress")
    #expect(ask("GET", "/\(id)").json?["processing_status"] == "ended")
    let results = lines(ask("GET", "/\(id)/results"))
    #expect(results.map { $0["custom_id"]?.text } == ["b", "a"])
    #expect(results[0]["result"]?["type"] == "succeeded")
    #expect(results[0]["result"]?["message"]?["usage"]?["input_tokens"]?.int ?? 0 > 0)
    #expect(ask("DELETE", "/\(id)").status == 200)
    #expect(ask("GET", "/\(id)/results").status == 404)
  }

  @Test func `a batch that is held doesn't end, and what is spoilt says so`() throws {
    board.hold(true)
    board.spoil(1, .expired)
    board.spoil(1, .errored)
    let id = try #require(ask("POST", "", requests("a", "b", "c")).json?["id"]?.text)
    for _ in 1...5 { #expect(ask("GET", "/\(id)").json?["processing_status"] == "in_progress") }
    board.hold(false)
    let counts = try #require(ask("GET", "/\(id)").json?["request_counts"])
    #expect(["succeeded", "errored", "expired"].map { counts[$0]?.int } == [1, 1, 1])
    #expect(
      lines(ask("GET", "/\(id)/results")).map { $0["result"]?["type"]?.text } == ["succeeded", "errored", "expired"])
  }

  @Test func `custom ids are checked, and bodies as the Messages API checks them`() throws {
    #expect(ask("POST", "", requests("a b")).status == 400)
    #expect(ask("POST", "", requests("")).status == 400)
    #expect(ask("POST", "", requests(String(repeating: "x", count: 65))).status == 400)
    #expect(ask("POST", "", requests("a", "a")).status == 400)
    #expect(ask("POST", "", ["requests": []]).status == 400)
    #expect(ask("POST", "", requests("a").with("metadata", [:])).status == 400)
    let odd = Questions.anthropicReview(DrawnCollection.undertow).with("temperature", 0)
    let taken = ask("POST", "", requests("a", params: odd))
    #expect(taken.status == 200)
    #expect(!taken.violations.isEmpty)
    board.end(afterPolls: 1)
    let id = try #require(taken.json?["id"]?.text)
    _ = ask("GET", "/\(id)")
    let result = try #require(lines(ask("GET", "/\(id)/results")).first?["result"])
    #expect(result["type"] == "errored")
    #expect(result["error"]?["error"]?["type"] == "invalid_request_error")
  }

  // MARK: OpenAI

  private func upload(_ lines: String, purpose: String = "batch", name: String = "q.jsonl") -> Reply {
    let fields = ["purpose": purpose, "expires_after[anchor]": "created_at", "expires_after[seconds]": "86400"]
    let form =
      fields.map { "--x\r\nContent-Disposition: form-data; name=\"\($0)\"\r\n\r\n\($1)\r\n" }.joined()
      + "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(name)\"\r\n\r\n\(lines)\r\n--x--\r\n"
    var headers = Questions.openAIHeaders
    headers["content-type"] = "multipart/form-data; boundary=x"
    var call = Questions.call(.openai, "POST", "/v1/files", headers: headers)
    call.body = Array(form.utf8)
    return openai.answer(call, fault: nil)
  }

  private func order(_ file: Reply, _ change: (JSON) -> JSON = { $0 }) -> Reply {
    let body: JSON = [
      "input_file_id": .optional(file.json?["id"]?.text), "endpoint": "/v1/chat/completions",
      "completion_window": "24h",
    ]
    return openai.answer(
      Questions.call(.openai, "POST", "/v1/batches", headers: Questions.openAIHeaders, change(body)), fault: nil)
  }

  private func get(_ path: String) -> Reply {
    openai.answer(Questions.call(.openai, "GET", path, headers: Questions.openAIHeaders), fault: nil)
  }

  private func line(_ id: String, model: String = "gpt-6-luna", url: String = "/v1/chat/completions") throws -> String {
    let body = Questions.chatReading(try Questions.jpeg(of: DrawnCollection.undertow), model: model)
    let line: JSON = ["custom_id": .string(id), "method": "POST", "url": .string(url), "body": body]
    return line.serialized + "\n"
  }

  @Test func `a file of questions becomes a file of answers`() throws {
    let batch = order(upload(try line("a") + line("b")))
    #expect(batch.violations.isEmpty)
    let id = try #require(batch.json?["id"]?.text)
    #expect(get("/v1/batches/\(id)").json?["status"] == "in_progress")
    let ended = try #require(get("/v1/batches/\(id)").json)
    #expect(ended["status"] == "completed")
    let file = try #require(ended["output_file_id"]?.text)
    let answers = lines(get("/v1/files/\(file)/content"))
    #expect(answers.map { $0["custom_id"]?.text } == ["b", "a"])
    #expect(answers[0]["response"]?["status_code"] == 200)
    #expect(ended["error_file_id"] == .null)
  }

  @Test func `forms, files and orders are checked`() throws {
    let good = try line("a")
    #expect(upload(good, purpose: "assistants").status == 400)
    #expect(upload(good, name: "q.txt").status == 400)
    #expect(order(upload(good)) { $0.with("completion_window", "1h") }.status == 400)
    #expect(order(upload(good)) { $0.with("endpoint", "/v1/responses") }.status == 400)
    #expect(order(upload(good)) { $0.with("input_file_id", "file-nowhere") }.status == 400)
    #expect(order(upload(try line("a") + line("a"))).status == 400)
    #expect(order(upload(try line("a b"))).status == 400)
    #expect(order(upload(try line("a") + line("b", model: "gpt-6-sol"))).status == 400)
    #expect(order(upload(try line("a", url: "/v1/responses"))).status == 400)
    #expect(order(upload("no JSON")).status == 400)
    #expect(board.questions.isEmpty)
  }
}
