internal import Albums
internal import Records
internal import Synchronization

/// Who is at work on what.
final class Roster: Sendable {
  enum Duty: Hashable, Sendable {
    case scan(ScanID)
    case errand(claim: Int64)
  }

  private let places = Mutex([Duty: Place]())

  var isEmpty: Bool { places.withLock(\.isEmpty) }
  /// Places that are taken; who is away takes none.
  var atWork: Int { places.withLock { $0.values.count { !$0.isAway } } }
  var scans: [ScanID] { duties.compactMap { if case .scan(let id) = $0 { id } else { nil } } }
  var errands: [Int64] { duties.compactMap { if case .errand(let claim) = $0 { claim } else { nil } } }

  private var duties: [Duty] { places.withLock { Array($0.keys) } }

  func enter(_ duty: Duty, _ place: Place) { places.withLock { $0[duty] = place } }
  func leave(_ duty: Duty) { places.withLock { $0[duty] = nil } }
  func callAway(_ duty: Duty) { places.withLock { $0[duty] }?.callAway() }
}
