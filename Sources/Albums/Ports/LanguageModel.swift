package import FoundationEssentials

/// A question to a model, the same for every provider.
package struct Question: Equatable, Sendable {
  /// The purpose of the question, under which its cost is booked.
  package var step: Step
  /// The model's id at its provider.
  package var model: String
  /// The instructions: a prompt file.
  package var instructions: String
  /// The material for the instructions. It is data, never an instruction.
  package var material: String
  /// An upright JPEG without metadata, at most 1.5 MB.
  package var picture: Picture?
  /// The JSON schema of the answer, byte-stable; nil for free text.
  package var schema: AnswerSchema?
  /// The maximum number of output tokens.
  package var maxOutputTokens: Int
  /// The maximum number of web searches; with 0 the model gets no search tool.
  package var searches: Int

  package struct Picture: Equatable, Sendable {
    package var jpeg: Data
    /// In pixels.
    package var width: Int
    package var height: Int

    package init(jpeg: Data, width: Int, height: Int) {
      self.jpeg = jpeg
      self.width = width
      self.height = height
    }
  }

  package init(
    step: Step, model: String, instructions: String, material: String, picture: Picture? = nil,
    schema: AnswerSchema? = nil, maxOutputTokens: Int, searches: Int = 0
  ) {
    self.step = step
    self.model = model
    self.instructions = instructions
    self.material = material
    self.picture = picture
    self.schema = schema
    self.maxOutputTokens = maxOutputTokens
    self.searches = searches
  }
}

/// The JSON schema of an answer.
package struct AnswerSchema: Equatable, Sendable {
  /// `[A-Za-z0-9_-]`, at most 64 characters.
  package var name: String
  /// JSON text of a schema that both strict providers accept: every property required, no ranges, no lengths.
  package var json: String

  package init(name: String, json: String) {
    self.name = name
    self.json = json
  }
}

/// The usage of a call, as the provider counted it.
package struct Usage: Codable, Equatable, Sendable {
  package var inputTokens: Int
  package var outputTokens: Int
  package var searches: Int

  package init(inputTokens: Int, outputTokens: Int, searches: Int = 0) {
    self.inputTokens = inputTokens
    self.outputTokens = outputTokens
    self.searches = searches
  }

  package static func + (a: Usage, b: Usage) -> Usage {
    Usage(
      inputTokens: a.inputTokens + b.inputTokens, outputTokens: a.outputTokens + b.outputTokens,
      searches: a.searches + b.searches)
  }
}

/// A web page that an answer cites.
package struct Source: Codable, Equatable, Sendable {
  package var title: String
  package var url: String

  package init(title: String, url: String) {
    self.title = title
    self.url = url
  }

  /// Whether both are the same page, apart from scheme, `www.`, trailing slash, fragment, and tracking parameters.
  package func isSamePage(as other: Source) -> Bool { Self.page(url) == Self.page(other.url) }

  private static func page(_ url: String) -> String {
    var address = url.lowercased().prefix { $0 != "#" }
    for beginning in ["https://", "http://", "www."] where address.hasPrefix(beginning) {
      address = address.dropFirst(beginning.count)
    }
    let parts = address.split(separator: "?", maxSplits: 1)
    let query = parts.count > 1 ? parts[1].split(separator: "&").filter { !$0.hasPrefix("utm_") } : []
    var path = parts.first ?? ""
    while path.hasSuffix("/") { path.removeLast() }
    return query.isEmpty ? String(path) : "\(path)?\(query.joined(separator: "&"))"
  }
}

/// A model's answer, with its cost.
package struct Answer: Codable, Equatable, Sendable {
  /// The answer's text blocks, in order, joined without a separator.
  package var text: String
  /// The cited pages: http(s) only, without duplicates.
  package var sources: [Source]
  /// Pages that its searches found, cited or not; nil if it didn't search.
  package var consulted: [Source]?
  /// The model that answered, as the provider says.
  package var model: String
  /// Nil if the provider didn't report it.
  package var usage: Usage?
  /// The cost of the usage; nil if usage or price is unknown.
  package var cost: Money?
  /// True when the answer was cut off by the token limit.
  package var truncated: Bool

  package init(
    text: String, sources: [Source] = [], consulted: [Source]? = nil, model: String, usage: Usage?, cost: Money?,
    truncated: Bool = false
  ) {
    self.text = text
    self.sources = sources
    self.consulted = consulted
    self.model = model
    self.usage = usage
    self.cost = cost
    self.truncated = truncated
  }
}

extension Answer {
  /// Its sources: the pages it cites, otherwise the first that it found.
  package var pages: [Source] { sources.isEmpty ? Array((consulted ?? []).prefix(5)) : sources }

  /// Whether the provider saw the page: addresses that a model only writes down may be invented.
  package func knows(_ page: Source) -> Bool { (sources + (consulted ?? [])).contains(where: page.isSamePage) }
}

extension Fault {
  /// What a call without an answer may have cost.
  package enum Bill: Equatable, Sendable {
    /// The provider refused before doing any work.
    case nothing
    /// It may be billed: a timeout, a broken connection.
    case unknown
    /// The provider reported it (for example a refusal after output).
    case known(Usage, Money?)
  }
}

/// A model at a provider. It answers one question at a time and never retries: the ledger schedules retries.
package protocol LanguageModel: Sendable {
  var service: ServiceName { get }

  /// The worst-case price of the question: image tokens, text, output limit, searches. Nil if the price list doesn't
  /// contain the model.
  func worstCase(of question: Question) -> Money?

  /// - Parameter extend: called before continuing would cost this much more than was reserved; returns false if a
  ///   limit forbids it.
  func answer(
    _ question: Question, extending extend: @Sendable (Money) async -> Bool
  ) async throws(Fault) -> Answer
}

extension LanguageModel {
  /// Answers without exceeding the worst-case price.
  package func answer(_ question: Question) async throws(Fault) -> Answer {
    try await answer(question) { _ in false }
  }
}
