import Albums
import DrawnCovers
import Foundation
import Records
import TestSupport
import Testing

@testable import Pipeline

/// Sentences are for people: whoever rewords them changes nothing else.
@Suite struct RewordingTests {
  /// What was decided, without the words for it.
  private struct Decision: Equatable {
    let scan: ScanID
    let state: ScanState
    let heldBy: String?
    let attempts: Int
    let code: String?
    let conditions: [String]
  }

  /// Photos meet with all kinds of faults.
  private func decisions(worded word: @escaping @Sendable () -> String) async throws -> [Decision] {
    let fixture = try PipelineFixture()
    var decisions: [Decision] = []
    func carry(_ acts: ScriptedModel.Act...) async throws {
      for act in acts { fixture.model.answers(.reading, act) }
      for _ in acts {
        // Everything is due, so that no random delay decides whose turn it is.
        fixture.time.clock.advance(by: .seconds(7200))
        guard let scan = try await fixture.runNext() else { continue }
        decisions.append(
          Decision(
            scan: scan.id, state: scan.state, heldBy: scan.heldBy, attempts: scan.attempts, code: scan.faultCode,
            conditions: try await fixture.ledger.conditions().map { "\($0.code) \($0.fault ?? "") \($0.needsPerson)" }))
      }
    }
    for (number, album) in [DrawnCollection.nightShift, DrawnCollection.undertow].enumerated() {
      try await fixture.drop("\(number).jpg", SamplePhoto.jpeg(of: album, size: 200))
    }
    // The same refusal twice pauses the service; another one doesn't.
    let refuse = { (detail: String) in Act.fails(.fail(.answered, detail: detail, word(), service: .anthropic)) }
    try await carry(refuse("400"), refuse("400"))
    try await fixture.ledger.resume()
    try await carry(
      Act.fails(.needsPerson(.keyRejected, word(), service: .anthropic, cure: .advice(word()))),
      Act.fails(.retry(.unreachable, word(), service: .anthropic, isCounted: false)),
      Act.fails(.retry(.timeout, word(), service: .anthropic, after: 5), .unknown))
    try await fixture.ledger.resume()
    // Three answers that can't be used are one too many, whatever is wrong with each.
    try await carry(Act.says(word()), Act.says(word()), Act.says(word()), Act.says(word()), Act.says(word()))
    return decisions
  }

  @Test func `what is decided is the same in whatever words each fault is told`() async throws {
    let plain = try await decisions { "It didn't work" }
    let reworded = try await decisions { UUID().uuidString }
    #expect(plain == reworded)
    #expect(plain.contains { $0.conditions == ["anthropic answered.400 true"] })
    #expect(plain.contains { $0.state == .failed && $0.code == "answer-unusable" })
  }
}
