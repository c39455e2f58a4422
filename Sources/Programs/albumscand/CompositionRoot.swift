internal import Albums
internal import Foundation
internal import HTTP
internal import ImagingClient
internal import Logging
internal import MPD
internal import Pages
internal import Pipeline
internal import Records
internal import Services
internal import Setup
internal import Synchronization
internal import SystemPackage
internal import Wallet

/// Makes what a scan and the wallet need, from one reading of the settings; `Daemon` assembles the services around it.
struct CompositionRoot: Sendable {
  let loaded: LoadedSettings
  let transport: CurlTransport
  let imaging: ImagingClient
  let models: ModelData
  private let limits: ProcessLimits
  private let musicBrainzRateLimiter: RateLimiter<ContinuousClock>

  private var settings: Settings { loaded.settings }

  /// - Parameter earlier: the one before a reload. What limits the whole process is handed on: scans in progress still
  ///   use it.
  init(loaded: LoadedSettings, after earlier: CompositionRoot? = nil) throws {
    self.loaded = loaded
    limits = earlier?.limits ?? ProcessLimits()
    musicBrainzRateLimiter = earlier?.musicBrainzRateLimiter ?? RateLimiter(requestsPerSecond: 1)
    transport = CurlTransport(userAgent: Self.name, caFile: loaded.settings.caFile?.string)
    // Two pictures at a time, however many cores there are: each takes up to 80 MB and uses two cores where it can.
    imaging =
      earlier?.imaging
      ?? ImagingClient(
        program: Self.imagingProgram, width: min(2, ProcessInfo.processInfo.activeProcessorCount))
    models = try ModelData.embedded(extendedByFile: loaded.places.models.string)
  }

  /// - Throws: problems that only the user can fix, such as a missing prompt, or a key file that others can read.
  func context(
    in ledger: Ledger, announcing desktopNotifier: DesktopNotifier, noting notes: LibraryNotes, settingsVersion: Int
  ) async throws -> ScanContext {
    let credentials = Credentials(environment: ProcessInfo.processInfo.environment, folder: loaded.places.credentials)
    let service = try provider(credentials)
    let fallback = try fallback(beside: service, credentials)
    let model = try service.map { try self.model(at: $0, credentials) } ?? fallback?.model
    let context = ScanContext(
      ledger: ledger, settings: settings.scans, catalogPatience: .seconds(settings.musicbrainz.patienceSeconds),
      root: settings.folders.root, inboxes: settings.folders.inbox, fate: fate, model: model, fallback: fallback,
      promptBuilder: PromptBuilder(
        models: service == nil ? fallback?.models ?? modelNames(of: nil) : modelNames(of: service),
        prompts: try prompts()),
      catalog: catalog(), coverArchive: covers(),
      backgroundCatalog: settings.musicBrainzNeedsContact || !settings.wallet.catalogue
        ? nil : musicBrainz(hasLowPriority: true),
      renderer: HTMLRenderer(writesReviews: settings.writesReviews && model != nil), imaging: imaging,
      textRecognizer: imaging.canRead ? imaging.read : nil, pictures: PictureStore(folder: loaded.places.pictures),
      coverIndex: loaded.places.coverIndex,
      announcer: desktopNotifier.announcer(enabled: settings.notifications.enabled), notes: notes,
      ntfy: try ntfy(credentials),
      command: EventProgram(
        settings.notifications.command, home: loaded.places.home.string,
        environment: ProcessInfo.processInfo.environment),
      phoneAlbums: settings.phoneAlbums, limits: limits, settingsVersion: settingsVersion)
    // Scans in progress follow these at once, so nothing below may refuse the settings.
    await musicBrainzRateLimiter.space(by: .seconds(1 / settings.musicbrainz.requestsPerSecond))
    limits.allow(modelCalls: service.map { settings.models.concurrency(at: $0) } ?? 1)
    return context
  }

  private func prompts() throws -> Prompts {
    let store = PromptStore(places: loaded.places, environment: ProcessInfo.processInfo.environment)
    return try Prompts { try store.prompt(named: $0.rawValue).text }
  }

  private func provider(_ credentials: Credentials) throws -> ServiceName? {
    // A key file that can't be used must be reported, not treated as "no key".
    let keys = try Credential.providers.filter { try credentials.find($0) != nil }
    let service = settings.models.provider.service { keys.contains($0) }
    // A provider that is set but has no key can't be asked, so photos wait for it. Your own server needs no key.
    return service.flatMap { $0 == .compatible || Credential(for: $0).map(keys.contains) == true ? $0 : nil }
  }

  /// The provider to ask while the first one can't answer.
  private func fallback(beside first: ServiceName?, _ credentials: Credentials) throws -> FallbackProvider? {
    guard settings.models.provider != .none, let service = settings.models.fallback, service != first else {
      return nil
    }
    if let key = Credential(for: service), service != .compatible, try credentials.find(key) == nil {
      Logger.current.warning(
        "models.fallback: there is no API key for \(service.rawValue). Store one: albumscanctl key set \(service.rawValue)"
      )
      return nil
    }
    let chosen = models[service]?.chosen(identification: nil, search: nil, review: nil)
    guard let chosen, let looking = chosen.identification else {
      Logger.current.warning(
        "models.fallback: no default model for \(service.rawValue). Name one under defaults in \(loaded.places.models)")
      return nil
    }
    return FallbackProvider(
      model: try Models.client(
        provider: service, key: try key(of: service, credentials),
        data: models.priced(nil, for: service, at: nil).withTimeout(settings.models.timeoutSeconds, for: service),
        transport: transport),
      models: ModelNames(
        identification: looking, search: chosen.search ?? looking, review: chosen.review ?? looking),
      after: TimeInterval(settings.models.fallbackAfterSeconds))
  }

  private func model(at service: ServiceName, _ credentials: Credentials) throws -> any LanguageModel {
    try Models.client(
      provider: service, key: try key(of: service, credentials), baseURL: settings.models.baseURL,
      data: priced(for: service), transport: transport)
  }

  private func priced(for service: ServiceName) -> ModelData {
    models.priced(settings.models.price, for: service, at: settings.models.baseURL)
      .withTimeout(settings.models.timeoutSeconds, for: service)
  }

  private func key(of service: ServiceName, _ credentials: Credentials) throws -> Secret? {
    try Credential(for: service).flatMap { try credentials.find($0) }.map(\.secret)
  }

  private func ntfy(_ credentials: Credentials) throws -> NtfyTopic? {
    try settings.notifications.ntfy.flatMap { topic in
      NtfyTopic(
        topic, token: try credentials.find(.ntfy).map(\.secret), transport: transport)
    }
  }

  private func modelNames(of service: ServiceName?) -> ModelNames {
    let chosen = service.flatMap { models[$0] }?.chosen(
      identification: settings.models.identification, search: settings.models.search, review: settings.models.review)
    return ModelNames(
      identification: chosen?.identification ?? "", search: chosen?.search ?? "", review: chosen?.review ?? "")
  }

  private var fate: @Sendable (FilePath) -> PhotoFate {
    let (settings, home) = (settings, loaded.places.home)
    return { folder in
      switch settings.fate(ofPhotosIn: folder, home: home) {
      case .move:
        // The sync marker was there and is gone: the folder isn't mounted, or has a problem that its owner will fix. A
        // photo moved away meanwhile would still be deleted on the phone.
        let isInDoubt =
          settings.photos.afterwards == nil && Self.synced.withLock { $0.contains(where: folder.starts(with:)) }
        return isInDoubt ? .keep : .move
      case .keep:
        if settings.photos.afterwards == nil { Self.synced.withLock { _ = $0.insert(folder) } }
        return .keep
      case .delete: return .delete
      }
    }
  }

  /// Inbox folders that were seen to be in a sync folder since this process started.
  private static let synced = Mutex<Set<FilePath>>([])

  private func catalog() -> any ReleaseCatalog {
    settings.musicBrainzNeedsContact ? MissingContactCatalog() : musicBrainz(hasLowPriority: false)
  }

  private func musicBrainz(hasLowPriority: Bool) -> MusicBrainzCatalog {
    MusicBrainzCatalog(
      transport: RateLimitedTransport(
        transport, rateLimiter: musicBrainzRateLimiter, hasLowPriority: hasLowPriority),
      baseURL: settings.musicbrainz.baseURL,
      userAgent: MusicBrainzCatalog.userAgent(Self.name, contact: settings.musicbrainz.contact),
      patience: settings.musicbrainz.patienceSeconds)
  }

  private func covers() -> any CoverArchive {
    CoverArtArchive(
      transport: transport, baseURL: settings.coverArtURL, timeout: Double(settings.coverArtTimeout))
  }

  /// The User-Agent for all services. Only MusicBrainz also gets the contact address.
  private static let name = "AlbumScan/\(Version.text)"

  /// In the same folder as this program.
  private static var imagingProgram: FilePath { Places.programs.appending("albumscan-imaging") }
}

/// The catalog while there is no contact address, which MusicBrainz's public server requires from every program.
private struct MissingContactCatalog: ReleaseCatalog {
  private let fault = Fault.needsPerson(
    .contact, "MusicBrainz requires a contact address, and musicbrainz.contact is not set", service: .musicbrainz,
    cure: .advice(
      "Set your own address: `albumscanctl config set musicbrainz.contact ADDRESS`, then run "
        + "`systemctl --user reload albumscand`."))

  func albums(matching query: CatalogQuery) async throws(Fault) -> [CatalogAlbum] { throw fault }
  func albums(printed question: PrintedQuestion) async throws(Fault) -> [CatalogAlbum] { throw fault }
  func album(ofRelease release: MBID, inGroup group: MBID) async throws(Fault) -> CatalogAlbum? { throw fault }
  func albums(at reference: CatalogReference) async throws(Fault) -> [CatalogAlbum] { throw fault }
}

/// The wallet's part of the settings. A reload creates a new one.
struct WalletPlan: Equatable, Sendable {
  let terms: WalletTerms
  let endpoint: MPDEndpoint
  let keepsPlaying: Bool
}

extension CompositionRoot {
  /// - Throws: an MPD address or password that only the user can fix.
  func walletPlan(in ledger: Ledger) throws -> WalletPlan {
    var loaded = loaded
    loaded.keep(ledger.keptDefaults)
    let (mpd, environment) = (loaded.settings.mpd, ProcessInfo.processInfo.environment)
    let password = try Credentials(environment: environment, folder: loaded.places.credentials).find(.mpd)
    return WalletPlan(
      terms: loaded.settings.wallet.terms,
      endpoint: try MPDEndpoint(
        setting: mpd.address, environment: environment,
        password: password.flatMap { MPDPassword($0.secret.reveal()) }, home: loaded.places.home.string,
        partition: mpd.partition, allowsRemotePassword: mpd.allowRemotePassword),
      keepsPlaying: loaded.settings.wallet.keepPlaying)
  }

  var walletStore: WalletStore { WalletStore(folder: loaded.places.wallet) }

  var walletPublisher: WalletPublisher {
    WalletPublisher(store: walletStore, folder: loaded.settings.folders.root.appending("done"))
  }
}
