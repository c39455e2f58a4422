/// An answer as the Messages API's content blocks.
enum AnthropicContent {
  static func searches(_ modelAnswer: ModelAnswer) -> [JSON] {
    modelAnswer.searches.flatMap { search -> [JSON] in
      let id = "srvtoolu_\(DrawnID.next())"
      let results = JSON.array(
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
  static func text(_ modelAnswer: ModelAnswer) -> [JSON] {
    guard !modelAnswer.pages.isEmpty else { return [["type": "text", "text": .string(modelAnswer.text)]] }
    let middle = modelAnswer.text.index(modelAnswer.text.startIndex, offsetBy: modelAnswer.text.count / 2)
    let citations = modelAnswer.pages.prefix(2).map { page -> JSON in
      [
        "type": "web_search_result_location", "url": .string(page.url), "title": .string(page.title),
        "cited_text": .string(page.quote), "encrypted_index": "RXBzaW11bGF0ZWQ=",
      ]
    }
    return [
      ["type": "text", "text": .string(String(modelAnswer.text[..<middle]))],
      ["type": "text", "text": .string(String(modelAnswer.text[middle...])), "citations": .array(citations)],
    ]
  }
}
