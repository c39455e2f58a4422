package import Albums
package import Foundation
package import Services
internal import Setup
internal import SystemPackage

/// The configured models with their prices, and warnings about those prices.
package struct PriceList: Sendable {
  /// Nil without a provider.
  package let service: ServiceName?
  package let data: ModelData
  /// Each model once, in the order of the steps.
  package let models: [String]
  /// Where the prices come from, if not from the list.
  package let note: String?
  private let isSet: Bool
  private let file: String

  /// - Throws: if a key or the user's models file can't be used.
  package init(_ context: CommandContext) throws {
    let settings = context.loaded.settings.models
    let keys = try Credential.providers.filter { try context.credentials.find($0) != nil }
    let data = try ModelData.embedded(extendedByFile: context.loaded.places.models.string)
    let service = settings.provider.service { keys.contains($0) }
    let chosen = service.flatMap { data[$0] }?.chosen(
      identification: settings.identification, search: settings.search, review: settings.review)
    let wanted = [chosen?.identification, chosen?.search, chosen?.review]
    self.service = service
    models = wanted.compactMap { $0 }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    self.data = service.map { data.priced(settings.price, for: $0, at: settings.baseURL) } ?? data
    if settings.price != nil {
      note = "set by models.price"
    } else if service == .compatible, let provider = data[.compatible],
      provider.isOnThisComputer(at: settings.baseURL), models.allSatisfy({ provider.facts(of: $0).price == nil })
    {
      note =
        "calls to \(settings.baseURL ?? provider.baseURL) count as free, because it is on this computer. If they cost "
        + "something: albumscanctl config set models.price '[0.5, 1.5]' (dollars per million tokens, in and out)"
    } else {
      note = nil
    }
    isSet = settings.price != nil
    file = context.loaded.places.models.string
  }

  /// The day of the prices of the models in use.
  package var asOf: String {
    guard let service, !models.isEmpty else { return data.pricesAsOf }
    return models.map { data.pricesAsOf(of: $0, at: service) }.min() ?? data.pricesAsOf
  }

  package func price(of model: String) -> Price? { service.flatMap { data[$0]?.facts(of: model).price } }

  package struct Warning: Codable, Equatable {
    /// A stable code for scripts.
    package let code: String
    package let reason: String
    package let cure: String
    /// The model without a price.
    package var model: String?

    private enum CodingKeys: CodingKey { case code, reason, cure }
  }

  package func warnings(now: Date) -> [Warning] {
    // The day of a price that is set isn't known.
    guard let service, !isSet else { return [] }
    return PriceCheck(data: data, service: service).warnings(on: models, now: now).map { warning in
      switch warning {
      case .old(let model, let asOf, let days):
        Warning(
          code: HealthCode.pricesOld.rawValue,
          reason: "The price of \(model) is \(days) days old (\(asOf)) and may have changed",
          cure: "Update AlbumScan, or set its price and pricesAsOf in \(file)")
      case .unknown(let model):
        Warning(
          code: HealthCode.priceUnknown.rawValue,
          reason: "The price of \(model) is unknown, so each call is booked at a flat $0.25, and the spending limits "
            + "hold only if none costs more",
          cure: "Set its price: albumscanctl config set models.price '[2, 10]' (dollars per million tokens, in and "
            + "out; for several models, use \(file)), or choose another model", model: model)
      }
    }
  }
}
