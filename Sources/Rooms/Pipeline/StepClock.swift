internal import Albums
internal import Records
internal import Synchronization

/// Measures how long the current step has been running, without time spent waiting in the queue.
///
/// Outside calls have their own, much shorter time limits, so a step that exceeds its deadline hangs for an unknown
/// reason.
final class StepClock: Sendable {
  /// The clock of the current task's work, for `waiting`; set by `WorkSlot`.
  @TaskLocal static var current: StepClock?

  private struct State {
    var step: Step?
    var since: Duration
    var waiters = 0
    var waitsSince: Duration?
    var isGivenUp = false
  }

  private let uptime: @Sendable () -> Duration
  private let state: Mutex<State>

  init(uptime: @escaping @Sendable () -> Duration) {
    self.uptime = uptime
    state = Mutex(State(since: uptime()))
  }

  func begin(_ step: Step) {
    let now = uptime()
    state.withLock { state in
      (state.step, state.since) = (step, now)
      if state.waiters > 0 { state.waitsSince = now }
    }
  }

  /// Waits for a resource that others hold; the time doesn't count.
  static func waiting<Result>(_ wait: () async throws -> Result) async rethrows -> Result {
    guard let clock = current else { return try await wait() }
    clock.wait(1)
    defer { clock.wait(-1) }
    return try await wait()
  }

  private func wait(_ change: Int) {
    let now = uptime()
    state.withLock { state in
      state.waiters += change
      if state.waiters == 1, change > 0 { state.waitsSince = now }
      guard state.waiters == 0, let since = state.waitsSince else { return }
      state.since += now - since
      state.waitsSince = nil
    }
  }

  /// Nil before the first step, and for a follow-up.
  var step: Step? { state.withLock(\.step) }

  /// How long the step has been past its deadline; negative before that.
  var overrun: Duration {
    let now = uptime()
    return state.withLock { ($0.waitsSince ?? now) - $0.since - ($0.step?.deadline ?? Self.deadlineOutside) }
  }

  /// - Returns: true the first time.
  func giveUp() -> Bool {
    state.withLock { state in
      defer { state.isGivenUp = true }
      return !state.isGivenUp
    }
  }

  var isGivenUp: Bool { state.withLock(\.isGivenUp) }
}

extension StepClock {
  /// How long canceled work may take to end; after that it is stuck.
  static let grace: Duration = .seconds(60)

  /// The deadline of work outside of a step: a follow-up, and the time before a scan's first step.
  static let deadlineOutside: Duration = .seconds(45 * 60)

  /// An overloaded computer is too slow for any photo, so a missed deadline counts against this photo only the third
  /// time.
  static func fault(of scan: Scan, at step: Step, in ledger: Ledger) async throws -> Fault {
    let reason = "the step \(step.rawValue) took more than \(Int(step.deadline / .seconds(60))) min and was canceled"
    let before = try await ledger.faults(of: scan.id, at: step, code: .stepTimeout)
    return before < 2
      ? .retry(.stepTimeout, reason)
      : .fail(.stepTimeout, reason, cure: .command("albumscanctl retry \(scan.id)"))
  }
}
