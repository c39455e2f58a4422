/// The settings that scans go by, in the sections of the settings file, with their defaults. Setup reads them.
package struct ScanSettings: Equatable, Sendable {
  package var identification = Identification()
  package var review = Review()
  package var models = Models()
  package var budget = Budget()
  /// How many seconds apart photos of one record are taken at most; 0 if each is scanned by itself.
  package var togetherSeconds = 120

  package init() {}

  package struct Identification: Equatable, Sendable {
    package var strategy = Strategy.twoTier
    package var webSearch = true
    package var alwaysSearch = false
    /// The least confidence of a result; less goes to `unsure/`.
    package var require = Confidence.claimed
    /// Whether covers and barcodes are recognized on this computer first.
    package var onDevice = true
    /// Whether text on sleeves is read on this computer.
    package var textRecognition = true

    package init() {}
  }

  package struct Review: Equatable, Sendable {
    package var enabled = true
    /// Nil for what the strategy does.
    package var webSearch: Bool?
    package var holdSeconds = 2.0

    package init() {}

    /// Whether a review cites critics from the web, for a scan by this strategy.
    package func searches(by strategy: Strategy) -> Bool { webSearch ?? (strategy == .fourPhase) }
  }

  package struct Models: Equatable, Sendable {
    package var provider = ModelProvider.auto
    /// A model's id at its provider; nil for the one in the model data, as in the next two.
    package var identification: String?
    package var search: String?
    package var review: String?
    /// Nil for the provider's own.
    package var baseURL: String?
    /// Of a million tokens of the provider's models, in and out, in US dollars; nil for those in the model data.
    package var prices: [Double]?
    /// Who is asked while that provider can't answer; nil for nobody.
    package var fallback: ServiceName?
    /// For how many seconds the provider must have been away until then.
    package var fallbackAfterSeconds = 120
    /// How many calls are made at once; nil for the provider's usual number.
    package var concurrency: Int?
    /// How long an answer may take; nil for the provider's usual time.
    package var timeoutSeconds: Int?
    /// For how many days a photo waits for a service that fails it again and again.
    package var patienceDays = 7

    package init() {}

    /// False if models are turned off. True even without a model: then photos wait for one.
    package var areAsked: Bool { provider != .none }

    package var price: (input: Double, output: Double)? { prices.map { ($0[0], $0[1]) } }

    /// How many calls are made at once.
    package func concurrency(at service: ServiceName) -> Int {
      // A model on one's own machine answers one after the other anyway, and slower when it is asked all at once.
      concurrency ?? (service == .compatible ? 1 : 4)
    }
  }

  /// The spending limits, and the plan's number of scans.
  package struct Budget: Equatable, Sendable {
    package var perScan: Money
    package var perDay: Money
    package var perMonth: Money
    /// Where in a month a warning is given.
    package var alert = Money(dollars: 20)
    package var plan = Plan.own
    /// The plan's.
    package var allowance = Allowance.unlimited

    package init(
      perScan: Money = Money(dollars: 0.5), perDay: Money = Money(dollars: 5), perMonth: Money = Money(dollars: 30)
    ) {
      self.perScan = perScan
      self.perDay = perDay
      self.perMonth = perMonth
    }
  }
}
