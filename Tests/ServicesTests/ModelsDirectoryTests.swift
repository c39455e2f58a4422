import Albums
import FoundationEssentials
import HTTP
import Testing

@testable import Services

/// What the providers' own lists say of the configured models.
@Suite struct ModelsDirectoryTests {
  func directory(_ service: ServiceName, _ transport: ReplayTransport) throws -> ModelDirectory {
    try ModelDirectory(provider: service, key: Sample.key, transport: transport)
  }

  @Test func `Anthropic's pages are read to the last`() async throws {
    let transport = ReplayTransport([
      .get(
        "https://api.anthropic.com/v1/models?limit=1000",
        answers: #"""
          {"data":[{"type":"model","id":"claude-sonnet-5-5","lifecycle":"active","retires_at":null},
                   {"type":"model","id":"claude-sonnet-5","lifecycle":"deprecated","retires_at":"2027-02-01T00:00:00Z"},
                   {"type":"model","id":"claude-2","lifecycle":"retired"}],
           "has_more":true,"first_id":"claude-sonnet-5-5","last_id":"claude/2"}
          """#),
      .get(
        "https://api.anthropic.com/v1/models?limit=1000&after_id=claude%2F2",
        answers: #"{"data":[{"id":"claude-haiku-4-5-20251001"},{"id":7}],"has_more":false,"last_id":"x"}"#),
    ])
    let directory = try directory(.anthropic, transport)
    let entries = try await directory.entries()
    let findings = directory.findings(
      on: ["claude-sonnet-5-5", "claude-sonnet-5", "claude-2", "claude-haiku-4-5", "claude-9"], among: entries)
    transport.expectPlayed()
    #expect(findings.map(\.finding) == [.present, .ends("2027-02-01"), .missing, .present, .missing])
    #expect(findings.map(\.model).last == "claude-9")
  }

  @Test func `OpenAI's list carries the day of the end; where it doesn't, the model file does`() async throws {
    let transport = ReplayTransport([
      .get(
        "https://api.openai.com/v1/models",
        answers: #"""
          {"object":"list","data":[{"id":"gpt-6.1-terra","object":"model","shutdown_date":null},
            {"id":"gpt-4o","shutdown_date":"2027-01-15"},{"id":"gpt-4o-mini"}]}
          """#)
    ])
    let directory = try directory(.openai, transport)
    let entries = try await directory.entries()
    let findings = directory.findings(on: ["gpt-6.1-terra", "gpt-4o", "gpt-4o-mini"], among: entries)
    #expect(findings.map(\.finding) == [.present, .ends("2027-01-15"), .ends("2027-01-14")])
  }

  @Test func `a bad key is found out`() async throws {
    let transport = ReplayTransport([
      .get(
        "https://api.openai.com/v1/models", status: 401,
        answers: #"{"error":{"message":"Incorrect API key provided: \#(Sample.secret)"}}"#)
    ])
    let fault = try await #require(throws: Fault.self) { try await directory(.openai, transport).entries() }
    #expect(fault.next == .needsPerson)
    #expect(fault.cure?.text.contains("albumscanctl key set openai") == true)
    #expect(!fault.reason.contains("Zk9vXq2L"))
  }

  @Test func `a list that pages in circles is left`() async throws {
    let page = #"{"data":[{"id":"a"}],"has_more":true,"last_id":"a"}"#
    let transport = ReplayTransport([
      .get("https://api.anthropic.com/v1/models?limit=1000", answers: page),
      .get("https://api.anthropic.com/v1/models?limit=1000&after_id=a", answers: page),
    ])
    #expect(try await directory(.anthropic, transport).entries().count == 2)
  }

  @Test(arguments: ["<html>", "{}", "null", #"{"data": {}}"#])
  func `a list that can't be read is a fault for now`(body: String) async throws {
    let transport = ReplayTransport([.get("https://api.openai.com/v1/models", answers: body)])
    let fault = try await #require(throws: Fault.self) { try await directory(.openai, transport).entries() }
    #expect(fault.isRetried)
  }

  @Test func `a server of one's own is listed too`() async throws {
    let transport = ReplayTransport([
      .get("http://127.0.0.1:8080/v1/models", answers: #"{"object":"list","data":[{"id":"llava"}]}"#)
    ])
    let directory = try ModelDirectory(provider: .compatible, key: nil, transport: transport)
    #expect(try await directory.entries() == [ModelDirectory.Entry(id: "llava", shutdown: nil)])
  }

  @Test(arguments: [
    #"[{"id":"llava","object":"model","type":"chat"}]"#, #"{"object":"list","data":[{"id":"llava:latest"}]}"#,
    #"{"data":[{"id":"models/llava"}]}"#, #"{"models":[{"name":"models/llava"}]}"#,
    #"{"data":null,"models":[{"model":"llava"}]}"#,
    #"{"data":["llava"]}"#,
  ])
  func `each dialect of the list is read, and accepts the names that its server does`(body: String) async throws {
    let transport = ReplayTransport([.get("http://127.0.0.1:8080/v1/models", answers: body)])
    let directory = try ModelDirectory(provider: .compatible, key: nil, transport: transport)
    let entries = try await directory.entries()
    #expect(entries.count == 1)
    let names = ["llava", "llava:latest", "models/llava", "llava:7b", "lava"]
    #expect(
      directory.findings(on: names, among: entries).map(\.finding) == [
        .present, .present, .present, .missing, .missing,
      ])
  }

  @Test(arguments: [#"{"object":"list","data":null}"#, #"{"models":[]}"#, "[]"])
  func `a server without models has an empty list`(body: String) async throws {
    let transport = ReplayTransport([.get("http://127.0.0.1:8080/v1/models", answers: body)])
    let directory = try ModelDirectory(provider: .compatible, key: nil, transport: transport)
    #expect(try await directory.entries().isEmpty)
  }
}
