package import Albums
package import ImagingClient
package import Records
package import SystemPackage

/// Everything the queue's work needs, assembled from one set of settings. A reload creates a new line; scans in
/// progress finish with the line they started with.
package struct Line: Sendable {
  package var settings: LineSettings
  package var inboxes: [FilePath]
  /// What happens to a photo of this inbox after its scan.
  package var afterwards: @Sendable (_ folder: FilePath) -> LineSettings.Afterwards
  /// Nil without a provider.
  package var model: (any LanguageModel)?
  /// Nil without a fallback.
  package var fallback: FallbackProvider?
  package var catalogue: any ReleaseCatalog
  package var coverArchive: any CoverArchive
  /// For questions that no scan waits for; nil if it isn't asked.
  package var backgroundCatalog: (any BackgroundCatalog)?
  package var renderer: any PageRenderer
  package var imaging: ImagingClient
  /// Reads the text in a prepared picture; nil without the models for it.
  package var textRecognizer: SleeveReader.TextRecognizer?
  package var pictures: PictureStore
  /// The location of the cover index.
  package var coverIndex: FilePath
  package var announcer: any Announcer
  /// The library notes on pages; nil without a wallet.
  package var notes: LibraryNotes?
  package var time: TimeSource
  /// The outside services that may be asked.
  package var services: [ServiceName] {
    [model?.service, fallback?.model.service].compactMap(\.self) + [.musicbrainz, .coverartarchive]
  }
  let modelLimit: ConcurrencyLimit
  private(set) var reviewMutex = KeyedMutex()
  let circuitBreakers = CircuitBreakers()

  package init(
    settings: LineSettings, inboxes: [FilePath],
    afterwards: @escaping @Sendable (FilePath) -> LineSettings.Afterwards, model: (any LanguageModel)?,
    catalogue: any ReleaseCatalog, coverArchive: any CoverArchive, renderer: any PageRenderer, imaging: ImagingClient,
    pictures: PictureStore, coverIndex: FilePath, announcer: any Announcer = NoAnnouncer(),
    notes: LibraryNotes? = nil, backgroundCatalog: (any BackgroundCatalog)? = nil, time: TimeSource = .system
  ) {
    self.settings = settings
    self.inboxes = inboxes
    self.afterwards = afterwards
    self.model = model
    self.catalogue = catalogue
    self.coverArchive = coverArchive
    self.backgroundCatalog = backgroundCatalog
    self.renderer = renderer
    self.imaging = imaging
    self.pictures = pictures
    self.coverIndex = coverIndex
    self.announcer = announcer
    self.notes = notes
    self.time = time
    modelLimit = ConcurrencyLimit(settings.modelConcurrency)
  }

  /// - Parameter isLate: true for a scan that is done, and lacks the catalog.
  func pipeline(
    for scan: Scan, in ledger: Ledger, isLate: Bool = false, isStopping: @escaping @Sendable () -> Bool
  ) -> ScanPipeline {
    ScanPipeline(
      scan: scan,
      journal: StepJournal(
        scan: scan, ledger: ledger, time: time, showsProgress: !isLate, isStopping: isStopping),
      preparation: preparation(ledger),
      identifier: Identifier(
        model: metered(ledger), preparation: preparation(ledger), catalogLookup: catalogLookup(ledger),
        ledger: ledger, settings: settings, time: time),
      sleeveReader: SleeveReader(
        recognizer: settings.readsText ? textRecognizer : nil, preparation: preparation(ledger),
        catalogLookup: catalogLookup(ledger),
        artworkComparer: artworkComparer(ledger), settings: settings),
      catalogLookup: catalogLookup(ledger), artworkComparer: artworkComparer(ledger),
      artworkFetcher: artworkFetcher(ledger),
      reviewProducer: reviewProducer(ledger), publisher: publisher(ledger), disposal: disposal(ledger), time: time,
      requiresCatalog: isLate)
  }

  func preparation(_ ledger: Ledger) -> PhotoPreparation {
    PhotoPreparation(
      imaging: imaging, store: pictures, ledger: ledger, coverStore: coverStore(ledger),
      recognizes: settings.recognizes, inboxAvailability: inboxAvailability(ledger), disposal: disposal(ledger),
      time: time)
  }

  func artworkComparer(_ ledger: Ledger) -> ArtworkComparer {
    ArtworkComparer(artworkFetcher: artworkFetcher(ledger), coverStore: coverStore(ledger), time: time)
  }

  /// The known covers.
  package func coverStore(_ ledger: Ledger) -> CoverStore {
    CoverStore(index: coverIndex, ledger: ledger, store: pictures, imaging: imaging, time: time)
  }

  func reviewProducer(_ ledger: Ledger) -> ReviewProducer {
    ReviewProducer(model: metered(ledger), ledger: ledger, settings: settings, mutex: reviewMutex, time: time)
  }

  func artworkFetcher(_ ledger: Ledger) -> ArtworkFetcher {
    ArtworkFetcher(
      covers: coverArchive, imaging: imaging, store: pictures, ledger: ledger, gate: gate(ledger), time: time)
  }

  func publisher(_ ledger: Ledger) -> Publisher {
    Publisher(root: settings.root, renderer: renderer, notes: notes, store: pictures, ledger: ledger, time: time)
  }

  func disposal(_ ledger: Ledger) -> PhotoArchiver {
    PhotoArchiver(
      root: settings.root, inboxAvailability: inboxAvailability(ledger), afterwards: afterwards, time: time,
      ledger: ledger)
  }

  private func inboxAvailability(_ ledger: Ledger) -> InboxAvailability {
    InboxAvailability(inboxes: inboxes, ledger: ledger)
  }

  /// The announcements about money under these settings.
  package func lookAtSpending(in ledger: Ledger) async throws {
    try await SpendingWatch(ledger: ledger, budget: settings.budget, time: time).look()
  }

  func catalogLookup(_ ledger: Ledger) -> CatalogLookup {
    CatalogLookup(catalogue: catalogue, gate: gate(ledger), settings: settings)
  }

  private func metered(_ ledger: Ledger) -> MeteredModel? {
    model.map {
      MeteredModel(
        model: $0, fallback: fallback, ledger: ledger, gate: gate(ledger), budget: settings.budget, limit: modelLimit,
        time: time)
    }
  }

  func gate(_ ledger: Ledger) -> ServiceGate {
    ServiceGate(ledger: ledger, time: time, circuitBreakers: circuitBreakers)
  }
}

extension Line {
  /// This line after a reload. Scans in progress finish with the old line, so both take turns at an album's review:
  /// otherwise it might be paid twice.
  package func succeeding(_ old: Line) -> Line {
    var line = self
    line.reviewMutex = old.reviewMutex
    return line
  }

  /// What older settings or an older key refused while these were read, these may allow: the reload couldn't see it, since it
  /// was in progress.
  func reopen(after old: Line, in ledger: Ledger) async throws {
    // Each reading of the settings has a limit of its own.
    guard modelLimit !== old.modelLimit else { return }
    if settings.budget != old.settings.budget { try await ledger.openBudget() }
    // There is somebody to ask now.
    if old.model == nil, model != nil { _ = try await ledger.wake(heldBy: FaultCode.models.rawValue) }
    guard let service = old.model?.service else { return }
    guard let pause = try await ledger.servicePause(of: service) else {
      // The reload ended the pause, perhaps just before this scan was put back to wait for its end.
      _ = try await ledger.wake(heldBy: service.rawValue)
      return
    }
    if pause.needsPerson { try await ledger.resumeService(service) }
  }
}
