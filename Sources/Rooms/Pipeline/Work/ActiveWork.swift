internal import Albums
internal import Synchronization
internal import Systemd
internal import Threads

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

  /// Notes whether something is stuck.
  /// - Returns: what was noted before.
  func setStuck(_ now: Bool) -> Bool { isStuck.exchange(now) }

  func cancel(_ item: Item) { slots.withLock { $0[item] }?.cancel() }
}
