package import Albums
package import FoundationEssentials

/// Providers and models: addresses, prices, and accepted parameters. This is data, not code: `models.json` in the
/// package, which the user can override with a file of the same form.
package struct ModelData: Codable, Equatable, Sendable {
  /// The day on which the prices were looked up, `2026-11-21`. A provider or model may have its own.
  package var pricesAsOf: String
  /// Keyed by the names of `ServiceName`.
  package var providers: [String: Provider]

  /// A service that runs models.
  package struct Provider: Codable, Equatable, Sendable {
    /// `/v1` is added if it has no path.
    package var baseURL: String
    package var authentication: Authentication
    /// The value of the header `anthropic-version`.
    package var version: String?
    /// Sent as `service_tier`, so that a default of the account can't change the price.
    package var serviceTier: String?
    package var pricesAsOf: String?
    /// Until the last byte of an answer.
    package var timeoutSeconds: Double
    package var defaults: ModelChoice
    /// The facts for models that aren't listed.
    package var anyModel: ModelFacts
    /// Keyed by ID.
    package var models: [String: ModelFacts]

    /// How the key is sent. Never both ways at once: Anthropic answers that with 401.
    package enum Authentication: String, Codable, Sendable {
      case bearer
      case apiKey = "x-api-key"
    }
  }

  /// The models to use if the settings name none; nil if the user has to choose.
  package struct ModelChoice: Codable, Equatable, Sendable {
    package var identification: String?
    package var search: String?
    package var review: String?
  }

  /// The package's file.
  package static let embedded: ModelData = {
    guard let tree = JSONParser.whole(embeddedText), let data = try? ModelData(tree) else {
      preconditionFailure("models.json, which is part of the program, can't be read")
    }
    return data
  }()

  private static let embeddedText = Data(PackageResources.models_json)

  /// The package's file overridden by the user's, key by key. A model that the package's file doesn't have starts with
  /// its provider's `anyModel`.
  package static func embedded(extendedBy user: Data) throws(ModelDataError) -> ModelData {
    guard let laid = JSONParser.whole(user), laid.isObject else {
      throw ModelDataError(reason: "models.json isn't a JSON object.")
    }
    return try ModelData((JSONParser.whole(embeddedText) ?? .object([])).merging(laid))
  }

  /// With what the user's file adds, if it is there.
  package static func embedded(extendedByFile path: String) throws(ModelDataError) -> ModelData {
    guard let user = FileManager.default.contents(atPath: path) else { return .embedded }
    return try embedded(extendedBy: user)
  }

  /// From a tree in which models contain only what differs from their provider's `anyModel`.
  private init(_ tree: JSON) throws(ModelDataError) {
    do {
      self = try JSONDecoder().decode(ModelData.self, from: Self.spelledOut(tree).data)
    } catch let DecodingError.keyNotFound(key, context) {
      throw ModelDataError(reason: "models.json lacks \(Self.path(context.codingPath + [key])).")
    } catch let DecodingError.typeMismatch(_, context), let DecodingError.valueNotFound(_, context),
      let DecodingError.dataCorrupted(context)
    {
      throw ModelDataError(reason: "models.json has a wrong value at \(Self.path(context.codingPath)).")
    } catch {
      throw ModelDataError(reason: "models.json can't be read.")
    }
    if let name = providers.keys.sorted().first(where: { ServiceName(rawValue: $0) == nil }) {
      throw ModelDataError(reason: "models.json names an unknown provider: \(name).")
    }
    for (name, provider) in providers.sorted(by: { $0.key < $1.key }) {
      for (model, facts) in provider.models.sorted(by: { $0.key < $1.key }) + [("anyModel", provider.anyModel)]
      where !facts.isPlausible || !(1...3600).contains(provider.timeoutSeconds) {
        throw ModelDataError(reason: "models.json has a number out of range at \(name).\(model).")
      }
    }
  }

  private static func spelledOut(_ tree: JSON) -> JSON {
    guard case .object(var top) = tree, case .object(let providers)? = tree["providers"] else { return tree }
    let spelled = providers.map { provider -> JSON.Member in
      guard case .object(let models)? = provider.value["models"], let common = provider.value["anyModel"] else {
        return provider
      }
      let full = models.map { JSON.Member(key: $0.key, value: common.merging($0.value)) }
      return JSON.Member(key: provider.key, value: provider.value.merging(["models": .object(full)]))
    }
    top.removeAll { $0.key == "providers" }
    return .object(top + [JSON.Member(key: "providers", value: .object(spelled))])
  }

  private static func path(_ keys: [any CodingKey]) -> String { keys.map(\.stringValue).joined(separator: ".") }
}

/// Why the user's models file can't be used, as a sentence.
package struct ModelDataError: Error, Equatable, Sendable {
  package var reason: String
}

extension ModelData {
  package subscript(service: ServiceName) -> Provider? { providers[service.rawValue] }
}

extension ModelData.Provider {
  /// The models to ask: those that the user named, otherwise the provider's defaults. A step without either uses the
  /// model that reads photos.
  package func chosen(identification: String?, search: String?, review: String?) -> ModelData.ModelChoice {
    let looking = identification ?? defaults.identification
    return ModelData.ModelChoice(
      identification: looking, search: search ?? defaults.search ?? looking,
      review: review ?? defaults.review ?? looking)
  }

  /// By ID. An unlisted ID that ends in a date (`-20251001`, `-2026-03-17`) has the facts of the undated model.
  package func facts(of model: String) -> ModelFacts { models[model] ?? models[Self.undated(model)] ?? anyModel }

  /// Nil if the model's price is unknown.
  package func worstCase(of question: Question) -> Money? {
    let facts = facts(of: question.model)
    return WorstCase(of: question, facts: facts).cost(at: facts.price)
  }

  static func undated(_ model: String) -> String {
    let parts = model.split(separator: "-", omittingEmptySubsequences: false)
    func isNumber(_ part: Substring, _ digits: Int) -> Bool { part.count == digits && part.allSatisfy(\.isNumber) }
    if let last = parts.last, isNumber(last, 8) { return parts.dropLast().joined(separator: "-") }
    guard parts.count > 3 else { return model }
    let end = parts.suffix(3).map { $0 }
    guard isNumber(end[0], 4), isNumber(end[1], 2), isNumber(end[2], 2) else { return model }
    return parts.dropLast(3).joined(separator: "-")
  }

  /// The address of a path such as `messages`. A base with a path has its own version (`/v1beta/openai`, `/api/paas/v4`),
  /// or needs none; `/v1` is added to a bare host only. Anthropic's clients add it to every base without it.
  package func url(_ path: String, base: String?) -> String {
    let endpoint = "/chat/completions"
    var base = base ?? baseURL
    while base.hasSuffix("/") { base.removeLast() }
    // The whole address of the endpoint, as providers' documents show it.
    if base.hasSuffix(endpoint) { base.removeLast(endpoint.count) }
    let isBare = !(base.firstRange(of: "://").map { base[$0.upperBound...] } ?? base[...]).contains("/")
    let lacksVersion = isBare || (version != nil && !base.hasSuffix("/v1"))
    return lacksVersion ? "\(base)/v1/\(path)" : "\(base)/\(path)"
  }
}
