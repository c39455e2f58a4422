internal import Albums
internal import Foundation
internal import Logging
internal import Pipeline
internal import Records
internal import ServiceLifecycle
internal import Setup
internal import Synchronization
internal import SystemPackage
internal import Systemd
internal import Watching

/// Watches the inboxes: announces what arrives, which `PhotoIntake` queues, and reports problems to the ledger and the
/// journal. New settings start a new watch; the old one ends once the new one has listed everything, so that no photo is
/// missed.
final class InboxWatch: Service {
  /// Everything that has arrived, in any of the watches.
  let allArrivals: AsyncStream<Arrival>

  private enum Event: Sendable {
    case condition(WatchCondition, watch: Int)
    /// All folders of a new watch have been listed.
    case listed
    case left(watch: Int)
  }

  private typealias Watch = (number: Int, folders: Settings.Folders, ready: @Sendable () -> Void)

  private let ledger: Ledger
  private let arrived: AsyncStream<Arrival>.Continuation
  private let wishes: AsyncStream<Watch>
  private let wish: AsyncStream<Watch>.Continuation
  private let events: AsyncStream<Event>
  private let tell: AsyncStream<Event>.Continuation
  /// A folder full of links is reported as one condition.
  private static let namedRefusals = 20
  private let newest = Mutex<(number: Int, folders: Settings.Folders?)>((0, nil))

  init(ledger: Ledger) {
    self.ledger = ledger
    (allArrivals, arrived) = AsyncStream.makeStream()
    (wishes, wish) = AsyncStream.makeStream()
    (events, tell) = AsyncStream.makeStream()
  }

  /// Watches these folders from now on; does nothing if they haven't changed.
  /// - Parameter ready: called once all of them are watched and have been listed.
  func watch(_ folders: Settings.Folders, ready: @escaping @Sendable () -> Void = {}) {
    let number = newest.withLock { newest -> Int? in
      guard newest.folders != folders else { return nil }
      newest = (newest.number + 1, folders)
      return newest.number
    }
    if let number { wish.yield((number, folders, ready)) }
  }

  /// Everything that is there at the start; ends when all of it has arrived or been given up.
  func settled(_ folders: Settings.Folders) -> AsyncStream<Arrival> {
    filesArriving(in: folders, untilSettled: true, number: 0) {}.begin()
  }

  func run() async throws {
    try await cancelWhenGracefulShutdown { [self] in
      try await withThrowingDiscardingTaskGroup { group in
        group.addTask { [self] in try await reportConditions() }
        var earlier: [(number: Int, end: WakeSignal)] = []
        for await watch in wishes {
          let (end, old) = (WakeSignal(), earlier)
          earlier.append((watch.number, end))
          group.addTask { [self] in
            await follow(watch, until: end) { [self] in
              for (_, end) in old { end.fire() }
              tell.yield(.listed)
              watch.ready()
            }
          }
        }
      }
    }
  }

  private func follow(_ watch: Watch, until end: WakeSignal, ready: @escaping @Sendable () -> Void) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { [self] in
        for await arrival in filesArriving(in: watch.folders, number: watch.number, ready: ready) {
          arrived.yield(arrival)
        }
      }
      group.addTask { await end.wait() }
      await group.next()
      group.cancelAll()
    }
    tell.yield(.left(watch: watch.number))
  }

  private func filesArriving(
    in folders: Settings.Folders, untilSettled: Bool = false, number: Int, ready: @escaping @Sendable () -> Void
  ) -> Arrivals {
    let (ledger, tell) = (ledger, tell)
    return Arrivals(
      folders: folders.inbox,
      ignoring: IgnoreRules(globs: folders.ignore, excluding: ResultFolders.all(below: folders.root)),
      polling: folders.pollSeconds.map { .seconds($0) }, untilSettled: untilSettled,
      limits: Arrivals.Limits(bytes: IncomingPhoto.limit),
      isKnown: { path, identity in
        ledger.knows(
          ArrivedFile(
            path: Data(path), device: Int64(bitPattern: identity.device), inode: Int64(bitPattern: identity.inode),
            size: identity.size, modified: identity.modified))
      }, conditions: { tell.yield(.condition($0, watch: number)) }, ready: ready)
  }

  // MARK: Conditions

  /// Reports conditions: one line in the journal and one health item each.
  private func reportConditions() async throws {
    var standing: [Int: [String: WatchCondition]] = [:]
    var refusals = 0
    // Conditions recorded by an earlier run may be over. Those that aren't are found again before the first listing
    // ends.
    var earlier = Set(try await ledger.conditions().compactMap(WatchHealth.init))
    for await event in events {
      switch event {
      case .condition(.cleared(let old), let watch):
        standing[watch]?[old.code] = nil
        if !standing.values.contains(where: { $0[old.code] != nil }) { try await clear(old) }
      case .listed:
        for health in earlier where !standing.values.contains(where: { $0[health.printed] != nil }) {
          try await ledger.clear(health.code, at: health.path)
        }
        earlier = []
      case .condition(let refusal, _) where refusal.isRefusal:
        refusals += 1
        if refusals <= Self.namedRefusals { Logger.current.info("\(refusal)") }
        if refusals == Self.namedRefusals {
          Logger.current.info("further files that aren't photos are ignored without a message")
        }
      case .condition(let condition, let watch):
        standing[watch, default: [:]][condition.code] = condition
        try await note(condition)
      case .left(let watch):
        // Conditions of folders that are no longer watched are over.
        for (code, condition) in standing.removeValue(forKey: watch) ?? [:] {
          guard let health = condition.health, !standing.values.contains(where: { $0[code] != nil }) else { continue }
          try await ledger.clear(health.code, at: health.path)
        }
      }
    }
  }

  private func clear(_ old: WatchCondition) async throws {
    if let health = old.health { try await ledger.clear(health.code, at: health.path) }
    Logger.current.notice(
      "\(WatchCondition.cleared(old))", metadata: ["event": .string(EventID.inboxBack.rawValue)])
  }

  private func note(_ condition: WatchCondition) async throws {
    guard let health = condition.health else { return Logger.current.info("\(condition)") }
    let isOnlyToKnow = health.code.isOnlyToKnow
    let isNew = try await ledger.report(
      health.code, at: health.path, reason: condition.description,
      cure: isOnlyToKnow ? nil : .command(condition.command ?? "albumscanctl doctor"), now: Date())
    guard isNew else { return }
    if isOnlyToKnow { return Logger.current.info("\(condition)") }
    let event = health.code == .inboxMissing ? EventID.inboxLost : .watchDegraded
    Logger.current.warning("\(condition)", metadata: ["event": .string(event.rawValue)])
  }
}

/// A health item: its code, and the folder or file if there may be several.
private struct WatchHealth: Hashable {
  let code: HealthCode
  let path: String?

  init(_ code: HealthCode, _ path: FilePath? = nil) {
    self.code = code
    self.path = path?.string
  }

  /// Nil if the item wasn't recorded by a watch.
  init?(_ condition: Condition) {
    guard let code = condition.health, Self.all.contains(code) else { return nil }
    (self.code, path) = (code, condition.place)
  }

  /// As stored in the ledger.
  var printed: String { code.printed(at: path) }

  private static let all: Set<HealthCode> = [
    .watchLimit, .watchInstances, .networkFolder, .inboxMissing, .unreadable, .overflow, .tooLarge,
    .tooManyFolders,
  ]
}

extension WatchCondition {
  /// Nil for conditions that are only logged.
  fileprivate var health: WatchHealth? {
    switch self {
    case .watchLimit(let path): WatchHealth(.watchLimit, path)
    case .instanceLimit: WatchHealth(.watchInstances)
    case .networkFolder(let path): WatchHealth(.networkFolder, path)
    case .inboxMissing(let path): WatchHealth(.inboxMissing, path)
    case .unreadableFolder(let path, _), .unreadableFile(let path, _): WatchHealth(.unreadable, path)
    case .overflow: WatchHealth(.overflow)
    case .tooLarge(let path, _, _): WatchHealth(.tooLarge, path)
    case .tooManyFolders(let path, _): WatchHealth(.tooManyFolders, path)
    case .refused, .overlooked, .cleared: nil
    }
  }

  /// A stable key for the condition.
  fileprivate var code: String {
    switch self {
    case .refused(let path, _): "refused \(path)"
    case .overlooked: "overlooked"
    case .cleared(let condition): condition.code
    default: health?.printed ?? ""
    }
  }

  fileprivate var isRefusal: Bool { if case .refused = self { true } else { false } }
}
