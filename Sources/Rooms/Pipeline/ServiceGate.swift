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
  let limits: ProcessLimits

  /// How long a service that needs the user stays paused before one scan checks whether it is fixed.
  static let attentionInterval: Duration = .seconds(15 * 60)

  /// - Throws: a `Fault` to wait for if the service is paused; otherwise what `call` throws.
  func pass<Result>(_ service: ServiceName, _ call: () async throws -> Result) async throws -> Result {
    guard try await wasPaused(service) else { return try await attempt(service, call) }
    let asked: Result? = try await limits.circuitBreakers.probing.run(service.rawValue) {
      try await wasPaused(service) ? try await attempt(service, afterPause: true, call) : nil
    }
    if let asked { return asked }
    return try await attempt(service, call)
  }

  /// Whether its pause has just ended and it hasn't answered since.
  /// - Throws: a `Fault` to wait for if it is paused now.
  private func wasPaused(_ service: ServiceName) async throws -> Bool {
    guard let pause = try await ledger.servicePause(of: service) else { return false }
    if pause.until > time.now() { throw pause.wait(of: service) }
    return true
  }

  private func attempt<Result>(
    _ service: ServiceName, afterPause: Bool = false, _ call: () async throws -> Result
  ) async throws -> Result {
    let seen = limits.circuitBreakers.failures(of: service)
    do {
      let result = try await call()
      try await answered(service, afterPause: afterPause)
      return result
    } catch {
      // A canceled call says nothing about the service, and neither does a limit that forbids it.
      guard let fault = error as? Fault, !fault.isWait, !Task.isCancelled else { throw error }
      if fault.next == .fail || fault.service == nil {
        // A service that rejects the request is reachable, but that doesn't resolve a condition that needs the user.
        let isPaused = try await ledger.servicePause(of: service)?.needsPerson == true
        if !isPaused || fault.service == nil { try await answered(service, afterPause: afterPause) }
      } else if let rest = rest(of: service, after: fault, seen: seen) {
        let now = time.now()
        let isNew = try await ledger.servicePause(of: service) == nil
        try await ledger.pauseService(service, until: now + rest, for: fault, now: now)
        if isNew {
          Logger.current.warning(
            "\(service.rawValue) is paused: \(fault)", metadata: .event(.serviceClosed, service))
        }
      }
      throw error
    }
  }

  private func answered(_ service: ServiceName, afterPause: Bool) async throws {
    limits.circuitBreakers.answered(service)
    if afterPause, try await ledger.resumeService(service, ifOverAt: time.now()) {
      Logger.current.notice("\(service.rawValue) answers again", metadata: .event(.serviceOpened, service))
    }
  }

  private func rest(of service: ServiceName, after fault: Fault, seen: Int) -> Duration? {
    if fault.next == .needsPerson { return Self.attentionInterval }
    return [limits.circuitBreakers.failed(service, fault, seen: seen), fault.after.map { .seconds($0) }].compactMap {
      $0
    }
    .max()
  }
}
