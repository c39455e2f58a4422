internal import Albums
internal import Console

/// The result of one check.
struct CheckResult: Encodable, Error {
  enum Verdict: String, Encodable, Sendable {
    case good, doubtful, bad
  }

  /// A stable code for scripts.
  let code: HealthCode
  let subject: String
  let verdict: Verdict
  /// The finding, as a sentence.
  let said: String
  /// Nil if all is well.
  let cure: Cure?
  /// The printed code of the fault that was met, so that it isn't reported twice.
  var fault: String?

  func encode(to encoder: any Encoder) throws {
    let fields: JSONObject = [
      "code": code.rawValue, "subject": subject, "verdict": verdict, "said": said, "cure": cure?.text,
      "cureBy": cure.map { $0.isCommand ? "command" : "person" },
    ]
    try fields.encode(to: encoder)
  }

  static func good(_ code: HealthCode, _ subject: String, _ said: String) -> CheckResult {
    CheckResult(code: code, subject: subject, verdict: .good, said: said, cure: nil)
  }

  static func doubtful(_ code: HealthCode, _ subject: String, _ said: String, _ cure: Cure) -> CheckResult {
    CheckResult(code: code, subject: subject, verdict: .doubtful, said: said, cure: cure)
  }

  static func bad(
    _ code: HealthCode, _ subject: String, _ said: String, _ cure: Cure, fault: String? = nil
  ) -> CheckResult {
    CheckResult(code: code, subject: subject, verdict: .bad, said: said, cure: cure, fault: fault)
  }

  func lines(on output: CommandOutput) -> [String] {
    let mark =
      switch verdict {
      case .good: output.style(.good, "✓")
      case .doubtful: output.style(.doubtful, "!")
      case .bad: output.style(.bad, "✗")
      }
    let words = output.wrapped("\(subject): \(said)", indent: 2)
    let cured: String? =
      switch cure {
      case .command(let command): "    \(output.style(.good, "→")) \(command)"
      case .advice(let act): "    \(output.style(.doubtful, "☞")) \(act)"
      case nil: nil
      }
    return ["\(mark) \(words[0].dropFirst(2))"] + words.dropFirst() + [cured].compactMap(\.self)
  }
}
