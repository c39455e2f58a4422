internal import Albums
internal import Records
internal import Synchronization

/// Who is at work on what.
final class Roster: Sendable {
  enum Duty: Hashable, Sendable {
    case scan(ScanID)
    case errand(claim: Int64)

    /// For people.
    var words: String {
      switch self {
      case .scan(let id): "scan \(id)"
      case .errand: "an errand"
      }
    }
  }

  private let places = Mutex([Duty: Place]())
  private let isStuck = Mutex(false)

  var isEmpty: Bool { places.withLock(\.isEmpty) }
  /// Places that are taken; who is away takes none.
  var atWork: Int { places.withLock { $0.values.count { !$0.isAway } } }
  var scans: [ScanID] { duties.compactMap { if case .scan(let id) = $0 { id } else { nil } } }
  var errands: [Int64] { duties.compactMap { if case .errand(let claim) = $0 { claim } else { nil } } }

  private var duties: [Duty] { places.withLock { Array($0.keys) } }

  func enter(_ duty: Duty, _ place: Place) { places.withLock { $0[duty] = place } }
  func leave(_ duty: Duty) { places.withLock { $0[duty] = nil } }
  /// What has been at one step for longer than that may take.
  var overdue: [(Duty, Place)] { places.withLock { $0.filter { $0.value.clock.overrun > .zero } }.map { ($0, $1) } }

  /// - Returns: what was said the last time.
  func wasStuck(_ now: Bool) -> Bool {
    isStuck.withLock { isStuck in
      defer { isStuck = now }
      return isStuck
    }
  }

  func callAway(_ duty: Duty) { places.withLock { $0[duty] }?.callAway() }
}
