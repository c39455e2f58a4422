internal import Albums
internal import Foundation
internal import Logging
package import Records
internal import Synchronization
internal import SystemPackage
internal import Systemd
internal import Threads

/// Holds all work while a disk can't be written to. Scans wait, the disk is tried again and again, and work continues
/// by itself.
package final class DiskGate: Sendable {
  private struct State: Sendable {
    var closed: [FilePath: (trouble: UnwritableFolder, tries: Int, nextTry: Date)] = [:]
    /// How often a place failed since the last result, though it had taken what was tried out.
    var relapses: [FilePath: Int] = [:]
  }

  private let ledger: Ledger
  private let reopening: @Sendable () -> Void
  private let state = Mutex(State())

  /// What scans that wait for a disk are held by.
  static let holder = HealthCode.disk
  /// Between two tries, in seconds.
  private static let longest: TimeInterval = 30
  private static let longestAfterRelapses: TimeInterval = 900

  /// - Parameter reopening: comes before anything is begun again, since what fails may leave files half-made that can't
  ///   be removed either.
  package init(ledger: Ledger, reopening: @escaping @Sendable () -> Void) {
    self.ledger = ledger
    self.reopening = reopening
  }

  package var isOpen: Bool { state.withLock { $0.closed.isEmpty } }

  /// Nothing is begun until this trouble is over. It is told once, however many scans meet with it.
  func close(for trouble: UnwritableFolder, now: Date) async throws {
    let isNew = try await ledger.report(
      Self.holder, reason: trouble.reason, cure: .advice(trouble.cureInPassing), now: now)
    state.withLock { state in
      guard state.closed[trouble.place] == nil else { return }
      let relapses = state.relapses[trouble.place, default: 0]
      state.relapses[trouble.place] = relapses + 1
      state.closed[trouble.place] = (
        trouble, tries: 0, nextTry: now + min(TimeInterval(2 << min(relapses, 16)), Self.longestAfterRelapses)
      )
    }
    if isNew { Logger.current.error("\(trouble.reason). \(trouble.cureInPassing).", metadata: .event(.diskFull)) }
  }

  /// Tries what is due to be tried.
  /// - Returns: when to look again; nil where nothing stands in the way anymore.
  func look(now: Date) async throws -> Date? {
    let due = state.withLock { $0.closed }.filter { $0.value.nextTry <= now }
    if isOpen { return nil }
    if try await !ledger.isReported(Self.holder) {
      // A person said "resume".
      state.withLock { $0.closed = [:] }
      return nil
    }
    for (place, closing) in due {
      let stands = await onBlockingThread { closing.trouble.stands }
      state.withLock { state in
        guard stands, var closing = state.closed.removeValue(forKey: place) else {
          state.closed[place] = nil
          return
        }
        closing.tries += 1
        closing.nextTry = now + min(TimeInterval(2 << min(closing.tries, 16)), Self.longest)
        state.closed[place] = closing
      }
    }
    if let next = state.withLock({ $0.closed.values.map(\.nextTry).min() }) { return next }
    await onBlockingThread { [reopening] in reopening() }
    try await ledger.clear(Self.holder)
    Logger.current.notice("the disk can be written to again")
    return nil
  }

  /// A result was written.
  func cameThrough() { state.withLock { $0.relapses = [:] } }
}
