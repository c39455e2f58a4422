import Albums
import FoundationEssentials
import HTTP
import Testing

@testable import Services

/// A key that can be printed is a key that leaks.
@Suite struct ModelsKeyTests {
  struct Holder {
    var name = "anthropic"
    var key: Secret
  }

  @Test func `a key doesn't show itself, however it is printed`() throws {
    let key = try #require(Sample.key)
    var dumped = ""
    dump(key, to: &dumped)
    dump(Holder(key: key), to: &dumped)
    dump([key], to: &dumped)
    let printed = [
      String(describing: key), String(reflecting: key), "\(key)", "\(Optional(key) as Any)", "\(Holder(key: key))",
      String(reflecting: Holder(key: key)), dumped,
    ]
    for text in printed { #expect(!text.contains(Sample.secret.suffix(10))) }
    #expect("\(key)" == "(secret)")
  }

  @Test func `a client doesn't show its key`() throws {
    for service in [ServiceName.anthropic, .openai, .compatible] {
      let client = try Sample.client(service, ReplayTransport([]))
      var text = String(reflecting: client)
      dump(client, to: &text)
      #expect(!text.contains("Zk9vXq2L"))
    }
  }

  @Test(arguments: ["", " \n", "sk-a b", "sk-\u{7}", "sk-ключ", "sk-a\r\nx-evil: 1"])
  func `what would break a header is no key`(text: String) {
    #expect(Secret(text) == nil)
  }

  @Test func `white space around a key doesn't matter`() {
    #expect(Secret("  sk-abc \n")?.reveal() == "sk-abc")
  }

  @Test(arguments: [
    "Incorrect API key provided: \(Sample.secret). Look at your keys.",
    "bad key \(Sample.secret.prefix(20))", "header was Bearer=\(Sample.secret)", "\"\(Sample.secret)\"",
    "key api03-Zk9vXq2LmN7", "line\n\(Sample.secret)\n",
  ])
  func `an error that repeats the key is shown without it`(message: String) async throws {
    let body = JSON(dictionaryLiteral: ("error", ["type": "authentication_error", "message": .string(message)]))
    let failure = try await Sample.failure(
      .anthropic, Sample.question(), at: Sample.anthropicURL, status: 401,
      answers: String(decoding: body.data, as: UTF8.self))
    let text = "\(failure)"
    #expect(!text.contains("Zk9vXq2L"))
    #expect(text.contains("[key]"))
  }

  @Test func `what only looks like a key is hidden too, and prose isn't`() {
    #expect(Secret.redact("you sent sk-proj-****abcd", key: nil) == "you sent [key]")
    #expect(Secret.redact("a task-force of sk", key: nil) == "a task-force of sk")
  }

  @Test func `a plain text body can't carry the key out either`() async throws {
    let failure = try await Sample.failure(
      .anthropic, Sample.question(), at: Sample.anthropicURL, status: 400,
      answers: String(repeating: "x", count: 190) + " " + Sample.secret)
    #expect(!failure.reason.contains("sk-ant"))
  }
}
