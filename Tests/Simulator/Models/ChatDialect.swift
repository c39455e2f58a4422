/// How servers that speak Chat Completions differ where nothing is wrong, as they were seen to in 2024–2026.
enum ChatDialect: CaseIterable {
  case openAI
  /// An empty refusal and an empty reason to finish with every answer.
  case snowflake
  /// The object that the schema asked for in place of a text, and no usage.
  case cloudflare
  /// Thoughts and text as parts.
  case mistral
  /// `eos`, and none of the fields that may be null.
  case together
  /// No reason to finish, and blanks before the text.
  case gateway

  /// One for each request, the same for the same.
  init(of call: Call) { self = Self.allCases[call.body.count % Self.allCases.count] }

  var finish: JSON {
    switch self {
    case .openAI, .cloudflare, .mistral: "stop"
    case .snowflake: ""
    case .together: "eos"
    case .gateway: .null
    }
  }

  /// Nil where it is left out.
  var refusal: JSON? {
    switch self {
    case .openAI, .cloudflare, .gateway: .null
    case .snowflake: ""
    case .mistral, .together: nil
    }
  }

  var countsTokens: Bool { self != .cloudflare }

  func content(_ text: String) -> JSON {
    switch self {
    case .openAI, .snowflake, .together: .string(text)
    case .cloudflare: (try? JSONParser.parse(Array(text.utf8))) ?? .string(text)
    case .mistral:
      [
        ["type": "thinking", "thinking": [["type": "text", "text": "{} Let me look."]]],
        ["type": "text", "text": .string(text)],
      ]
    case .gateway: .string("\n " + text)
    }
  }
}
