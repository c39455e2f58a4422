package import Albums

extension ScanSettings {
  init(_ reader: inout SettingsReader) {
    self.init()
    let plan: Plan = reader.value(
      "plan", .choice, or: budget.plan, "Presets for web search and number of scans; own has no limit but your budget.")
    identification = Identification(&reader, plan: plan)
    review = Review(&reader, plan: plan)
    models = Models(&reader)
    budget = Budget(&reader, plan: plan)
  }
}

extension ScanSettings.Identification {
  init(_ reader: inout SettingsReader, plan: Plan) {
    self.init()
    strategy = reader.value(
      "identification.strategy", .choice, or: strategy, "How a model is asked which album it is.")
    webSearch = reader.value(
      "identification.webSearch", .flag, or: webSearch, preset: plan.webSearch.map { ($0, plan.rawValue) },
      "Allow a model to search the web if the cover alone isn't enough.")
    alwaysSearch = reader.value(
      "identification.alwaysSearch", .flag, or: alwaysSearch, preset: plan.alwaysSearch.map { ($0, plan.rawValue) },
      "Allow the search even if little or no text could be read.")
    require = reader.value(
      "identification.require", .choice, or: require,
      "The lowest confidence of a result; anything below goes to unsure/.")
    onDevice = reader.value(
      "identification.onDevice", .flag, or: onDevice, "Recognize known covers and barcodes on this computer first.")
    textRecognition = reader.value(
      "identification.reading", .flag, or: textRecognition,
      "Read the text on a sleeve on this computer, and look it up in MusicBrainz, before a model is asked.")
  }
}

extension ScanSettings.Review {
  init(_ reader: inout SettingsReader, plan: Plan) {
    self.init()
    enabled = reader.value("review.enabled", .flag, or: enabled, "Write reviews.")
    webSearch = reader.value(
      "review.webSearch", .automatic(.flag), or: webSearch, preset: plan.webSearch.map { ($0, plan.rawValue) },
      "Cite critics from the web; auto does so for the strategy four-phase and the plan ultra.")
    holdSeconds = reader.value(
      "review.holdSeconds", .number(0...3600, of: "seconds"), or: holdSeconds,
      "How long a match is shown, and can be rejected, before its review is paid for.")
  }
}

extension ScanSettings.Models {
  init(_ reader: inout SettingsReader) {
    self.init()
    let model = SettingForm<String>.text("a model's name") { !$0.contains(where: \.isWhitespace) && $0.count <= 200 }
    provider = reader.value(
      "models.provider", .choice, or: provider, "The model provider; auto is the first one with a key.")
    identification = reader.value(
      "models.identification", .automatic(model), or: identification, "The model that reads covers.")
    search = reader.value("models.search", .automatic(model), or: search, "The model that searches the web.")
    review = reader.value("models.review", .automatic(model), or: review, "The model that writes reviews.")
    baseURL = reader.value(
      "models.baseURL", .automatic(.address), or: baseURL, "The provider's address; auto is its public one.")
    prices = reader.value(
      "models.price", .automatic(.price), or: prices,
      "The price of a million tokens [in, out] of the provider's models; auto is the one in the list of prices.")
    let second: ModelProvider = reader.value(
      "models.fallback", .choice(of: [.none] + ServiceName.providers.map(ModelProvider.named)), or: .none,
      "The provider to ask while the first one is down or needs you; it needs its own key.")
    fallback = second.service
    fallbackAfterSeconds = reader.value(
      "models.fallbackAfterSeconds", .integer(0...86400), or: fallbackAfterSeconds,
      "How many seconds the provider must be down before the fallback is asked.")
    concurrency = reader.value(
      "models.concurrency", .automatic(.integer(1...64)), or: concurrency,
      "The number of calls at the same time; auto is 4, and 1 for compatible.")
    timeoutSeconds = reader.value(
      "models.timeoutSeconds", .automatic(.integer(1...600)), or: timeoutSeconds,
      "How many seconds an answer may take; auto is 60, and 600 for compatible.")
    patienceDays = reader.value(
      "models.patienceDays", .integer(1...365), or: patienceDays,
      "How many days a photo waits for a service that keeps failing, before it goes to failed/.")
  }
}

extension ScanSettings.Budget {
  init(_ reader: inout SettingsReader, plan: Plan) {
    self.init()
    (self.plan, allowance) = (plan, plan.allowance)
    perScan = reader.value("budget.perScanUSD", .dollars, or: perScan, "The most that one scan may cost.")
    perDay = reader.value("budget.perDayUSD", .dollars, or: perDay, "The most that one day may cost.")
    perMonth = reader.value("budget.perMonthUSD", .dollars, or: perMonth, "The most that one calendar month may cost.")
    alert = reader.value(
      "budget.alertUSD", .dollars, or: alert, "The monthly spending at which a warning is shown.")
  }
}

extension ModelProvider {
  /// The service that is asked, or nil for none: `auto` takes the first whose key is there. A server of one's own has to
  /// be named, since its address does.
  package func service(hasKey: (Credential) -> Bool) -> ServiceName? {
    switch self {
    case .auto: ServiceName.providers.first { $0 != .compatible && Credential(for: $0).map(hasKey) == true }
    case .none, .named: service
    }
  }
}

/// What a plan presets; nil where it leaves a setting to its default.
extension Plan {
  /// Of identification and of reviews.
  fileprivate var webSearch: Bool? {
    switch self {
    case .own: nil
    case .free, .base: false
    case .ultra: true
    }
  }

  fileprivate var alwaysSearch: Bool? { self == .ultra ? true : nil }
}
