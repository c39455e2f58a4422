import Albums
import Foundation
import ImagingClient
import ImagingProtocol
import Logging
import Pages
import Records
import SystemPackage
import TestSupport
import Testing

@testable import Pipeline

/// The surroundings of a test's own: its folders, its ledger, a scripted outside, and a time that is set by hand. The imaging
/// process, the files and the pages are the real ones.
struct PipelineFixture: Sendable {
  let folder: TemporaryFolder
  let ledger: Ledger
  let time = HandSetTime()
  let model = ScriptedModel()
  var catalog = ScriptedCatalog()
  var covers = ScriptedCovers()
  let gallery: GalleryUpdater
  let disks: DiskGate
  let wakeSignal = WakeSignal()
  let announcer = RecordingAnnouncer()
  var notes: LibraryNotes?
  var settings = ScanSettings()
  var promptBuilder = PipelineFixture.promptBuilder
  /// What fails is looked at at once.
  var catalogPatience = Duration.zero
  var fate = PhotoFate.move
  /// The daemon's, whatever settings are read meanwhile.
  let limits = ProcessLimits()
  var hasModel = true
  /// What the ledger said before the settings were read.
  var settingsVersion = 0
  /// What is read on every sleeve; nil where nothing here can read.
  var printed: [String]?
  var source: TimeSource

  var root: FilePath { folder.path }

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeFolder("inbox")
    // One of those that the daemon makes: the disk of the results is there.
    try folder.makeFolder("unsure")
    ledger = try Ledger()
    disks = DiskGate(ledger: ledger) {}
    settings.review.holdSeconds = 0
    // Drawn photos don't say when they were taken, so all would be of one moment.
    settings.togetherSeconds = 0
    settings.budget = ScanSettings.Budget(
      perScan: Money(dollars: 5), perDay: Money(dollars: 50), perMonth: Money(dollars: 500))
    source = time.source
    gallery = GalleryUpdater(ledger: ledger, root: folder.path, renderer: HTMLRenderer())
  }

  private static let promptBuilder = PromptBuilder(
    models: ModelNames(identification: "look-1", search: "search-1", review: "review-1"),
    prompts: Prompts { name in
      switch name {
      case .identification: "Look."
      case .search: "Search."
      case .extraction: "Describe."
      case .mapping: "Map."
      case .everything: "Say all."
      case .finding: "Extract."
      case .review: "Review."
      case .searchedReview: "Cite."
      }
    })

  /// A context of the settings as they are now, as after a reload.
  func context(
    model other: ScriptedModel? = nil, imaging: ImagingClient? = nil, renderer: any PageRenderer = HTMLRenderer(),
    textRecognizer: ScanContext.TextRecognizer? = nil, backgroundCatalog: (any BackgroundCatalog)? = nil
  ) -> ScanContext {
    limits.allow(modelCalls: settings.models.concurrency(at: .anthropic))
    let fate = fate
    let lines = printed.map(CannedAnswers.lines)
    let own: ScanContext.TextRecognizer? = if let lines { { _ in lines } } else { nil }
    return ScanContext(
      ledger: ledger, settings: settings, catalogPatience: catalogPatience, root: root,
      inboxes: [root.appending("inbox")], fate: { _ in fate }, model: hasModel ? other ?? model : nil,
      promptBuilder: promptBuilder, catalog: catalog, coverArchive: covers, backgroundCatalog: backgroundCatalog,
      renderer: renderer,
      imaging: imaging ?? ImagingClient(program: BuiltProgram.imaging, width: 2, deadline: .seconds(120)),
      textRecognizer: textRecognizer ?? own,
      pictures: PictureStore(folder: root.appending("pictures")), coverIndex: root.appending("covers"),
      announcer: announcer, notes: notes, limits: limits, settingsVersion: settingsVersion,
      time: source)
  }

  // MARK: What arrives

  /// Puts a photo into the inbox and takes it in.
  @discardableResult
  func drop(_ name: String = "IMG_1.jpg", _ photo: Data = SamplePhoto.lanterns) async throws -> ScanID {
    let path = try folder.write(photo, to: "inbox/\(name)")
    switch try await receive(path) {
    case .accepted(let id), .known(let id), .same(let id): return id
    }
  }

  func receive(_ path: FilePath) async throws -> IntakeResult {
    guard let photo = try await IncomingPhoto.open(path) else { throw LedgerError("\(path) can't be opened") }
    return try await photo.readAndEnqueue(in: ledger, inboxes: [root.appending("inbox")], now: time.now)
  }

  // MARK: What is done with it

  /// The model finds the album, the catalog has it, a review is written, and there is no artwork.
  func tellAll() {
    model.answers(.reading, Act.says(CannedAnswers.identified()))
    catalog.searches.answers(.success([CannedAnswers.album()]))
    catalog.lookups.answers(.success(CannedAnswers.album()))
    covers.fronts.answers(.success(nil))
    model.answers(.review, Act.says(CannedAnswers.review, dollars: 0.02))
  }

  /// Walks the next scan whose time has come through its journey, once; nil when there is none.
  @discardableResult
  func runNext(on context: ScanContext? = nil) async throws -> Scan? {
    guard let scan = try await ledger.claim(now: time.now) else { return nil }
    try await ScanRunner(
      context: context ?? self.context(), gallery: gallery, disks: disks, isStopping: { false }
    )
    .run(scan)
    return try await ledger.scan(scan.id)
  }

  /// Walks a scan until it has come to its end, moving the time on where it waits for one.
  @discardableResult
  func finish(_ id: ScanID) async throws -> Scan {
    for _ in 1...20 {
      let scan = try #require(try await ledger.scan(id))
      if scan.finished != nil { return try await review(scan) }
      time.advance(to: scan.notBefore)
      try await runNext()
    }
    throw LedgerError("scan \(id) comes to no end: \(try await ledger.faults(of: id).map(\.reason))")
  }

  /// Has its review written, if that is due; what else it lacks stays due.
  private func review(_ scan: Scan) async throws -> Scan {
    var others: [FollowUp] = []
    while let followUp = try await ledger.claimFollowUp(only: [scan.id], now: time.now) {
      if followUp.kind == .review { try await runner().run(followUp) } else { others.append(followUp) }
    }
    for other in others { try await ledger.putOff(other, until: time.now) }
    return try #require(try await ledger.scan(scan.id))
  }

  /// Drops a photo and walks it to its end.
  @discardableResult
  func scan(_ name: String = "IMG_1.jpg", _ photo: Data = SamplePhoto.lanterns) async throws -> Scan {
    try await finish(try await drop(name, photo))
  }

  func runner(on context: ScanContext? = nil) -> FollowUpRunner {
    FollowUpRunner(
      context: context ?? self.context(), gallery: gallery, disks: disks, publishing: ConcurrencyLimit(1),
      isStopping: { false })
  }

  /// Runs every follow-up whose time has come.
  func runFollowUps(on context: ScanContext? = nil) async throws {
    let runner = runner(on: context)
    while let followUp = try await ledger.claimFollowUp(now: time.now) {
      try await runner.run(followUp)
    }
  }

  // MARK: What is to be seen

  func bundles(in place: String = "done") -> [String] {
    folder.names(in: place).filter { !$0.hasSuffix(".html") && $0 != "months" }
  }

  func document(of scan: Scan) throws -> AlbumDocument {
    let file = try folder.read(try #require(scan.bundle) + "/album.json")
    return try JSONDecoder().decode(AlbumDocument.self, from: Data(file))
  }

  /// Nothing that was written into a script is left over.
  func expectAllTold(_ location: SourceLocation = #_sourceLocation) {
    #expect(model.left == 0, "answers of the model are left", sourceLocation: location)
    #expect(catalog.searches.left == 0, "searches are left", sourceLocation: location)
    #expect(catalog.lookups.left == 0, "lookups are left", sourceLocation: location)
    #expect(covers.fronts.left == 0, "covers are left", sourceLocation: location)
  }
}
