internal import Albums
internal import Console
internal import Foundation
internal import Pipeline
internal import Records
internal import Setup
internal import Wallet

/// Everything the ledger knows about one scan, in any state, for `show`.
struct ScanDetails {
  let scan: Scan
  /// Those of all sleeves in its photo, in reading order; empty for a photo of one.
  let parts: [ScanID]
  /// The scan whose record its photo shows as well.
  let joined: Scan?
  /// Nil unless it is being written, or will be in a moment.
  let review: ReviewInProgress?
  /// As published, with the scan's current state; nil before there is a bundle.
  let document: AlbumDocument?
  /// What was read on the cover; nil before that step.
  let cover: CoverReading?
  /// The strategy that was used.
  let strategy: Strategy
  let verdict: Verdict?
  let calls: [BookedCall]
  let faults: [RecordedFault]
  /// How long each step took.
  let durations: [(step: Step, seconds: Double)]
  let earlier: [EarlierAnswer]
  /// What the music library had of the album when MPD was last asked; nil if it wasn't there.
  let holding: LibraryStatus?
  /// What the user has decided about this photo so far.
  let decisions: [Decision]
  /// Pages that the search used.
  let sources: [Source]
  /// The scan of the same photo whose reading was reused.
  let sameAs: ScanID?
  /// Whether the reading was reused from another scan of the same photo.
  let isAdopted: Bool
  /// Whether the settings enable reviews.
  let wantsReviews: Bool
  /// The current prompts by their digests.
  let promptNames: [Digest: String]

  private struct SearchSources: Decodable {
    let sources: [Source]
  }

  static func collect(_ scan: Scan, from context: CommandContext) async throws -> ScanDetails {
    let ledger = context.ledger
    var document = scan.document
    // A rejection may be newer than the document.
    document?.state = scan.state
    let isAdopted = try await ledger.isAdopted(.reading, in: scan.id)
    // An earlier version may have stored another format; then it is left out.
    let reading = try? await ledger.output(of: .reading, in: scan.id, as: VisionAnswer.self)
    let published = document.flatMap { Strategy(rawValue: $0.identification.strategy) }
    // If another version stored another format, leave it out instead of failing.
    let search = try? await ledger.output(of: .search, in: scan.id, as: SearchSources.self)
    let photos = try await photos(of: scan, in: document, ledger)
    document?.photos = photos
    var joined: Scan?
    if let target = scan.joined { joined = try await ledger.scan(target) }
    return ScanDetails(
      scan: scan, parts: try await ledger.parts(beside: scan).map(\.id), joined: joined,
      review: try await ledger.progress(of: [scan.id], now: Date()).reviews[scan.id], document: document,
      cover: reading?.cover,
      strategy: reading?.strategy ?? published ?? scan.strategy ?? .twoTier,
      // As above.
      verdict: try? await ledger.output(of: .verdict, in: scan.id, as: Verdict.self),
      calls: try await ledger.bookedCalls(of: scan.id), faults: try await ledger.faults(of: scan.id),
      durations: try await ledger.durations(of: scan.id),
      earlier: try await ledger.earlierAnswers(of: scan.id),
      holding: holding(of: scan, on: context), decisions: try await ledger.decisions(on: scan.digest),
      sources: search?.sources ?? [],
      sameAs: isAdopted ? try await ledger.earlierResult(of: scan.digest, before: scan.id) : nil, isAdopted: isAdopted,
      wantsReviews: context.loaded.settings.review.enabled, promptNames: promptNames(of: context))
  }

  /// As they are now: the page may not show the newest yet.
  private static func photos(
    of scan: Scan, in document: AlbumDocument?, _ ledger: Ledger
  ) async throws -> [AlbumDocument.RecordPhoto] {
    guard let document else { return [] }
    let own =
      document.photos.first
      ?? AlbumDocument.RecordPhoto(
        name: scan.name, sha256: scan.photoDigest.hex, now: document.photo.now, kind: .front)
    return try await ledger.recordPhotos(of: scan.id, beside: own)
  }

  private static func holding(of scan: Scan, on context: CommandContext) -> LibraryStatus? {
    guard scan.state == .done, let document = scan.document else { return nil }
    return context.walletStore.wallet?.holding(of: OfferedAlbum(document, bundle: scan.bundle))
  }

  private static func promptNames(of context: CommandContext) -> [Digest: String] {
    let promptStore = PromptStore(places: context.loaded.places, environment: ProcessInfo.processInfo.environment)
    var names: [Digest: String] = [:]
    for name in PromptName.allCases {
      // A prompt that can't be read can't have been sent.
      guard let text = try? promptStore.prompt(named: name.rawValue).text else { continue }
      names[Prompt(text: text).digest] = name.rawValue
    }
    return names
  }

  /// The album, or the best candidate, once there is a verdict.
  var album: Identification? { verdict?.albums.first }

  /// The match and its evidence; nil if there is none, or if the user has to choose first.
  var belief: (confidence: Confidence, evidence: [Evidence], means: ClaimedAlbum.Means)? {
    guard scan.state != .unsure else { return nil }
    if let found = document?.identification { return (found.confidence, found.evidence, found.by) }
    return album.map { ($0.confidence, $0.evidence, $0.means) }
  }

  var doubts: [String] {
    guard let belief else { return [] }
    return EvidenceText.doubts(in: belief.evidence)
      + EvidenceText.lacks(belief.confidence, belief.evidence, catalogue: document?.identification.catalogue)
  }

  /// The total of all calls, including what may have been billed.
  var cost: Money { calls.map(\.cost).reduce(.zero, +) }

  var savings: [String] {
    if let document { return CostText.savings(of: document, isAdopted: isAdopted, from: sameAs) }
    return isAdopted ? [CostText.samePhoto(sameAs)] : []
  }

  var candidates: [AlbumDocument.Candidate] {
    if let document { return document.identification.candidates }
    if case .unsure(let albums, _)? = verdict {
      return albums.enumerated().map { $1.candidate(number: $0 + 1) }
    }
    return album?.considered ?? []
  }

  var remedies: [Remedy] {
    let split = "albumscanctl split \(scan.id)"
    if scan.joined != nil { return [Remedy(purpose: "It shows another record: scan it by itself", command: split)] }
    let apart =
      document?.photos.isEmpty == false
      ? [Remedy(purpose: "The other photos show another record: scan them by themselves", command: split)] : []
    return ownRemedies + apart
  }

  private var ownRemedies: [Remedy] {
    Remedy.remedies(
      of: scan.id, scan.state, strategy: strategy, candidates: candidates.count, isFound: album != nil,
      review: scan.reviewStatus, wantsReviews: wantsReviews, step: scan.step)
  }

  /// "album_identification (sha256:1234abcd)", for people.
  func promptWords(_ prompt: Digest) -> String {
    "\(promptNames[prompt] ?? "a prompt that was changed since") (sha256:\(prompt.hex.prefix(8)))"
  }
}
