package import Albums
internal import Foundation
package import HTTP
package import Pipeline
package import Services
internal import Setup

/// The configured models, for estimates and for calls.
package struct ConfiguredModels {
  package let service: ServiceName
  package let provider: ModelData.Provider
  package let questions: PromptBuilder

  private let data: ModelData

  /// The client of the provider.
  /// - Throws: a problem with its key.
  package func client(on context: CommandContext, transport: any Transport) throws -> any LanguageModel {
    let key = try Credential(for: service).flatMap { try context.credentials.find($0) }.map(\.secret)
    return try Models.client(
      provider: service, key: key, baseURL: context.loaded.settings.models.baseURL, data: data, transport: transport)
  }

  package func worstCase(of question: Question) -> Money? { provider.worstCase(of: question) }

  /// Nil if no model is configured.
  package init?(context: CommandContext) throws {
    let settings = context.loaded.settings
    let prices = try PriceList(context)
    guard let service = prices.service, let provider = prices.data[service] else { return nil }
    let chosen = provider.chosen(
      identification: settings.models.identification, search: settings.models.search, review: settings.models.review)
    let promptStore = PromptStore(places: context.loaded.places, environment: ProcessInfo.processInfo.environment)
    self.service = service
    self.provider = provider
    data = prices.data
    questions = PromptBuilder(
      models: ModelNames(
        identification: chosen.identification ?? "", search: chosen.search ?? "", review: chosen.review ?? ""),
      prompts: try Prompts { try promptStore.prompt(named: $0.rawValue).text })
  }
}
