package import Albums

extension Settings {
  package struct Identification: Equatable, Sendable {
    package let strategy: Strategy
    package let webSearch: Bool
    package let alwaysSearch: Bool
    /// The least confidence of a result; less goes to `unsure/`.
    package let require: Confidence
    package let onDevice: Bool
    /// Whether text on sleeves is read on this computer.
    package let textRecognition: Bool

    init(_ reader: inout SettingsReader, plan: Plan) {
      strategy = reader.value(
        "identification.strategy", .choice, or: .twoTier, "How a model is asked which album it is.")
      webSearch = reader.value(
        "identification.webSearch", .flag, or: true, preset: plan.webSearch.map { ($0, plan.rawValue) },
        "Allow a model to search the web if the cover alone isn't enough.")
      alwaysSearch = reader.value(
        "identification.alwaysSearch", .flag, or: false, preset: plan.alwaysSearch.map { ($0, plan.rawValue) },
        "Allow the search even if little or no text could be read.")
      require = reader.value(
        "identification.require", .choice, or: .claimed,
        "The lowest confidence of a result; anything below goes to unsure/.")
      onDevice = reader.value(
        "identification.onDevice", .flag, or: true, "Recognize known covers and barcodes on this computer first.")
      textRecognition = reader.value(
        "identification.reading", .flag, or: true,
        "Read the text on a sleeve on this computer, and look it up in MusicBrainz, before a model is asked.")
    }
  }

  package struct Review: Equatable, Sendable {
    package let enabled: Bool
    package let webSearch: Bool
    package let holdSeconds: Double

    init(_ reader: inout SettingsReader, plan: Plan, strategy: Strategy) {
      enabled = reader.value("review.enabled", .flag, or: true, "Write reviews.")
      let searches: Bool? = reader.value(
        "review.webSearch", .automatic(.flag), or: nil, preset: plan.reviewWebSearch.map { ($0, plan.rawValue) },
        "Cite critics from the web; auto does so for the strategy four-phase and the plan ultra.")
      webSearch = searches ?? (strategy == .fourPhase)
      holdSeconds = reader.value(
        "review.holdSeconds", .number(0...3600, of: "seconds"), or: 2,
        "How long a match is shown, and can be rejected, before its review is paid for.")
    }
  }

  package struct Models: Equatable, Sendable {
    package let provider: ModelProvider
    /// A model's id at its provider; nil for the one in the model data, as in the next two.
    package let identification: String?
    package let search: String?
    package let review: String?
    /// Nil for the provider's own.
    package let baseURL: String?
    private let priceSet: [Double]?
    /// Who is asked while that provider can't answer; nil for nobody.
    package let fallback: ServiceName?
    /// For how many seconds the provider must have been away until then.
    package let fallbackAfterSeconds: Int
    private let concurrencySet: Int?
    /// For how many days a photo waits for a service that fails it again and again.
    package let patienceDays: Int

    /// The price of a million tokens of the provider's models, in US dollars; nil for the one in the model data.
    package var price: (input: Double, output: Double)? { priceSet.map { ($0[0], $0[1]) } }

    /// How many calls are made at once.
    package func concurrency(at service: ServiceName) -> Int {
      // A model on one's own machine answers one after the other anyway, and slower when it is asked all at once.
      concurrencySet ?? (service == .compatible ? 1 : 4)
    }

    init(_ reader: inout SettingsReader) {
      let model = SettingForm<String>.text("a model's name") { !$0.contains(where: \.isWhitespace) && $0.count <= 200 }
      provider = reader.value(
        "models.provider", .choice, or: .auto, "The model provider; auto is the first one with a key.")
      identification = reader.value(
        "models.identification", .automatic(model), or: nil, "The model that reads covers.")
      search = reader.value("models.search", .automatic(model), or: nil, "The model that searches the web.")
      review = reader.value("models.review", .automatic(model), or: nil, "The model that writes reviews.")
      baseURL = reader.value(
        "models.baseURL", .automatic(.address), or: nil, "The provider's address; auto is its public one.")
      priceSet = reader.value(
        "models.price", .automatic(.price), or: nil,
        "The price of a million tokens [in, out] of the provider's models; auto is the one in the list of prices.")
      let second = reader.value(
        "models.fallback", .choice(of: [.none] + ServiceName.providers.map(ModelProvider.named)), or: .none,
        "The provider to ask while the first one is down or needs you; it needs its own key.")
      fallback = second.service
      fallbackAfterSeconds = reader.value(
        "models.fallbackAfterSeconds", .integer(0...86400), or: 120,
        "How many seconds the provider must be down before the fallback is asked.")
      concurrencySet = reader.value(
        "models.concurrency", .automatic(.integer(1...64)), or: nil,
        "The number of calls at the same time; auto is 4, and 1 for compatible.")
      patienceDays = reader.value(
        "models.patienceDays", .integer(1...365), or: 7,
        "How many days a photo waits for a service that keeps failing, before it goes to failed/.")
    }
  }

  package struct Budget: Equatable, Sendable {
    package let perScan: Money
    package let perDay: Money
    package let perMonth: Money
    /// Where in a month a warning is given.
    package let alert: Money

    init(_ reader: inout SettingsReader) {
      perScan = reader.value(
        "budget.perScanUSD", .dollars, or: Money(dollars: 0.5), "The most that one scan may cost.")
      perDay = reader.value("budget.perDayUSD", .dollars, or: Money(dollars: 5), "The most that one day may cost.")
      perMonth = reader.value(
        "budget.perMonthUSD", .dollars, or: Money(dollars: 30), "The most that one calendar month may cost.")
      alert = reader.value(
        "budget.alertUSD", .dollars, or: Money(dollars: 20), "The monthly spending at which a warning is shown.")
    }
  }
}

/// The configured model provider.
package enum ModelProvider: RawRepresentable, CaseIterable, Equatable, Sendable {
  case auto, none
  case named(ServiceName)

  package static let allCases = [.auto] + ServiceName.providers.map(named) + [.none]

  package init?(rawValue: String) {
    guard let known = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = known
  }

  package var rawValue: String {
    switch self {
    case .auto: "auto"
    case .none: "none"
    case .named(let service): service.rawValue
    }
  }

  /// The one that is named; nil for `auto` and `none`.
  package var service: ServiceName? { if case .named(let service) = self { service } else { nil } }

  /// The service that is asked, or nil for none: `auto` takes the first whose key is there. A server of one's own has to
  /// be named, since its address does.
  package func service(hasKey: (Credential) -> Bool) -> ServiceName? {
    switch self {
    case .auto: ServiceName.providers.first { $0 != .compatible && Credential(for: $0).map(hasKey) == true }
    case .none, .named: service
    }
  }
}

/// Presets with the names that users of the phone app know.
package enum Plan: String, CaseIterable, Sendable {
  case own, free, base, ultra

  package var allowance: Allowance {
    switch self {
    case .own: .unlimited
    case .free: .inAll(5)
    case .base, .ultra: .perMonth(120)
    }
  }

  /// Nil where the plan leaves it to the default.
  var webSearch: Bool? {
    switch self {
    case .own: nil
    case .free, .base: false
    case .ultra: true
    }
  }

  var alwaysSearch: Bool? { self == .ultra ? true : nil }
  var reviewWebSearch: Bool? {
    switch self {
    case .own: nil
    case .free, .base: false
    case .ultra: true
    }
  }
}
