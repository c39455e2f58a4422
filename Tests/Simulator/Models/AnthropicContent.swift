/// An answer as the Messages API's content blocks.
enum AnthropicContent {
  static func searches(_ utterance: Utterance, fails: Bool) -> [JSON] {
    utterance.searches.flatMap { search -> [JSON] in
      let id = "srvtoolu_\(DrawnID.next())"
      let results: JSON =
        fails
        ? ["type": "web_search_tool_result_error", "error_code": "unavailable"]
        : .array(
          search.pages.map {
            [
              "type": "web_search_result", "url": .string($0.url), "title": .string($0.title),
              "page_age": "March 3, 2024", "encrypted_content": "RW9zaW11bGF0ZWQ=",
            ]
          })
      return [
        [
          "type": "server_tool_use", "id": .string(id), "name": "web_search", "input": ["query": .string(search.query)],
        ],
        [
          "type": "web_search_tool_result", "tool_use_id": .string(id), "caller": ["type": "direct"],
          "content": results,
        ],
      ]
    }
  }

  /// Without a search one block; after one, the answer in pieces of which one cites.
  static func text(_ utterance: Utterance, isScattered: Bool) -> [JSON] {
    if isScattered, let page = utterance.pages.first { return scattered(utterance.text, citing: page) }
    guard !utterance.pages.isEmpty else { return [["type": "text", "text": .string(utterance.text)]] }
    let middle = utterance.text.index(utterance.text.startIndex, offsetBy: utterance.text.count / 2)
    let citations = utterance.pages.prefix(2).map { page -> JSON in
      [
        "type": "web_search_result_location", "url": .string(page.url), "title": .string(page.title),
        "cited_text": .string(page.quote), "encrypted_index": "RXBzaW11bGF0ZWQ=",
      ]
    }
    return [
      ["type": "text", "text": .string(String(utterance.text[..<middle]))],
      ["type": "text", "text": .string(String(utterance.text[middle...])), "citations": .array(citations)],
    ]
  }

  private static func scattered(_ text: String, citing page: Utterance.Page) -> [JSON] {
    let characters = Array(text)
    let citation: JSON = [
      "type": "web_search_result_location", "url": .string(page.url), "title": .string(page.title),
      "cited_text": .string(page.quote), "encrypted_index": "RXBzaW11bGF0ZWQ=",
    ]
    return stride(from: 0, to: characters.count, by: 7).map { start in
      let piece = String(characters[start..<min(start + 7, characters.count)])
      return ["type": "text", "text": .string(piece), "citations": [citation]]
    }
  }
}
