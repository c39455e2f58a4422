internal import Albums
internal import Logging
internal import Records
internal import Synchronization
internal import Systemd
internal import Threads

/// Detects work that hangs: work past its deadline is canceled, and work that doesn't end even then is reported as
/// stuck.
struct HangDetector: Sendable {
  let ledger: Ledger
  let activeWork: ActiveWork

  /// - Returns: whether all work in progress makes headway or ends when canceled. Otherwise only a restart helps.
  func look(on context: ScanContext) async throws -> Bool {
    var stuck: [String] = []
    for (item, slot) in activeWork.overdue {
      let clock = slot.clock
      let what = "\(item.words) at \(clock.step?.rawValue ?? "its beginning")"
      if clock.giveUp() {
        Logger.current.warning("\(what) takes too long and is being canceled", metadata: .event(.stepOverdue))
        slot.cancel()
      }
      if clock.overrun > StepClock.grace { stuck.append(what) }
    }
    try await tell(stuck, on: context)
    return stuck.isEmpty
  }

  private func tell(_ stuck: [String], on context: ScanContext) async throws {
    guard !stuck.isEmpty else {
      if activeWork.wasStuck(false), try await ledger.clear(.stuck) {
        Logger.current.notice("nothing is stuck anymore")
      }
      return
    }
    let reason = "This hangs and can't be canceled: \(stuck.joined(separator: ", "))."
    guard !activeWork.wasStuck(true) else { return }
    Logger.current.error("\(reason)", metadata: .event(.stepStuck))
    try await ledger.report(
      .stuck, reason: reason,
      cure: .advice("systemd's watchdog restarts it; if not: systemctl --user restart albumscand"),
      now: context.time.now()
    )
  }
}

/// The work in progress, each piece in its slot.
final class ActiveWork: Sendable {
  enum Item: Hashable, Sendable {
    case scan(ScanID)
    case followUp(claim: Int64)

    /// For people.
    var words: String {
      switch self {
      case .scan(let id): "scan \(id)"
      case .followUp: "a follow-up"
      }
    }
  }

  private let slots = Mutex([Item: WorkSlot]())
  private let isStuck = Mutex(false)

  var isEmpty: Bool { slots.withLock(\.isEmpty) }
  var count: Int { slots.withLock(\.count) }
  var scans: [ScanID] { items.compactMap { if case .scan(let id) = $0 { id } else { nil } } }
  var followUps: [Int64] { items.compactMap { if case .followUp(let claim) = $0 { claim } else { nil } } }

  private var items: [Item] { slots.withLock { Array($0.keys) } }

  func enter(_ item: Item, _ slot: WorkSlot) { slots.withLock { $0[item] = slot } }
  func leave(_ item: Item) { slots.withLock { $0[item] = nil } }
  /// What has been at one step for longer than that may take.
  var overdue: [(Item, WorkSlot)] { slots.withLock { $0.filter { $0.value.clock.overrun > .zero } }.map { ($0, $1) } }

  /// - Returns: what was said the last time.
  func wasStuck(_ now: Bool) -> Bool { isStuck.exchange(now) }

  func cancel(_ item: Item) { slots.withLock { $0[item] }?.cancel() }
}
