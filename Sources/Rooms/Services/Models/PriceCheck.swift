package import Albums
package import FoundationEssentials
internal import HTTP

/// Checks whether the price list is current and complete for the configured models.
package struct PriceCheck: Sendable {
  package let data: ModelData
  package let service: ServiceName

  package init(data: ModelData, service: ServiceName) {
    self.data = data
    self.service = service
  }

  /// In days. Older prices may be wrong.
  package static let oldest = 90

  package enum Warning: Equatable, Sendable {
    /// With the day of the price.
    case old(model: String, asOf: String, days: Int)
    /// The cost of a call is unknown; each stays booked at a flat sum.
    case unknown(model: String)
  }

  /// The warnings about these models' prices, each model once.
  package func warnings(on models: [String], now: Date) -> [Warning] {
    models.reduce(into: []) { warnings, model in
      if let warning = warning(on: model, now: now), !warnings.contains(warning) { warnings.append(warning) }
    }
  }

  private func warning(on model: String, now: Date) -> Warning? {
    guard let price = data[service]?.facts(of: model).price else { return .unknown(model: model) }
    // A price of zero doesn't become outdated.
    if price.isFree { return nil }
    let asOf = data.pricesAsOf(of: model, at: service)
    guard let days = Self.days(from: asOf, to: now), days <= Self.oldest else {
      return .old(model: model, asOf: asOf, days: Self.days(from: asOf, to: now) ?? 0)
    }
    return nil
  }

  /// Nil if `day` isn't a day (`2026-11-21`).
  static func days(from day: String, to now: Date) -> Int? {
    // Nil is what the doc comment promises.
    guard let began = try? Date(day, strategy: Date.ISO8601FormatStyle().year().month().day()) else { return nil }
    return Int((now.timeIntervalSince(began) / 86400).rounded(.down))
  }
}

extension ModelData {
  /// These data with the price that the user has set for a provider's models, which wins. Your own model server costs
  /// nothing if it is on this computer and its price is neither set nor listed.
  /// - Parameters:
  ///   - price: for a million tokens, in US dollars.
  ///   - baseURL: replaces the provider's own address.
  package func priced(
    _ price: (input: Double, output: Double)?, for service: ServiceName, at baseURL: String?
  ) -> ModelData {
    guard var provider = self[service] else { return self }
    if let price {
      let searches = provider.models.values.compactMap(\.price?.searches).max()
      provider.setPrices { old in
        var new = old ?? Price(tiers: [], searches: searches)
        new.tiers = [Price.Tier(input: price.input, output: price.output)]
        return new
      }
    } else if service == .compatible, provider.isOnThisComputer(at: baseURL) {
      provider.setPrices { $0 ?? .free }
    }
    var data = self
    data.providers[service.rawValue] = provider
    return data
  }

  /// These data with the time that the user gives a provider's answers, in seconds; nil leaves its own.
  package func withTimeout(_ seconds: Int?, for service: ServiceName) -> ModelData {
    guard let seconds else { return self }
    var data = self
    data.providers[service.rawValue]?.timeoutSeconds = Double(seconds)
    return data
  }

  /// The day of a model's price: its own, its provider's, or that of the whole file.
  package func pricesAsOf(of model: String, at service: ServiceName) -> String {
    let provider = self[service]
    return provider?.facts(of: model).pricesAsOf ?? provider?.pricesAsOf ?? pricesAsOf
  }
}

extension ModelData.Provider {
  fileprivate mutating func setPrices(_ price: (Price?) -> Price) {
    anyModel.price = price(anyModel.price)
    models = models.mapValues { facts in
      var facts = facts
      facts.price = price(facts.price)
      return facts
    }
  }

  /// Whether calls don't leave this computer.
  package func isOnThisComputer(at baseURL: String?) -> Bool {
    // What isn't a web address can't be called.
    (try? WebAddress(baseURL ?? self.baseURL))?.isLoopback == true
  }
}
