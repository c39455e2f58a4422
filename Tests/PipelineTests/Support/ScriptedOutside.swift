import Albums
import Synchronization
import Testing

/// Answers in the order in which they were written down, or by what is asked, where several ask at once.
final class Script<Request: Sendable, Answer: Sendable>: Sendable {
  private let name: String
  private let state = Mutex(
    (
      next: [(isMeant: @Sendable (Request) -> Bool, result: Result<Answer, Fault>)](),
      always: Result<Answer, Fault>?.none, asked: [Request]()
    ))

  init(_ name: String) { self.name = name }

  var asked: [Request] { state.withLock { $0.asked } }
  var left: Int { state.withLock { $0.next.count } }

  func answers(_ results: Result<Answer, Fault>...) {
    state.withLock { $0.next += results.map { (isMeant: { _ in true }, result: $0) } }
  }

  func answers(to request: Request, _ result: Result<Answer, Fault>) where Request: Equatable {
    state.withLock { $0.next.append((isMeant: { $0 == request }, result: result)) }
  }

  func always(_ result: Result<Answer, Fault>) { state.withLock { $0.always = result } }

  func answer(to request: Request) throws(Fault) -> Answer {
    let result = state.withLock { state in
      state.asked.append(request)
      let place = state.next.firstIndex { $0.isMeant(request) }
      return place.map { state.next.remove(at: $0).result } ?? state.always
    }
    guard let result else {
      Issue.record("\(name) was asked once too often: \(request)")
      throw Fault.fail(.unknown, "not in the script")
    }
    return try result.get()
  }
}

/// A catalog that answers as it was told to.
struct ScriptedCatalog: ReleaseCatalog {
  let searches = Script<CatalogQuery, [CatalogAlbum]>("the catalogue's search")
  let lookups = Script<MBID, CatalogAlbum?>("the catalogue's lookup")
  let printed = Script<PrintedQuestion, [CatalogAlbum]>("the catalogue's search for what is printed")
  let references = Script<CatalogReference, [CatalogAlbum]>("the catalogue's entries")
  /// Lookups are answered only after this; nil for at once.
  var lookupsHold: Latch?

  func albums(matching query: CatalogQuery) async throws(Fault) -> [CatalogAlbum] {
    try searches.answer(to: query)
  }

  func albums(printed question: PrintedQuestion) async throws(Fault) -> [CatalogAlbum] {
    try printed.answer(to: question)
  }

  func album(ofRelease release: MBID, inGroup group: MBID) async throws(Fault) -> CatalogAlbum? {
    await lookupsHold?.wait()
    return try lookups.answer(to: release)
  }

  func albums(at reference: CatalogReference) async throws(Fault) -> [CatalogAlbum] {
    try references.answer(to: reference)
  }
}

/// An archive of covers that answers as it was told to.
struct ScriptedCovers: CoverArchive {
  let fronts = Script<MBID, DownloadedArtwork?>("the cover archive")
  /// Opened once it has been asked.
  let wasAsked = Latch()
  /// Answers only after this; nil for at once.
  var hold: Latch?

  func front(ofRelease release: MBID?, inGroup group: MBID) async throws(Fault) -> DownloadedArtwork? {
    wasAsked.open()
    await hold?.wait()
    return try fronts.answer(to: group)
  }
}

/// A catalog for what no scan waits for, that answers as it was told to.
struct ScriptedReference: BackgroundCatalog {
  let groups = Script<MBID, CatalogAlbum?>("the reference")
  let titles = Script<String, [CatalogAlbum]>("the search")

  func tracks(ofRelease release: MBID) async throws(Fault) -> CatalogAlbum? { nil }
  func releases(ofGroup group: MBID) async throws(Fault) -> CatalogAlbum? { try groups.answer(to: group) }
  func albums(titled title: String, by artist: String?) async throws(Fault) -> [CatalogAlbum] {
    try titles.answer(to: title)
  }
}
