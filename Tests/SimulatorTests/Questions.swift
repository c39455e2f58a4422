import DrawnCovers
import Foundation

@testable import Simulator

/// Requests to models as a careful client writes them, to be spoilt one thing at a time.
enum Questions {
  static let readingSchema = object([
    ("outcome", ["type": "string", "enum": ["identified", "search_needed", "not_identifiable"]]),
    ("reason", choice("not_an_album_cover", "back_cover", "several_covers", "unreadable")),
    ("artistName", text), ("albumTitle", text), ("releaseYear", text), ("genres", texts), ("recordLabel", text),
    ("extractedText", text), ("textConfidence", choice("high", "medium", "low")), ("albumDescription", text),
  ])

  static let searchSchema = object([
    ("success", ["type": "boolean"]), ("artistName", text), ("albumTitle", text), ("releaseYear", text),
    ("genres", texts), ("recordLabel", text), ("reason", text),
  ])

  static let reviewSchema = object([
    ("contextSummary", ["type": "string"]), ("contextBullets", texts), ("rating", ["type": "number"]),
    ("recommendation", ["type": "string", "enum": ["ESSENTIAL", "RECOMMENDED", "SKIP", "AVOID"]]),
    ("label", ["type": "string"]), ("keyTracks", texts),
    ("sources", ["type": "array", "items": object([("title", ["type": "string"]), ("url", ["type": "string"])])]),
  ])

  private static let text: JSON = ["type": ["string", "null"]]
  private static let texts: JSON = ["type": "array", "items": ["type": "string"]]

  private static func choice(_ choices: String...) -> JSON {
    ["anyOf": [["type": "string", "enum": .strings(choices)], ["type": "null"]]]
  }

  static func object(_ properties: [(String, JSON)]) -> JSON {
    [
      "type": "object", "additionalProperties": false, "required": .strings(properties.map(\.0)),
      "properties": .object(properties.map { .init(name: $0.0, value: $0.1) }),
    ]
  }

  static func jpeg(of album: DrawnAlbum, size: Int = 512) throws -> String {
    try DrawnCover(album).jpeg(size: size, quality: 80).base64EncodedString()
  }

  // MARK: Anthropic

  static let anthropicHeaders = [
    "authorization": "Bearer simulated-key", "anthropic-version": "2026-10-21", "content-type": "application/json",
  ]

  static func anthropicReading(_ base64: String, model: String = "claude-haiku-5-5") -> JSON {
    [
      "model": .string(model), "max_tokens": 1500, "system": "You read covers.",
      "messages": [
        [
          "role": "user",
          "content": [
            ["type": "image", "source": ["type": "base64", "media_type": "image/jpeg", "data": .string(base64)]],
            ["type": "text", "text": "Which album is this?"],
          ],
        ]
      ],
      "output_config": ["format": ["type": "json_schema", "schema": readingSchema]],
    ]
  }

  static func anthropicReview(_ album: DrawnAlbum, note: String = "") -> JSON {
    [
      "model": "claude-haiku-5-5", "max_tokens": 4000, "system": "You are a critic.",
      "messages": [
        [
          "role": "user",
          "content": .string(
            "artist: \(album.artistName)\ntitle: \(album.albumTitle)\nyear: \(album.releaseYear)\n\(note)"),
        ]
      ],
      "output_config": ["format": ["type": "json_schema", "schema": reviewSchema]],
    ]
  }

  // MARK: OpenAI

  static let openAIHeaders = ["authorization": "Bearer simulated-key", "content-type": "application/json"]

  static func chatReading(_ base64: String, model: String = "gpt-6-luna") -> JSON {
    [
      "model": .string(model), "max_completion_tokens": 4000,
      "messages": [
        ["role": "system", "content": "You read covers."],
        [
          "role": "user",
          "content": [
            ["type": "text", "text": "Which album is this?"],
            [
              "type": "image_url",
              "image_url": ["url": .string("data:image/jpeg;base64,\(base64)"), "detail": "high"],
            ],
          ],
        ],
      ],
      "response_format": [
        "type": "json_schema", "json_schema": ["name": "reading", "strict": true, "schema": readingSchema],
      ],
    ]
  }

  static func responsesSearch(_ text: String) -> JSON {
    [
      "model": "gpt-6-luna", "instructions": "Say which album it is.", "max_output_tokens": 4000, "store": false,
      "input": [["role": "user", "content": [["type": "input_text", "text": .string(text)]]]],
      "tools": [["type": "web_search", "search_context_size": "low"]], "max_tool_calls": 3,
      "include": ["web_search_call.action.sources"],
      "text": ["format": ["type": "json_schema", "name": "finding", "strict": true, "schema": searchSchema]],
    ]
  }

  // MARK: Sending

  static func call(
    _ service: ServiceID, _ method: String, _ path: String, query: [(String, String)] = [],
    headers: [String: String] = [:], _ body: JSON? = nil, at: ContinuousClock.Instant = .now
  ) -> Call {
    Call(
      service: service, method: method, path: path, query: query.map { (name: $0.0, value: $0.1) }, headers: headers,
      body: Array((body?.serialized ?? "").utf8), at: at)
  }
}

extension JSON {
  /// With a member set, or taken away.
  func with(_ name: String, _ value: JSON?) -> JSON {
    var members = (members ?? []).filter { $0.name != name }
    if let value { members.append(.init(name: name, value: value)) }
    return .object(members)
  }
}

extension Reply {
  var json: JSON? { try? JSONParser.parse(body) }

  /// The answer in the text blocks of a message, joined as they stand.
  var answer: JSON? {
    let texts = json?["content"]?.items?.compactMap { $0["type"]?.text == "text" ? $0["text"]?.text : nil }
    return texts.flatMap { try? JSONParser.parse($0.joined().utf8) }
  }
}
