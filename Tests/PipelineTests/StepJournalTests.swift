import Albums
import Foundation
import Records
import Testing

@testable import Pipeline

@Suite struct StepJournalTests {
  private let fixture: PipelineFixture

  init() throws { fixture = try PipelineFixture() }

  private func journal(isStopping: @escaping @Sendable () -> Bool = { false }) async throws -> StepJournal {
    try await fixture.drop()
    let scan = try #require(try await fixture.ledger.claim(now: fixture.time.now))
    return StepJournal(scan: scan, ledger: fixture.ledger, time: fixture.time.source, isStopping: isStopping)
  }

  @Test func `a step is made once, and read after that`() async throws {
    let journal = try await journal()
    #expect(try await journal.once(.reading) { ["first"] } == ["first"])
    let again = try await journal.once(.reading) { () -> [String] in
      Issue.record("made again")
      return []
    }
    #expect(again == ["first"])
    #expect(try await fixture.ledger.scan(journal.scan.id)?.step == .reading)
  }

  @Test func `how long each step took is kept with it, and not of what a follow-up makes`() async throws {
    var journal = try await journal()
    let id = journal.scan.id
    for (step, seconds) in [(Step.recognition, 2.5), (.picture, 1)] {
      _ = try await journal.once(step) {
        fixture.time.advance(to: fixture.time.now + seconds)
        return ["made"]
      }
    }
    journal.isClaimed = false
    _ = try await journal.once(.catalog) { ["late"] }
    let durations = try await fixture.ledger.durations(of: id)
    #expect(
      durations.map(\.step) == [.picture, .recognition] && durations.map { ($0.seconds * 10).rounded() } == [10, 25])
  }

  @Test func `what a step that failed would have made is made the next time`() async throws {
    let journal = try await journal()
    await #expect(throws: Fault.self) {
      try await journal.once(.reading) { () -> [String] in throw Fault.retry(.unknown, "no") }
    }
    #expect(try await journal.once(.reading) { ["then"] } == ["then"])
  }

  @Test func `no step is begun once the program is being stopped, but what is made is read`() async throws {
    let journal = try await journal(isStopping: { true })
    await #expect(throws: CancellationError.self) { try await journal.once(.reading) { ["never"] } }
    #expect(try await fixture.ledger.scan(journal.scan.id)?.step == nil)
    try await fixture.ledger.keep(["before"], of: .reading, in: journal.scan.id, now: fixture.time.now)
    #expect(try await journal.once(.reading) { ["never"] } == ["before"])
  }

  @Test func `a scan that was taken out of hand keeps nothing`() async throws {
    let journal = try await journal()
    await #expect(throws: ScanWithdrawn.self) {
      try await journal.once(.reading) {
        try await fixture.ledger.release(journal.scan.id)
        return ["late"]
      }
    }
    #expect(try await fixture.ledger.output(of: .reading, in: journal.scan.id, as: [String].self) == nil)
  }
}
