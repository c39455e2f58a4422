import Albums
import FoundationEssentials
import HTTP
import Testing

@testable import Services

/// Questions, keys and clients for the tests of the models, every field defaulted.
enum Sample {
  static let secret = "sk-ant-api03-Zk9vXq2LmN7pRt4wYb8c"
  static let key = Secret(secret)
  static let anthropicURL = "https://api.anthropic.com/v1/messages"
  static let chatURL = "https://api.openai.com/v1/chat/completions"
  static let responsesURL = "https://api.openai.com/v1/responses"
  static let localURL = "http://127.0.0.1:8080/v1/chat/completions"
  static let schema = AnswerSchema(
    name: "cover",
    json: #"{"type": "object", "properties": {"b": {"type": "string"}, "a": {"type": ["string", "null"]}}}"#)

  static func question(
    step: Step = .reading, model: String = "claude-sonnet-5-5", instructions: String = "Read it.",
    material: String = "Say \"what\".", picture: Question.Picture? = nil, schema: AnswerSchema? = nil,
    maxOutputTokens: Int = 1000, searches: Int = 0
  ) -> Question {
    Question(
      step: step, model: model, instructions: instructions, material: material, picture: picture, schema: schema,
      maxOutputTokens: maxOutputTokens, searches: searches)
  }

  static let picture = Question.Picture(jpeg: Data([0xFF, 0xD8, 0xFF, 0xE0]), width: 1024, height: 1024)

  static func client(_ service: ServiceName, _ transport: any Transport) throws -> any LanguageModel {
    try Models.client(
      provider: service, key: key, data: ModelData.embedded.priced(nil, for: service, at: nil), transport: transport)
  }

  /// The answer to a question that is asked once and answered with this.
  static func ask(
    _ service: ServiceName, _ question: Question, at url: String, status: Int = 200,
    headers: [HTTPRequest.Header] = [], answers body: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Answer {
    let transport = ReplayTransport(
      [.post(url, status: status, headers: headers, answers: body)], sourceLocation: sourceLocation)
    return try await client(service, transport).answer(question)
  }

  /// The failure of a question that is asked once and answered with this.
  static func failure(
    _ service: ServiceName, _ question: Question, at url: String, status: Int = 200,
    headers: [HTTPRequest.Header] = [], answers body: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Fault {
    try await #require(throws: Fault.self, sourceLocation: sourceLocation) {
      _ = try await ask(
        service, question, at: url, status: status, headers: headers, answers: body, sourceLocation: sourceLocation)
    }
  }

  /// A message of Claude's.
  static func message(
    _ content: String, stop: String = "end_turn", usage: String = #"{"input_tokens": 1000, "output_tokens": 100}"#,
    more: String = ""
  ) -> String {
    #"{"id": "msg_1", "type": "message", "role": "assistant", "model": "claude-sonnet-5-5", "content": "#
      + content + #", "stop_reason": ""# + stop + #"", "usage": "# + usage + more + "}"
  }
}

extension Fault.Next {
  /// Without the details of a retry.
  var plain: Fault.Next { if case .retry = self { .retry() } else { self } }
}
