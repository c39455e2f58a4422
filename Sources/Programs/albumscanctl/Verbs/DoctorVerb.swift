internal import ArgumentParser
internal import Foundation

/// `albumscanctl doctor`
struct DoctorVerb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Looks for what is wrong, and says the command that cures it.",
    discussion: "Asks the services whether they answer and whether the key and the models are good; that costs nothing."
  )

  @Flag(help: "Leave the outside services alone.")
  var offline = false

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let desk = try Desk.open(options)
    var findings = await LocalCheckup(desk: desk).findings()
    if !offline { findings += await ServiceCheckup(desk: desk).findings() }
    let paper = desk.paper
    if paper.json {
      try paper.print(document: Report(findings: findings))
    } else {
      for finding in findings {
        paper.say("\(finding.verdict.mark) \(finding.subject): \(finding.said)")
        if let cure = finding.cure, finding.verdict != .good { paper.say("    → \(cure)") }
      }
      let bad = findings.filter { $0.verdict == .bad }.count
      paper.say()
      paper.say(bad == 0 ? "All is well." : "\(Phrases.count(bad, "thing")) to put right.")
    }
    if findings.contains(where: { $0.verdict == .bad }) { throw ExitCode.needsAttention }
  }

  private struct Report: Encodable {
    let schema = "albumscan/doctor/1"
    let findings: [Finding]
  }
}

/// One thing that was looked at.
struct Finding: Encodable, Sendable {
  enum Verdict: String, Encodable, Sendable {
    case good, doubtful, bad

    var mark: String {
      switch self {
      case .good: "✓"
      case .doubtful: "!"
      case .bad: "✗"
      }
    }
  }

  /// A stable word for programs.
  let code: String
  let subject: String
  let verdict: Verdict
  /// What was found, in a sentence.
  let said: String
  /// The command, or the action, that cures it.
  let cure: String?

  static func good(_ code: String, _ subject: String, _ said: String) -> Finding {
    Finding(code: code, subject: subject, verdict: .good, said: said, cure: nil)
  }

  static func doubtful(_ code: String, _ subject: String, _ said: String, cure: String) -> Finding {
    Finding(code: code, subject: subject, verdict: .doubtful, said: said, cure: cure)
  }

  static func bad(_ code: String, _ subject: String, _ said: String, cure: String) -> Finding {
    Finding(code: code, subject: subject, verdict: .bad, said: said, cure: cure)
  }
}
