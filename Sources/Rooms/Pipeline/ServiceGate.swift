internal import Albums
internal import Foundation
internal import Logging
internal import Records
internal import Systemd

/// Guards an outside service: a paused service isn't called, and a pause that the service requests applies to all
/// scans. After a pause, one scan calls it first while the others wait for the result.
struct ServiceGate: Sendable {
  let ledger: Ledger
  let time: TimeSource
  var circuitBreakers = CircuitBreakers()

  /// How long a service that needs the user stays paused before one scan checks whether it is fixed.
  static let attentionInterval: Duration = .seconds(15 * 60)

  /// - Throws: `Postponed` if the service is paused; otherwise what `call` throws.
  func pass<Result>(_ service: ServiceName, _ call: () async throws -> Result) async throws -> Result {
    guard try await wasClosed(service) else { return try await attempt(service, call) }
    let asked: Result? = try await circuitBreakers.probing.run(service.rawValue) {
      try await wasClosed(service) ? try await attempt(service, afterClosure: true, call) : nil
    }
    if let asked { return asked }
    return try await attempt(service, call)
  }

  /// Whether its pause has just ended and it hasn't answered since.
  /// - Throws: `Postponed` when it is closed now.
  private func wasClosed(_ service: ServiceName) async throws -> Bool {
    guard let closure = try await ledger.closure(of: service) else { return false }
    guard closure.until <= time.now() else {
      throw Postponed(until: closure.until, by: service.rawValue, reason: closure.reason)
    }
    return true
  }

  private func attempt<Result>(
    _ service: ServiceName, afterClosure: Bool = false, _ call: () async throws -> Result
  ) async throws -> Result {
    let seen = circuitBreakers.failures(of: service)
    do {
      let result = try await call()
      try await answered(service, afterClosure: afterClosure)
      return result
    } catch {
      let fault = (error as? ModelFailure)?.fault ?? (error as? ServiceFault)
      // A canceled call says nothing about the service.
      guard let fault, !Task.isCancelled else { throw error }
      if fault.kind == .permanent || fault.service == nil {
        // A service that rejects the request is reachable, but that doesn't resolve a condition that needs the user.
        let isPaused = try await ledger.closure(of: service)?.kind == .needsAttention
        if !isPaused || fault.service == nil { try await answered(service, afterClosure: afterClosure) }
      } else if let rest = rest(of: service, after: fault, seen: seen) {
        let now = time.now()
        let isNew = try await ledger.closure(of: service) == nil
        try await ledger.pauseService(service, until: now + rest, for: fault, now: now)
        if isNew {
          Logger.current.warning(
            "\(service.rawValue) is paused: \(fault.reason) \(fault.cure ?? "")",
            metadata: .event(.serviceClosed, service))
        }
      }
      throw error
    }
  }

  private func answered(_ service: ServiceName, afterClosure: Bool) async throws {
    circuitBreakers.answered(service)
    if afterClosure, try await ledger.resumeService(service, ifOverAt: time.now()) {
      Logger.current.notice("\(service.rawValue) answers again", metadata: .event(.serviceOpened, service))
    }
  }

  private func rest(of service: ServiceName, after fault: ServiceFault, seen: Int) -> Duration? {
    if fault.kind == .needsAttention { return Self.attentionInterval }
    return [circuitBreakers.failed(service, fault, seen: seen), fault.retryAfter.map { .seconds($0) }].compactMap { $0 }
      .max()
  }
}
