package import Albums
package import HTTP

/// Creates the client for a provider.
package enum Models {
  /// `baseURL` replaces the provider's own address. Throws a fault that needs attention if a key is missing; your own
  /// model server needs none.
  package static func client(
    provider service: ServiceName, key: Secret?, baseURL: String? = nil, data: ModelData = .embedded,
    transport: any Transport
  ) throws(Fault) -> any LanguageModel {
    let endpoint = try endpoint(service, key: key, baseURL: baseURL, data: data, transport: transport)
    switch service {
    case .anthropic: return AnthropicModel(endpoint)
    case .openai: return OpenAIModel(endpoint)
    default: return CompatibleModel(endpoint)
    }
  }

  static func endpoint(
    _ service: ServiceName, key: Secret?, baseURL: String?, data: ModelData, transport: any Transport
  ) throws(Fault) -> ModelEndpoint {
    guard let provider = data[service] else {
      throw .needsPerson(
        .provider, "\(service.rawValue) isn't a model provider", service: service,
        cure: .advice("Set models.provider to anthropic, openai, or compatible."))
    }
    guard key != nil || service == .compatible else {
      throw .needsPerson(
        .keyMissing, "There is no API key for \(service.spokenName)", service: service,
        cure: .command(Secret.command(for: service)))
    }
    return ModelEndpoint(service: service, provider: provider, key: key, baseURL: baseURL, transport: transport)
  }
}
