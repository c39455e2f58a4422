package import Albums
import FoundationEssentials
package import HTTP

/// What a provider says about its models: whether the key is valid, whether the configured models exist, and when they
/// will be retired. Asking is free.
package struct ModelDirectory: Sendable {
  private let endpoint: ModelEndpoint

  /// Takes the same arguments as `Models.client`.
  package init(
    provider service: ServiceName, key: Secret?, baseURL: String? = nil, data: ModelData = .embedded,
    transport: any Transport
  ) throws(Fault) {
    endpoint = try Models.endpoint(service, key: key, baseURL: baseURL, data: data, transport: transport)
  }

  /// A model that the provider offers.
  package struct Entry: Equatable, Sendable {
    package var id: String
    /// `2026-11-30`, if the provider has announced it.
    package var shutdown: String?
  }

  /// What the provider says about a configured model.
  package enum Finding: Equatable, Sendable {
    case present
    /// With the day, `2026-11-30`.
    case ends(String)
    case missing
  }

  /// Where a page of the list has its models, in the dialects of the servers: OpenAI's `data`, which Ollama leaves null if
  /// there are none; a bare array (Together); `models` (Gemini, Ollama). Nil if it isn't a list.
  private static func models(in page: JSON) -> [JSON]? {
    if case .array(let models) = page { return models }
    for key in ["data", "models"] { if case .array(let models)? = page[key] { return models } }
    return page.members?.contains { ["data", "models"].contains($0.key) && $0.value == .null } == true ? [] : nil
  }

  /// All models, in the provider's order. Throws the faults that a question would cause as well, such as an invalid key
  /// or no connection.
  package func entries() async throws(Fault) -> [Entry] {
    var entries: [Entry] = []
    var after: String?
    // Anthropic returns up to 1,000 per page; the others return all at once.
    for _ in 1...20 {
      let page = try await page(after: after)
      guard let models = Self.models(in: page) else {
        throw endpoint.naming(
          "models",
          in: .retry(
            .answerUnreadable, "\(endpoint.service.sentenceName) sent an answer that can't be read",
            service: endpoint.service))
      }
      entries += models.compactMap(Self.entry)
      guard page["has_more"]?.flag == true, let last = page["last_id"]?.text, last != after else { break }
      after = last
    }
    return entries
  }

  /// What the provider, or otherwise the model file, says about these models, in the same order.
  package func findings(on models: [String], among entries: [Entry]) -> [(model: String, finding: Finding)] {
    models.map { model in
      guard let entry = entries.first(where: { Self.names($0.id, model) }) else { return (model, .missing) }
      let shutdown = entry.shutdown ?? endpoint.provider.facts(of: model).shutdown
      return (model, shutdown.map { .ends($0) } ?? .present)
    }
  }

  /// An undated name matches its dated models: `claude-haiku-4-5` matches `claude-haiku-4-5-20251001`. Ollama accepts
  /// names without the tag `latest`, and Gemini without the prefix `models/`, and vice versa.
  private static func names(_ listed: String, _ wanted: String) -> Bool {
    let (listed, wanted) = (bare(listed), bare(wanted))
    return listed == wanted || ModelData.Provider.undated(listed) == wanted
  }

  private static func bare(_ name: String) -> String {
    var name = name[...]
    if name.hasPrefix("models/") { name = name.dropFirst("models/".count) }
    if name.hasSuffix(":latest") { name = name.dropLast(":latest".count) }
    return String(name)
  }

  private func page(after: String?) async throws(Fault) -> JSON {
    var path = "models"
    if endpoint.service == .anthropic {
      path += "?limit=1000"
      if let after { path += "&after_id=" + after.addingPercentEncodingForQuery }
    }
    return JSONParser.whole(try await endpoint.get(path)) ?? .null
  }

  private static func entry(_ model: JSON) -> Entry? {
    guard let id = model["id"]?.text ?? model["name"]?.text ?? model["model"]?.text ?? model.text, !id.isEmpty,
      id.utf8.count <= 200, model["lifecycle"]?.text != "retired"
    else {
      return nil
    }
    // OpenAI uses `shutdown_date`, Anthropic `retires_at`, with a time.
    let day = (model["shutdown_date"]?.text ?? model["retires_at"]?.text)?.prefix(10)
    return Entry(id: PlainText.line(id, limit: 200), shutdown: day.map(String.init))
  }
}

extension String {
  /// Percent-encodes everything but letters, digits, and `-._~` (RFC 3986, unreserved).
  var addingPercentEncodingForQuery: String {
    utf8.map { byte in
      let character = Character(Unicode.Scalar(byte))
      return character.isASCII && (character.isLetter || character.isNumber || "-._~".contains(character))
        ? String(character) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}
