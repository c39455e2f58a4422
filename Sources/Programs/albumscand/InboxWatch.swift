internal import Foundation
internal import Logging
internal import Pipeline
internal import Records
internal import ServiceLifecycle
internal import Setup
internal import SystemPackage
internal import Systemd
internal import Watching

/// The inboxes: what arrives there, and what stands in the way, which the ledger and the journal are told.
struct InboxWatch: Service {
  private let settings: Settings
  private let ledger: Ledger
  private let conditions: AsyncStream<WatchCondition>
  private let tell: AsyncStream<WatchCondition>.Continuation

  init(settings: Settings, ledger: Ledger) {
    self.settings = settings
    self.ledger = ledger
    (conditions, tell) = AsyncStream.makeStream()
  }

  /// - Parameter untilSettled: ends when all that was there at the start has been dealt with.
  func arrivals(untilSettled: Bool = false, ready: (@Sendable () -> Void)? = nil) -> Arrivals {
    let (ledger, tell) = (ledger, tell)
    return Arrivals(
      folders: settings.folders.inbox, ignoring: IgnoreRules(globs: settings.folders.ignore),
      polling: settings.folders.pollSeconds.map { .seconds($0) }, untilSettled: untilSettled,
      isKnown: { path, identity in
        ledger.knows(
          ArrivedFile(
            path: Data(path), device: Int64(bitPattern: identity.device), inode: Int64(bitPattern: identity.inode),
            size: identity.size, modified: identity.modified))
      }, conditions: { tell.yield($0) }, ready: ready)
  }

  /// Passes conditions on: one line in the journal, one item of health, each.
  func run() async throws {
    try await cancelWhenGracefulShutdown {
      for await condition in conditions { try await note(condition) }
    }
  }

  private func note(_ condition: WatchCondition) async throws {
    if case .cleared(let old) = condition {
      try await ledger.clear(old.code)
      Logger.current.notice("\(condition)", metadata: ["event": .string(EventID.inboxBack.rawValue)])
      return
    }
    guard condition.isHealth else { return Logger.current.info("\(condition)") }
    let event: EventID = if case .inboxMissing = condition { .inboxLost } else { .watchDegraded }
    let new = try await ledger.report(
      condition.code, reason: condition.description, cure: "albumscanctl doctor", now: Date())
    if new { Logger.current.warning("\(condition)", metadata: ["event": .string(event.rawValue)]) }
  }
}

extension WatchCondition {
  /// A stable word for programs, with the folder where there may be several.
  fileprivate var code: String {
    switch self {
    case .watchLimit(let path): "watch-limit \(path)"
    case .instanceLimit: "watch-instances"
    case .networkFolder(let path): "network-folder \(path)"
    case .inboxMissing(let path): "inbox-missing \(path)"
    case .unreadableFolder(let path, _): "unreadable \(path)"
    case .unreadableFile(let path, _): "unreadable \(path)"
    case .refused(let path, _): "refused \(path)"
    case .overflow: "overflow"
    case .overlooked: "overlooked"
    case .cleared(let condition): condition.code
    }
  }

  /// Whether a person should be told, rather than only the journal.
  fileprivate var isHealth: Bool {
    switch self {
    case .watchLimit, .instanceLimit, .inboxMissing, .unreadableFolder, .unreadableFile: true
    case .networkFolder, .refused, .overflow, .overlooked, .cleared: false
    }
  }
}
