internal import Albums
internal import Disk
internal import Foundation
internal import Logging
internal import MPD
internal import Pipeline
internal import Records
internal import ServiceLifecycle
internal import Synchronization
internal import SystemPackage
internal import Wallet

/// Keeps the wallet and its page true: looks when MPD says that something changed, when an album was scanned, and once a
/// minute, since files that are edited on disk are told of by nobody. A silent MPD holds nobody up.
final class WalletKeeper: Service {
  private let ledger: Ledger
  private let root: FilePath
  private let shelf: WalletShelf
  private let terms: WalletTerms
  private let endpoint: MPDEndpoint
  private let publisher: WalletPublisher
  private let darkroom: any PictureMaker
  /// Rung when an album was scanned, or its bundle changed.
  private let bell: Bell
  private let server: MPDMusic
  private let session: MPDSession
  private let player: DiscPlayer<MPDSession>
  private let builder: WalletBuilder
  private let research: DiscResearch
  private let said = Mutex<[Trouble: String]>([:])

  private enum Trouble { case look, listen, page }

  init(
    ledger: Ledger, root: FilePath, shelf: WalletShelf, terms: WalletTerms, endpoint: MPDEndpoint,
    publisher: WalletPublisher, darkroom: any PictureMaker, disc: LoadedDiscFile,
    line: @escaping @Sendable () -> Line, bell: Bell
  ) {
    self.ledger = ledger
    self.root = root
    self.shelf = shelf
    self.terms = terms
    self.endpoint = endpoint
    self.publisher = publisher
    self.darkroom = darkroom
    self.bell = bell
    session = MPDSession(endpoint)
    player = DiscPlayer(session, at: endpoint, remembering: disc)
    server = MPDMusic(session, address: endpoint.addresses.map(\.description).joined(separator: ", "))
    builder = WalletBuilder(server: server, shelf: shelf)
    research = DiscResearch(ledger: ledger, line: line, shelf: shelf, maker: darkroom, found: bell)
  }

  func run() async throws {
    // Shown at once, as it was: MPD may be slow, or away.
    publish(shelf.wallet ?? .loading)
    await cancelWhenGracefulShutdown {
      await withDiscardingTaskGroup { group in
        group.addTask { await self.listen() }
        group.addTask { await self.look() }
        group.addTask { await self.research.run() }
      }
    }
    // Nothing is asked twice for a restart.
    try? shelf.keep(research.takeFindings(), now: Int(Date().timeIntervalSince1970))
    // From here on nobody knows.
    tell(nil)
  }

  /// Whether scans are in hand: then nobody is asked about discs.
  func hold(_ isHeld: Bool) { research.hold(isHeld) }

  private func look() async {
    while !Task.isCancelled {
      do { try await refresh() } catch { report(.look, "the wallet can't be kept: \(error)") }
      await bell.wait(atMost: .seconds(60)) { try await Task.sleep(for: $0) }
      // Several changes that come together are looked at once.
      try? await Task.sleep(for: .milliseconds(500))
    }
  }

  private func refresh() async throws {
    try shelf.keep(research.takeFindings(), now: Int(Date().timeIntervalSince1970))
    let before = shelf.wallet
    let wallet = try await builder.refresh(scans: try await ledger.scannedAlbums(), terms: terms)
    publish(wallet)
    guard wallet.diagnostics.server != nil else { return }
    let hunt = PictureHunt(server: server, maker: darkroom, shelf: shelf, root: root)
    let covers = research.takeCovers()
    guard wallet != before || !covers.isEmpty || hunt.isDue(wallet) else { return research.look(at: wallet) }
    let pictured = try await hunt.run(wallet, covers: covers) { publish($0) }
    publish(pictured)
    research.look(at: pictured)
    await tellWhatIsPlayed()
  }

  private func listen() async {
    let watch = MPDWatch(endpoint, [.database, .storedPlaylist, .player, .queue])
    await watch.run { event in
      switch event {
      case .listening:
        said.withLock { $0 = [:] }
        bell.ring()
        do { try await player.settle() } catch { report(.listen, "MPD's outputs can't be given back: \(error)") }
        await tellWhatIsPlayed()
      case .changed(let what):
        if !what.isDisjoint(with: [.database, .storedPlaylist]) { bell.ring() }
        if !what.isDisjoint(with: [.player, .queue]) { await tellWhatIsPlayed() }
      case .lost(let error, _):
        report(.listen, "MPD can't be listened to: \(error)")
        tell(nil)
      }
    }
  }

  private func tellWhatIsPlayed() async {
    do throws(MPDError) {
      let status = try await session.status()
      let queue = try await session.queue().map(\.song.file)
      tell((shelf.wallet ?? .loading).playing(status, queue: queue, now: Date()))
    } catch {
      tell(nil)
    }
  }

  private func publish(_ wallet: Wallet) {
    do { try publisher.publish(wallet) } catch { report(.page, "the wallet's page can't be written: \(error)") }
  }

  private func tell(_ now: NowPlaying?) {
    do { try publisher.publish(now) } catch { report(.page, "the wallet's page can't be written: \(error)") }
  }

  /// Once for as long as it is so: a machine without MPD is no trouble.
  private func report(_ trouble: Trouble, _ words: String) {
    let before = said.withLock { $0.updateValue(words, forKey: trouble) }
    if before != words { Logger.current.info("\(words)") }
  }
}
