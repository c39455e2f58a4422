internal import Albums
internal import Foundation
internal import Logging
internal import Records
internal import Systemd

/// Stands before an outside service: who is closed is not asked, and what a service says about being left alone holds
/// for all scans.
struct Gate: Sendable {
  let ledger: Ledger
  let time: TimeSource

  /// How long a service that needs a person is left alone before one scan asks whether the cure was applied.
  static let attentionInterval: Duration = .seconds(15 * 60)

  /// - Throws: `Postponed` when the service is closed; else what `call` throws.
  func pass<Result>(_ service: ServiceName, _ call: () async throws -> Result) async throws -> Result {
    let closure = try await ledger.closure(of: service)
    if let closure, closure.until > time.now() {
      throw Postponed(until: closure.until, by: service.rawValue, reason: closure.reason)
    }
    do {
      let result = try await call()
      if closure != nil, try await ledger.open(service, ifOverAt: time.now()) {
        Logger.current.notice("\(service.rawValue) answers again", metadata: .event(.serviceOpened, service))
      }
      return result
    } catch {
      let setback = (error as? ModelFailure)?.setback ?? (error as? Setback)
      if let setback, let wait = wait(for: setback) {
        let now = time.now()
        try await ledger.close(service, until: now + wait, for: setback, now: now)
        if closure == nil {
          Logger.current.warning(
            "\(service.rawValue) is left alone: \(setback.reason) \(setback.cure ?? "")",
            metadata: .event(.serviceClosed, service))
        }
      }
      throw error
    }
  }

  private func wait(for setback: Setback) -> Duration? {
    switch setback.kind {
    case .needsAttention: Self.attentionInterval
    case .transient: setback.retryAfter.map { .seconds($0) }
    case .permanent: nil
    }
  }
}
