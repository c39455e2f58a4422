internal import Albums
internal import Pipeline
internal import Synchronization
internal import Threads
internal import Wallet

/// Tells the wallet's page what is playing, and whether the wallet is being rebuilt. Whoever tells doesn't wait for the
/// disk; what was told last is written last.
final class PlayingNotice: Sendable {
  private let publisher: WalletPublisher
  private let now = Mutex<(playing: NowPlaying?, isUpdating: Bool)>((nil, false))
  /// Fired when that has changed.
  private let told = WakeSignal()

  init(_ publisher: WalletPublisher) { self.publisher = publisher }

  var isUpdating: Bool { now.withLock(\.isUpdating) }

  func tell(_ change: (inout (playing: NowPlaying?, isUpdating: Bool)) -> Void) {
    now.withLock { change(&$0) }
    told.fire()
  }

  /// Writes what was told until it is canceled.
  /// - Parameter report: called when the file can't be written.
  func run(report: (any Error) async -> Void) async {
    while !Task.isCancelled {
      await told.wait()
      do { try await write() } catch { await report(error) }
    }
  }

  /// From now on, what is playing is unknown.
  func end() async throws {
    now.withLock { $0 = (nil, false) }
    try await write()
  }

  private func write() async throws {
    let playing = now.withLock { now in
      var playing = now.playing
      if now.isUpdating { playing?.updating = true }
      return playing
    }
    try await onBlockingThread { [publisher] in try publisher.publish(playing) }
  }
}
