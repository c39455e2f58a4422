internal import Albums
internal import Foundation
internal import HTTP
internal import Pipeline
internal import Services
internal import Setup

/// The models that the settings name, to reckon with and to ask.
struct ModelBench {
  let service: ServiceName
  let provider: ModelData.Provider
  let questions: Questionnaire

  private let data: ModelData

  /// Who answers.
  /// - Throws: what is wrong with its key.
  func client(on desk: Desk, transport: any Transport) throws -> any LanguageModel {
    let key = try Credential(for: service).flatMap { try desk.credentials.find($0) }.flatMap {
      APIKey($0.secret.reveal())
    }
    return try Models.client(
      provider: service, key: key, baseURL: desk.loaded.settings.models.baseURL, data: data, transport: transport)
  }

  func worstCase(of question: Question) -> Money? {
    let facts = provider.facts(of: question.model)
    return WorstCase(of: question, facts: facts).cost(at: facts.price)
  }

  /// Nil where no model is to be asked.
  init?(desk: Desk) throws {
    let settings = desk.loaded.settings
    let prices = try PriceList(desk)
    guard let service = prices.service, let provider = prices.data[service] else { return nil }
    let chosen = provider.chosen(
      identification: settings.models.identification, search: settings.models.search, review: settings.models.review)
    let shelf = PromptShelf(places: desk.loaded.places, environment: ProcessInfo.processInfo.environment)
    self.service = service
    self.provider = provider
    data = prices.data
    questions = Questionnaire(
      models: LineSettings.Models(
        identification: chosen.identification ?? "", search: chosen.search ?? "", review: chosen.review ?? ""),
      prompts: try LineSettings.Prompts(reviewsSearch: settings.review.webSearch) {
        try shelf.prompt(named: $0.rawValue).text
      })
  }
}
