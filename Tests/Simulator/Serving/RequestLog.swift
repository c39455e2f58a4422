package import Foundation
import Synchronization

/// A request, as the log has it.
package struct RequestRecord: Sendable {
  package var number: Int
  package var service: ServiceID
  package var method: String
  package var path: String
  package var query: [String: String]
  package var userAgent: String?
  /// When it came, on a clock that only goes forward.
  package var at: ContinuousClock.Instant
  /// Of the body.
  package var bytes: Int
  /// Nil where bodies aren't kept.
  package var body: Data?
  /// What a model was asked (`reading`, `search`, `extraction`, `review`, `everything`).
  package var question: String?
  /// Nil where nothing is billed.
  package var bill: Bill?
  /// What was answered; nil where nothing was.
  package var status: Int?
  /// What was made to go wrong.
  package var fault: String?

  /// Whether it is one that a provider bills: a question to a model.
  package var isPaid: Bool { service.isModel && method == "POST" }
}

/// A rule of a service, or a promise of ours, that a request broke.
package struct Violation: Sendable, CustomStringConvertible {
  package var service: ServiceID
  /// The number of the request that broke it.
  package var request: Int
  package var rule: String

  package var description: String { "\(service.rawValue), request \(request): \(rule)" }
}

/// What was asked of the services, and what was wrong with it.
final class RequestLog: Sendable {
  private struct State {
    var requests: [RequestRecord] = []
    var violations: [Violation] = []
  }

  private let state = Mutex(State())
  private let keepsBodies: Bool

  init(keepsBodies: Bool) { self.keepsBodies = keepsBodies }

  var requests: [RequestRecord] { state.withLock { $0.requests } }
  var violations: [Violation] { state.withLock { $0.violations } }

  /// Takes note of a request before it is answered, and gives its number.
  func note(_ call: Call) -> Int {
    state.withLock { state in
      let number = state.requests.count + 1
      state.requests.append(
        RequestRecord(
          number: number, service: call.service, method: call.method, path: call.path,
          query: Dictionary(call.query.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first }),
          userAgent: call.headers["user-agent"], at: call.at, bytes: call.body.count,
          body: keepsBodies ? Data(call.body) : nil))
      return number
    }
  }

  func note(_ number: Int, answered reply: Reply, fault: SimulatedFault?, status: Int?) {
    state.withLock { state in
      let service = state.requests[number - 1].service
      state.requests[number - 1].question = reply.question?.rawValue
      state.requests[number - 1].bill = fault?.isAtTheDoor == true ? nil : reply.bill
      state.requests[number - 1].status = status
      state.requests[number - 1].fault = fault?.name
      state.violations += reply.violations.map { Violation(service: service, request: number, rule: $0) }
    }
  }
}
