package import Albums
package import FoundationEssentials

/// Checks whether the price list is current and complete for the configured models.
package struct PriceCheck: Sendable {
  package let data: ModelData
  package let service: ServiceName

  package init(data: ModelData, service: ServiceName) {
    self.data = data
    self.service = service
  }

  /// Prices older than this are doubted, in days.
  package static let oldest = 90

  package enum Warning: Equatable, Sendable {
    /// With the day of the price.
    case old(model: String, asOf: String, days: Int)
    /// What a call costs can't be known; each stays booked at a flat sum.
    case unknown(model: String)
  }

  /// What is doubtful about these models' prices, each model once.
  package func warnings(on models: [String], now: Date) -> [Warning] {
    models.reduce(into: []) { warnings, model in
      if let warning = warning(on: model, now: now), !warnings.contains(warning) { warnings.append(warning) }
    }
  }

  private func warning(on model: String, now: Date) -> Warning? {
    guard let price = data[service]?.facts(of: model).price else { return .unknown(model: model) }
    // What costs nothing doesn't go up.
    if price.isFree { return nil }
    let asOf = data.pricesAsOf(of: model, at: service)
    guard let days = Self.days(from: asOf, to: now), days <= Self.oldest else {
      return .old(model: model, asOf: asOf, days: Self.days(from: asOf, to: now) ?? 0)
    }
    return nil
  }

  /// Nil for what isn't a day (`2026-11-21`).
  static func days(from day: String, to now: Date) -> Int? {
    guard let began = try? Date(day, strategy: Date.ISO8601FormatStyle().year().month().day()) else { return nil }
    return Int((now.timeIntervalSince(began) / 86400).rounded(.down))
  }
}

extension ModelData {
  /// The day of a model's price: its own, its provider's, or that of the whole file.
  package func pricesAsOf(of model: String, at service: ServiceName) -> String {
    let provider = self[service]
    return provider?.facts(of: model).pricesAsOf ?? provider?.pricesAsOf ?? pricesAsOf
  }
}
