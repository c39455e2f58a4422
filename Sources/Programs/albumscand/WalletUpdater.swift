internal import Albums
internal import Disk
internal import Foundation
internal import Logging
internal import MPD
internal import Pipeline
internal import Records
internal import ServiceLifecycle
internal import Setup
internal import SystemPackage
internal import Threads
internal import Wallet

/// Keeps the wallet, its page, and the library notes on albums' pages up to date. It checks when MPD reports a change,
/// when an album was scanned and no other scan is in progress, and once a minute, since nobody reports files that are
/// edited on disk. An unresponsive MPD blocks nothing else.
actor WalletUpdater: Service {
  /// What albums' pages say about the library.
  nonisolated let notes: LibraryNotes

  private let ledger: Ledger
  private let gallery: GalleryUpdater
  private let phone: PhonePageUpdater
  private let root: FilePath
  private let store: WalletStore
  private let publisher: WalletPublisher
  private let imaging: any PictureConverter
  private let disc: LoadedDiscFile
  /// Fired when an album was scanned, or its bundle changed.
  private let wakeSignal: WakeSignal
  private let memory: MemoryRelease
  private let research: DiscResearch
  private var plan: WalletPlan
  /// Fired when the plan has changed.
  private let replanned = WakeSignal()
  /// Fired when no scan is in progress any longer.
  private let atRest = WakeSignal()
  private var said: [Trouble: String] = [:]
  /// Whether the wallet page existed when the gallery was last updated.
  private var hadPage: Bool?
  private let playing: PlayingNotice
  /// Whether the last attempt to ask MPD failed.
  private var isSilent = false
  /// The ledger's edition at the last successful look; nil if everything has to be read again.
  private var lookedAt: String?
  /// How long it took to read all albums from the ledger.
  private var reading = Duration.zero

  /// After a look, rest for this many times the reading time: with very many albums, a look takes several times that,
  /// and it mustn't occupy a whole processor.
  private static let restPerReading = 50

  /// The time between two looks while scans are in progress.
  private static let patience: Duration = .seconds(30)

  private enum Trouble { case look, listen, page, note }

  /// MPD and the catalog under the current plan.
  private struct Music: Sendable {
    let plan: WalletPlan
    let session: MPDSession
    let server: MPDMusic
    let player: DiscPlayer<MPDSession>
    let builder: WalletBuilder

    init(_ plan: WalletPlan, _ store: WalletStore, _ disc: LoadedDiscFile) {
      self.plan = plan
      session = MPDSession(plan.endpoint)
      player = DiscPlayer(session, at: plan.endpoint, remembering: disc)
      server = MPDMusic(session, at: plan.endpoint)
      builder = WalletBuilder(server: server, store: store)
    }
  }

  /// - Parameters:
  ///   - context: the current one, which answers questions about discs.
  ///   - wakeSignal: fired when the gallery has changed.
  /// - Throws: as `CompositionRoot.walletPlan(in:)`.
  init(
    _ composition: CompositionRoot, ledger: Ledger, context: @escaping @Sendable () -> ScanContext,
    gallery: GalleryUpdater, phone: PhonePageUpdater, notes: LibraryNotes, wakeSignal: WakeSignal, memory: MemoryRelease
  ) throws {
    self.ledger = ledger
    self.gallery = gallery
    self.phone = phone
    self.notes = notes
    self.wakeSignal = wakeSignal
    self.memory = memory
    root = composition.loaded.settings.folders.root
    store = composition.walletStore
    publisher = composition.walletPublisher
    playing = PlayingNotice(publisher)
    imaging = composition.imaging
    disc = LoadedDiscFile(composition.loaded.places.loadedDisc)
    research = DiscResearch(ledger: ledger, context: context, store: store, converter: imaging, found: wakeSignal)
    plan = try composition.walletPlan(in: ledger)
  }

  /// Continues with this plan, if it has changed.
  func take(_ plan: WalletPlan) {
    guard plan != self.plan else { return }
    self.plan = plan
    replanned.fire()
  }

  /// On threads that may wait for a disk: nearly all that it does reads or writes a file.
  nonisolated func run() async throws {
    try await withTaskExecutorPreference(BlockingTaskExecutor.shared) { try await follow() }
  }

  private func follow() async throws {
    // Show the wallet as it was at once: MPD may be slow or down.
    let stored = await onBlockingThread { [store] in store.wallet }
    await publish(stored ?? .loading)
    await cancelWhenGracefulShutdown { [self] in
      await withDiscardingTaskGroup { group in
        group.addTask { await self.research.run() }
        group.addTask { await self.playing.run { await self.reportPage($0) } }
        group.addTask { await self.followPlans() }
      }
    }
    // So that nothing is asked twice because of a restart. If it fails, the questions are repeated.
    _ = try? keepFindings()
    do { try await playing.end() } catch { reportPage(error) }
  }

  /// Whether scans are in progress: then no questions about discs are asked, and the wallet is checked less often.
  nonisolated func hold(_ isHeld: Bool) {
    research.hold(isHeld)
    if !isHeld { atRest.fire() }
  }

  /// Waits until no scan is in progress. Each look reads all albums, because all of them are sorted into the wallet;
  /// looking after each scan would mean thousands of looks in a night of 2,000 records.
  private func untilAtRest() async {
    let patience = ContinuousClock.now + Self.patience
    while research.isHeld, ContinuousClock.now < patience, !Task.isCancelled {
      await atRest.wait(atMost: ContinuousClock.now.duration(to: patience)) { try await Task.sleep(for: $0) }
    }
  }

  private func followPlans() async {
    while !Task.isCancelled {
      let music = Music(plan, store, disc)
      said = [:]
      lookedAt = nil
      await withDiscardingTaskGroup { group in
        group.addTask { await self.listen(to: music) }
        group.addTask { await self.look(at: music) }
        await replanned.wait()
        group.cancelAll()
      }
    }
  }

  private func look(at music: Music) async {
    while !Task.isCancelled {
      do { try await refresh(music) } catch {
        if !Task.isCancelled { report(.look, "couldn't update the wallet: \(error)") }
      }
      memory.worked()
      await wakeSignal.wait(atMost: .seconds(60)) { try await Task.sleep(for: $0) }
      await untilAtRest()
      // Handle several changes at once. Cancellation of the sleep ends the loop.
      try? await Task.sleep(for: max(.milliseconds(500), reading * Self.restPerReading))
    }
  }

  /// The current wallet. If neither the ledger nor MPD has changed since the last look, it is the stored one, and the
  /// albums aren't read.
  private func wallet(by music: Music) async throws -> Wallet {
    let edition = try await ledger.edition()
    if lookedAt == edition, let same = try await music.builder.unchanged(terms: music.plan.terms) {
      return same
    }
    lookedAt = nil
    let began = ContinuousClock.now
    let albums = try await ledger.offeredAlbums(for: music.plan.terms)
    reading = began.duration(to: .now)
    defer { if playing.isUpdating { playing.tell { $0.isUpdating = false } } }
    let wallet = try await music.builder.refresh(albums: albums, terms: music.plan.terms) {
      self.playing.tell { $0.isUpdating = true }
    }
    // While MPD can't be asked, pages stay as they are.
    if wallet.isOfNow { guard await note(albums, in: wallet) else { return wallet } }
    lookedAt = edition
    return wallet
  }

  private func refresh(_ music: Music) async throws {
    if try keepFindings() { lookedAt = nil }
    let before = store.wallet
    let wallet = try await wallet(by: music)
    await publish(wallet)
    await notice(isSilent: !wallet.isOfNow, of: music)
    let search = PictureSearch(server: music.server, converter: imaging, store: store, root: root)
    let covers = research.takeCovers()
    guard wallet != before || !covers.isEmpty || search.isDue(wallet) else { return research.look(at: wallet) }
    let pictured: Wallet
    do { pictured = try await search.run(wallet, covers: covers) { wallet, _ in await self.publish(wallet) } } catch {
      var unseen = CatalogAnswers()
      unseen.covers = covers
      research.giveBack(unseen)
      throw error
    }
    await publish(pictured)
    research.look(at: pictured)
    // If MPD was just asked in vain, it is asked for the current song when it is back.
    if wallet.isOfNow { await tellWhatIsPlayed(by: music) }
  }

  /// An MPD that hangs keeps its connections open, so only a request notices that it doesn't answer.
  private func notice(isSilent: Bool, of music: Music) async {
    let wasSilent = self.isSilent
    self.isSilent = isSilent
    if isSilent {
      tell(nil)
    } else if wasSilent {
      await tellWhatIsPlayed(by: music)
    }
  }

  private func keepFindings() throws -> Bool {
    let findings = research.takeFindings()
    do { try store.keep(findings, now: Int(Date().timeIntervalSince1970)) } catch {
      research.giveBack(findings)
      throw error
    }
    return !findings.isEmpty
  }

  /// Adds to albums' pages which of them are in the library; false if that failed.
  private func note(_ albums: [OfferedAlbum], in wallet: Wallet) async -> Bool {
    do {
      try await notes.say(wallet.libraryNotes(key: WalletKey.kept(in: store.folder)), on: albums)
      return true
    } catch {
      if !Task.isCancelled { report(.note, "couldn't add the library to the albums' pages: \(error)") }
      return false
    }
  }

  private func listen(to music: Music) async {
    let watch = MPDWatch(music.plan.endpoint, [.database, .storedPlaylist, .player, .queue])
    await watch.run { event in await self.follow(event, of: music) }
  }

  private func follow(_ event: MPDWatch.Event, of music: Music) async {
    defer { memory.worked() }
    switch event {
    case .listening:
      said = [:]
      wakeSignal.fire()
      do { try await music.player.settle() } catch { report(.listen, "couldn't restore MPD's outputs: \(error)") }
      await tellWhatIsPlayed(by: music)
    case .changed(let what):
      if !what.isDisjoint(with: [.database, .storedPlaylist]) { wakeSignal.fire() }
      if !what.isDisjoint(with: [.player, .queue]) { await tellWhatIsPlayed(by: music) }
    case .lost(let error, _):
      report(.listen, "can't follow MPD's events: \(error)")
      tell(nil)
    }
  }

  private func tellWhatIsPlayed(by music: Music) async {
    do throws(MPDError) {
      let status = try await music.session.status()
      let queue = try await music.session.queue().map(\.song.file)
      tell((store.wallet ?? .loading).playing(status, queue: queue, now: Date()))
    } catch {
      tell(nil)
    }
  }

  private func publish(_ wallet: Wallet) async {
    phone.show(wallet.ownedAlbums)
    let keepsPlaying = plan.keepsPlaying
    do {
      try await onBlockingThread { [publisher] in try publisher.publish(wallet, keepsPlaying: keepsPlaying) }
    } catch {
      reportPage(error)
      // It reports what is in the place of a folder, too.
      if (error as? DiskError)?.isLink == true { gallery.markFront() }
    }
    // The gallery's front page links to it.
    let hasPage = publisher.hasPage
    if hadPage != hasPage { gallery.markFront() }
    hadPage = hasPage
  }

  private func tell(_ song: NowPlaying?) { playing.tell { $0.playing = song } }

  private func reportPage(_ error: any Error) { report(.page, "couldn't write the wallet's page: \(error)") }

  /// Logged once for as long as it lasts: a computer without MPD isn't an error.
  private func report(_ trouble: Trouble, _ words: String) {
    let before = said.updateValue(words, forKey: trouble)
    if before != words { Logger.current.info("\(words)") }
  }
}
