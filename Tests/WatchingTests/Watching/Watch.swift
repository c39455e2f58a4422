import SystemPackage
import TestSupport
import Watching

/// Watches folders for as long as it lives, and keeps what is announced.
final class Watch: Sendable {
  let arrivals = Log<Arrival>()
  let conditions = Log<WatchCondition>()
  private let ready = Log<Bool>()
  private let ended = Log<Bool>()
  private let task: Task<Void, Never>

  init(
    _ folders: [FilePath], ignoring rules: IgnoreRules = IgnoreRules(), polling: Duration? = nil,
    untilSettled: Bool = false,
    reconcileEvery: Duration = .seconds(60), patience: SettleTimes = SettleTimes(),
    limits: Arrivals.Limits = Arrivals.Limits(),
    isKnown: (@Sendable (FilePath, FileIdentity) -> Bool)? = nil
  ) async throws {
    let sequence = Arrivals(
      folders: folders, ignoring: rules, polling: polling, untilSettled: untilSettled, reconcileEvery: reconcileEvery,
      patience: patience, limits: limits,
      isKnown: isKnown, conditions: { [conditions] in conditions.append($0) }, ready: { [ready] in ready.append(true) })
    task = Task { [arrivals, ended] in
      for await arrival in sequence { arrivals.append(arrival) }
      ended.append(true)
    }
    try await ready.until { !$0.isEmpty }
  }

  deinit { task.cancel() }

  /// Cancels, and returns when the iteration has ended.
  func end() async throws {
    task.cancel()
    try await untilEnded()
  }

  /// Returns when the iteration has ended of itself.
  func untilEnded() async throws {
    try await ended.until { !$0.isEmpty }
  }

  /// The arrivals, as soon as each of these was announced.
  @discardableResult
  func until(_ paths: [FilePath], within limit: Duration = .seconds(150)) async throws -> [Arrival] {
    try await arrivals.until(within: limit) { arrivals in
      let seen = Set(arrivals.map(\.path))
      return paths.allSatisfy(seen.contains)
    }
  }
}
