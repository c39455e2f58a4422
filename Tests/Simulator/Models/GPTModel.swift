/// What OpenAI's endpoints accept for each model (API facts of November 2026).
struct GPTModel: Sendable {
  var id: String
  /// Reasons: no `max_tokens`, and a temperature only without reasoning.
  var reasons = true
  /// Searches the web on every chat completion, and takes no sampling.
  var searchesAlways = false
  var shutdown: String?

  static let all: [GPTModel] = [
    GPTModel(id: "gpt-6-luna"), GPTModel(id: "gpt-6-sol"), GPTModel(id: "gpt-6.1-sol"), GPTModel(id: "gpt-6.1-terra"),
    GPTModel(id: "gpt-6-astra"), GPTModel(id: "gpt-5.6-luna"), GPTModel(id: "gpt-5.6-terra"),
    GPTModel(id: "gpt-5.6-sol"), GPTModel(id: "gpt-5", shutdown: "2026-12-11"),
    GPTModel(id: "gpt-5-mini", shutdown: "2026-12-11"), GPTModel(id: "gpt-4o", reasons: false, shutdown: "2027-01-14"),
    GPTModel(id: "gpt-4o-mini", reasons: false, shutdown: "2027-01-14"),
    GPTModel(id: "gpt-4.1", reasons: false, shutdown: "2027-01-14"),
    GPTModel(id: "gpt-4.1-mini", reasons: false, shutdown: "2027-01-14"),
    GPTModel(id: "gpt-4o-search-preview", reasons: false, searchesAlways: true),
    GPTModel(id: "gpt-4o-mini-search-preview", reasons: false, searchesAlways: true),
    GPTModel(id: "gpt-5-search-api", reasons: false, searchesAlways: true),
  ]

  static func named(_ id: String) throws(Refusal) -> GPTModel {
    guard let model = all.first(where: { $0.id == id }) else {
      throw Refusal(
        404, "The model `\(id)` does not exist or you do not have access to it.", type: "invalid_request_error",
        code: "model_not_found")
    }
    return model
  }

  /// 32-pixel patches, times 1.2 (GPT-5.6 and 6); tiles of 512 pixels for gpt-4o.
  func tokens(width: Int, height: Int) -> Int {
    guard !id.hasPrefix("gpt-4o") else {
      let scale = min(1, 768 / Double(max(1, min(width, height))))
      let tiles = [width, height].map { Int((Double($0) * scale / 512).rounded(.up)) }
      return 85 + 170 * tiles[0] * tiles[1]
    }
    return ((width + 31) / 32) * ((height + 31) / 32) * 6 / 5
  }
}
