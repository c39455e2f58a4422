package import FoundationEssentials

/// Why a step can't be done now, or never, and what to do next.
///
/// Faults are classified once, where they enter the program (in `Services`, and where the pipeline uses the disk and
/// the imaging process). The code above never sees a status code or an `errno`, and decides by `code` and `next` only:
/// the sentences are for people, and may be reworded at any time.
package struct Fault: Error, Equatable, Sendable {
  package enum Next: Equatable, Sendable {
    /// Another attempt, later. `after` is the pause that the service requested, in seconds. It isn't counted if nothing
    /// was attempted, so that being offline never uses up an attempt.
    case retry(after: TimeInterval? = nil, isCounted: Bool = true)
    /// Nothing went wrong; `distantFuture` where only a person can help.
    case wait(until: Date)
    /// This scan will always fail.
    case fail
    /// No scan can continue until the user has acted.
    case needsPerson
  }

  package let code: FaultCode
  /// What tells faults of one code apart: a provider's status and error code.
  package let detail: String?
  package var next: Next
  /// What happened, in a sentence for people. Never holds a key.
  package var reason: String
  /// Always present for `needsPerson`.
  package var cure: Cure?
  /// The outside service at fault; nil if only this scan is affected.
  package var service: ServiceName?
  /// What the call may have cost, if it was one.
  package var bill = Bill.nothing

  package init(
    _ code: FaultCode, detail: String? = nil, _ next: Next, _ reason: String, service: ServiceName? = nil,
    cure: Cure? = nil
  ) {
    (self.code, self.detail, self.next, self.reason) = (code, detail, next, reason)
    (self.service, self.cure) = (service, cure)
  }

  package static func retry(
    _ code: FaultCode, detail: String? = nil, _ reason: String, service: ServiceName? = nil,
    after: TimeInterval? = nil, isCounted: Bool = true
  ) -> Fault {
    Fault(code, detail: detail, .retry(after: after, isCounted: isCounted), reason, service: service)
  }

  /// - Parameter service: the one that refused; if it refuses another photo with the same code, the fault is its own.
  package static func fail(
    _ code: FaultCode, detail: String? = nil, _ reason: String, service: ServiceName? = nil, cure: Cure? = nil
  ) -> Fault {
    Fault(code, detail: detail, .fail, reason, service: service, cure: cure)
  }

  package static func needsPerson(
    _ code: FaultCode, detail: String? = nil, _ reason: String, service: ServiceName?, cure: Cure
  ) -> Fault {
    Fault(code, detail: detail, .needsPerson, reason, service: service, cure: cure)
  }
}

extension Fault {
  /// As the ledger and JSON documents have it. Two faults with the same printed code are the same to all decisions.
  package var printedCode: String { code.printed(with: detail) }

  /// Whether another attempt is made without anybody doing anything.
  package var isRetried: Bool { if case .retry = next { true } else { false } }

  package var isWait: Bool { if case .wait = next { true } else { false } }

  /// Whether it uses up an attempt.
  package var isCounted: Bool {
    switch next {
    case .retry(_, let isCounted): isCounted
    case .fail: true
    case .wait, .needsPerson: false
    }
  }

  /// The pause that the service requested, in seconds.
  package var after: TimeInterval? { if case .retry(let after, _) = next { after } else { nil } }

  /// What scans wait for: a service, or what the code names; nil if only for a time.
  package var holder: String? {
    switch next {
    case .wait, .needsPerson: service?.rawValue ?? code.rawValue
    case .retry, .fail: service?.rawValue
    }
  }

  /// The same fault of a call that is, or may be, billed.
  package func billed(_ bill: Bill) -> Fault {
    var fault = self
    fault.bill = bill
    return fault
  }
}

extension Fault: CustomStringConvertible {
  package var description: String { cure.map { "\(reason) \($0.sentence)" } ?? reason }
}

/// What to do about a problem.
package enum Cure: Equatable, Sendable {
  /// A shell command.
  case command(String)
  /// Something that no command can do alone, such as buying credit or freeing space.
  case advice(String)

  package var text: String {
    switch self {
    case .command(let text), .advice(let text): text
    }
  }

  package var isCommand: Bool { if case .command = self { true } else { false } }

  /// As a sentence, for a text that goes on.
  package var sentence: String {
    switch self {
    case .command(let command): "Run `\(command)`."
    case .advice(let text): text
    }
  }
}
