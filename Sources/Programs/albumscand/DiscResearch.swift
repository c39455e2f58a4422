internal import Albums
internal import Foundation
internal import ImagingClient
internal import Logging
internal import Pipeline
internal import Records
internal import Synchronization
internal import Wallet

/// Asks MusicBrainz and the Cover Art Archive about the wallet's discs, one question at a time, and only while no scan
/// is in progress: a new scan cancels the current question. A service that doesn't answer is asked less and less often.
final class DiscResearch: Sendable {
  private let ledger: Ledger
  private let context: @Sendable () -> ScanContext
  private let store: WalletStore
  private let converter: any PictureConverter
  /// Fired when all questions for now are answered, and something was found.
  private let found: WakeSignal
  private let wakeSignal = WakeSignal()
  private let state = Mutex(ResearchState())

  init(
    ledger: Ledger, context: @escaping @Sendable () -> ScanContext, store: WalletStore, converter: any PictureConverter,
    found: WakeSignal
  ) {
    self.ledger = ledger
    self.context = context
    self.store = store
    self.converter = converter
    self.found = found
  }

  // MARK: Input

  var isHeld: Bool { state.withLock(\.isHeld) }

  /// Whether scans are in progress, which go first.
  func hold(_ isHeld: Bool) {
    let (task, goesOn) = state.withLock { state in
      defer { state.isHeld = isHeld }
      return (isHeld ? state.inHand?.task : nil, state.isHeld && !isHeld)
    }
    task?.cancel()
    if goesOn { wakeSignal.fire() }
  }

  /// Determines the questions about the current wallet, except those being asked or already answered.
  func look(at wallet: Wallet) {
    let now = context().time.now()
    let pictures = wallet.discs.count { $0.artwork != nil }
    let isNew = state.withLock { state in
      // Some answers are valid for a week only, so the same wallet is checked again once an hour.
      if let seen = state.seen, seen.wallet == wallet.fingerprint, seen.pictures == pictures,
        (0..<3600).contains(now.timeIntervalSince(seen.at))
      {
        return false
      }
      state.seen = (wallet.fingerprint, pictures, now)
      return true
    }
    defer { wakeSignal.fire() }
    guard isNew else { return }
    let unavailable = store.unavailable.current(databaseUpdate: nil, now: Int(now.timeIntervalSince1970))
    let agenda = MetadataQueue(of: wallet, facts: store.facts, unavailable: unavailable)
    state.withLock { state in state.entries = agenda.entries.filter { state.isOpen($0, at: now) } }
  }

  /// Everything found since the last call, except covers.
  func takeFindings() -> CatalogAnswers {
    state.withLock { state in
      var taken = CatalogAnswers()
      swap(&taken, &state.findings)
      swap(&taken.covers, &state.findings.covers)
      return taken
    }
  }

  /// The covers found since the last call, by disc, as wallet pictures.
  func takeCovers() -> [String: Data] {
    state.withLock { state in
      defer { state.findings.covers = [:] }
      return state.findings.covers
    }
  }

  /// Returns findings that couldn't be stored, for the next call.
  func giveBack(_ findings: CatalogAnswers) {
    state.withLock { state in
      state.findings.facts.merge(findings.facts) { newer, _ in newer }
      state.findings.unknown.formUnion(findings.unknown)
      state.findings.covers.merge(findings.covers) { newer, _ in newer }
    }
  }

  // MARK: Questions

  func run() async {
    while !Task.isCancelled {
      await wakeSignal.wait()
      guard let lookup = ReferenceLookup(context()) else { continue }
      while !Task.isCancelled, let entry = next() { await carry(entry, to: lookup) }
      let isDone = state.withLock { $0.entries.isEmpty && !$0.findings.isEmpty }
      if isDone { found.fire() }
    }
  }

  private func next() -> MetadataQueue.Entry? {
    let now = context().time.now()
    return state.withLock { state in
      guard !state.isHeld,
        let index = state.entries.firstIndex(where: { (state.rests[$0.kind]?.until ?? .distantPast) <= now })
      else { return nil }
      let entry = state.entries.remove(at: index)
      state.inHand = (entry, nil)
      return entry
    }
  }

  /// In a task of its own, which a new scan can cancel.
  private func carry(_ entry: MetadataQueue.Entry, to lookup: ReferenceLookup) async {
    let task = Task {
      let outcome = await outcome(of: entry, at: lookup)
      let isGivenUp = Task.isCancelled
      state.withLock { $0.settle(entry, outcome, isGivenUp: isGivenUp, now: context().time.now()) }
      if case .failure(let fault) = outcome, !isGivenUp { report(fault) }
    }
    let isHeld = state.withLock { state in
      if state.inHand != nil { state.inHand?.task = task }
      return state.isHeld
    }
    if isHeld { task.cancel() }
    await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }

  private func outcome(of entry: MetadataQueue.Entry, at lookup: ReferenceLookup) async -> ResearchState.Outcome {
    do throws(Fault) {
      switch entry.kind {
      case .facts:
        guard let question = CatalogQuestion(of: entry.disc) else { return .success(.nothing) }
        return .success(.facts(try await CatalogSearch(lookup).facts(of: entry.disc, question), question))
      case .cover:
        guard let (release, group) = entry.cover,
          let cover = try await lookup.front(ofRelease: release, inGroup: group)
        else { return .success(.nothing) }
        return .success(try await picture(of: cover))
      }
    } catch {
      return .failure(error)
    }
  }

  private func picture(of cover: DownloadedArtwork) async throws(Fault) -> ResearchState.Answer {
    do throws(ImagingClientError) { return .cover(try await converter.disc(Data(cover.bytes))) } catch {
      guard error.isForGood else { throw .retry(.artworkUnusable, error.reason, isCounted: false) }
      Logger.current.info("the Cover Art Archive's picture can't be used: \(error.reason)")
      return .nothing
    }
  }

  /// Logged once for as long as the fault lasts.
  private func report(_ fault: Fault) {
    let isNew = state.withLock { state in
      defer { state.reported = fault.printedCode }
      return state.reported != fault.printedCode
    }
    if isNew { Logger.current.info("the wallet isn't updated for now: \(fault.reason)") }
  }
}
