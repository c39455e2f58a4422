package import Albums
package import Foundation
package import ImagingClient
package import ImagingProtocol
package import Records
package import SystemPackage

/// Everything that scans need, assembled from one reading of the settings. A reload creates a new context; scans in
/// progress finish with the one they started with.
package final class ScanContext: Sendable {
  package typealias TextRecognizer = @Sendable (_ picture: Data) async throws(ImagingClientError) -> [PrintedLine]

  package let ledger: Ledger
  package let settings: ScanSettings
  /// How long a model's find waits for the catalog (`musicbrainz.patienceSeconds`).
  let catalogPatience: Duration
  package let root: FilePath
  package let inboxes: [FilePath]
  /// What happens to a photo of this folder after its scan.
  let fate: @Sendable (_ folder: FilePath) -> PhotoFate
  /// Nil without a provider.
  let model: (any LanguageModel)?
  /// Nil without a fallback.
  let fallback: FallbackProvider?
  let promptBuilder: PromptBuilder
  let catalog: any ReleaseCatalog
  let coverArchive: any CoverArchive
  /// For questions that no scan waits for; nil if it isn't asked.
  let backgroundCatalog: (any BackgroundCatalog)?
  let renderer: any PageRenderer
  let imaging: ImagingClient
  /// Reads the text in a prepared picture; nil without the models for it.
  let textRecognizer: TextRecognizer?
  let pictures: PictureStore
  /// The location of the cover index.
  let coverIndex: FilePath
  let announcer: (any Announcer)?
  /// The library notes on pages; nil without a wallet.
  let notes: LibraryNotes?
  /// Where phones are told; nil without.
  let ntfy: (any MessageChannel)?
  /// The user's program that is told; nil without.
  let command: (any MessageChannel)?
  /// How many of the newest albums the phone's page shows whole.
  package let phoneAlbums: Int
  let limits: ProcessLimits
  /// `Ledger.settingsVersion` before the settings were read: with another one, newer ones are about to be.
  let settingsVersion: Int
  package let time: TimeSource

  package init(
    ledger: Ledger, settings: ScanSettings, catalogPatience: Duration, root: FilePath, inboxes: [FilePath],
    fate: @escaping @Sendable (FilePath) -> PhotoFate, model: (any LanguageModel)?, fallback: FallbackProvider? = nil,
    promptBuilder: PromptBuilder, catalog: any ReleaseCatalog, coverArchive: any CoverArchive,
    backgroundCatalog: (any BackgroundCatalog)? = nil, renderer: any PageRenderer, imaging: ImagingClient,
    textRecognizer: TextRecognizer? = nil, pictures: PictureStore, coverIndex: FilePath,
    announcer: (any Announcer)?, notes: LibraryNotes? = nil, ntfy: (any MessageChannel)? = nil,
    command: (any MessageChannel)? = nil, phoneAlbums: Int = 100, limits: ProcessLimits, settingsVersion: Int,
    time: TimeSource = .system
  ) {
    self.ledger = ledger
    self.settings = settings
    self.catalogPatience = catalogPatience
    self.root = root
    self.inboxes = inboxes
    self.fate = fate
    self.model = model
    self.fallback = fallback
    self.promptBuilder = promptBuilder
    self.catalog = catalog
    self.coverArchive = coverArchive
    self.backgroundCatalog = backgroundCatalog
    self.renderer = renderer
    self.imaging = imaging
    self.textRecognizer = textRecognizer
    self.pictures = pictures
    self.coverIndex = coverIndex
    self.announcer = announcer
    self.notes = notes
    self.ntfy = ntfy
    self.command = command
    self.phoneAlbums = phoneAlbums
    self.limits = limits
    self.settingsVersion = settingsVersion
    self.time = time
  }

  /// The outside services that may be asked.
  package var services: [ServiceName] {
    [model?.service, fallback?.model.service, ntfy?.service, command?.service].compactMap(\.self)
      + [.musicbrainz, .coverartarchive]
  }

  /// The messages that somebody wants.
  var messages: Set<FollowUp.Kind> {
    (command == nil ? [] : FollowUp.Kind.programMessages).union(ntfy == nil ? [] : [.push])
  }

  /// The announcements about money under these settings.
  package func lookAtSpending() async throws {
    try await SpendingWatch(ledger: ledger, budget: settings.budget, time: time).look()
  }

  /// What older settings or an older key refused while these were read, these may allow: the reload couldn't see it,
  /// since it was in progress.
  func liftRefusals(since old: ScanContext) async throws {
    guard self !== old else { return }
    if settings.budget != old.settings.budget { try await ledger.openBudget() }
    // There is somebody to ask now.
    if old.model == nil, model != nil { try await ledger.wake(heldBy: FaultCode.models.rawValue) }
    guard let service = old.model?.service else { return }
    guard let pause = try await ledger.servicePause(of: service) else {
      // The reload ended the pause, perhaps just before this scan was put back to wait for its end.
      try await ledger.wake(heldBy: service.rawValue)
      return
    }
    if pause.needsPerson { try await ledger.resumeService(service) }
  }
}

/// The steps, and what they share.
extension ScanContext {
  /// - Parameter isCatalogFollowUp: true for a scan that is done, and lacks the catalog.
  func pipeline(
    for scan: Scan, isCatalogFollowUp: Bool = false, clock: StepClock? = nil,
    isStopping: @escaping @Sendable () -> Bool
  ) -> ScanPipeline {
    ScanPipeline(
      scan: scan, context: self,
      journal: StepJournal(
        scan: scan, ledger: ledger, time: time, clock: clock, isClaimed: !isCatalogFollowUp, isStopping: isStopping),
      isCatalogFollowUp: isCatalogFollowUp)
  }

  var photoPreparer: PhotoPreparer { PhotoPreparer(context: self) }
  var photoJoiner: PhotoJoiner { PhotoJoiner(context: self) }
  var localRecognition: LocalRecognition { LocalRecognition(context: self) }
  var textIdentifier: TextIdentifier { TextIdentifier(context: self) }
  var visionIdentifier: VisionIdentifier { VisionIdentifier(context: self) }
  var catalogLookup: CatalogLookup { CatalogLookup(context: self) }
  var artworkComparer: ArtworkComparer { ArtworkComparer(context: self) }
  var artworkFetcher: ArtworkFetcher { ArtworkFetcher(context: self) }
  var reviewProducer: ReviewProducer { ReviewProducer(context: self) }
  var filer: PhotoFiler { PhotoFiler(context: self) }
  var publisher: Publisher { Publisher(context: self) }

  /// The known covers.
  package var coverStore: CoverStore {
    CoverStore(index: coverIndex, ledger: ledger, store: pictures, imaging: imaging, time: time)
  }

  /// Nil without a provider.
  var meteredModel: MeteredModel? {
    model.map { MeteredModel(model: $0, fallback: fallback, gate: gate, budget: settings.budget) }
  }

  var gate: ServiceGate { ServiceGate(ledger: ledger, time: time, limits: limits) }
}
