import Synchronization

/// What is to go wrong, service by service: a queue of faults for the next requests, and how slow they are.
final class FaultQueue: Sendable {
  private struct Plan {
    var fault: SimulatedFault
    /// Nil for always.
    var times: Int?
  }

  private struct State {
    var plans: [ServiceID: [Plan]] = [:]
    var latency: [ServiceID: Duration] = [:]
  }

  private let state = Mutex(State())

  /// - Parameter times: For how many requests; nil for all until cleared.
  func add(_ fault: SimulatedFault, at service: ServiceID, times: Int?) {
    guard times ?? 1 > 0 else { return }
    state.withLock { $0.plans[service, default: []].append(Plan(fault: fault, times: times)) }
  }

  func clear(_ service: ServiceID) { state.withLock { $0.plans[service] = nil } }

  func setLatency(_ latency: Duration, at service: ServiceID) { state.withLock { $0.latency[service] = latency } }

  func latency(at service: ServiceID) -> Duration { state.withLock { $0.latency[service] ?? .zero } }

  /// The fault of the next request.
  func next(at service: ServiceID) -> SimulatedFault? {
    state.withLock { state in
      guard var plan = state.plans[service]?.first else { return nil }
      if let times = plan.times {
        plan.times = times - 1
        if times == 1 { state.plans[service]?.removeFirst() } else { state.plans[service]?[0] = plan }
      }
      return plan.fault
    }
  }
}
