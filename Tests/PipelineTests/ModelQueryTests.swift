import Albums
import Foundation
import Records
import TestSupport
import Testing

@testable import Pipeline

/// Seen through the whole line, since what a query remembers lies in the ledger.
@Suite struct ModelQueryTests {
  private let fixture: PipelineFixture

  init() throws { fixture = try PipelineFixture() }

  @Test func `an answer that can't be read is asked for three times, and then no more`() async throws {
    fixture.model.answers(.reading, Act.says("Sorry."), Act.says("{}"), Act.says("[]"))
    let scan = try await fixture.scan()
    #expect(scan.state == .failed)
    #expect(scan.reason?.hasPrefix("The model's answer can't be used") == true)
    #expect(scan.hint == "albumscanctl retry \(scan.id)")
    #expect(fixture.model.asked.count == 3)
    // All three are paid for.
    #expect(try await fixture.ledger.spent(since: .distantPast) == Money(dollars: 0.03))
  }

  @Test func `a readable answer to the second question will do`() async throws {
    fixture.model.answers(.reading, Act.says("Sorry."))
    fixture.tellAll()
    #expect(try await fixture.scan().state == .done)
    #expect(fixture.model.asked(.reading).count == 2)
    fixture.expectAllTold()
  }

  @Test func `an answer that was cut off gets twice the room, and again`() async throws {
    fixture.model.answers(
      .reading, Act.says(CannedAnswers.identified(), truncated: true),
      Act.says(CannedAnswers.identified(), truncated: true))
    fixture.tellAll()
    #expect(try await fixture.scan().state == .done)
    #expect(fixture.model.asked(.reading).map(\.maxOutputTokens) == [1500, 3000, 6000])
  }

  @Test func `thoughts that use up the limit again and again are said, with the setting`() async throws {
    let thoughts = Act.says("", truncated: true)
    fixture.model.answers(.reading, thoughts, thoughts, thoughts)
    let scan = try await fixture.scan()
    #expect(scan.state == .failed)
    #expect(scan.reason?.contains("thoughts used up the limit") == true)
    #expect(scan.hint?.contains("headroom") == true)
    #expect(fixture.model.asked(.reading).map(\.maxOutputTokens) == [1500, 3000, 6000])
    #expect(try await fixture.ledger.faults(of: scan.id, code: .thoughtsTooLong) > 0)
  }

  @Test func `calls that may be on the bill are made three times, and then when a person says so`() async throws {
    let timeout = Act.fails(.retry(.unknown, "it took too long", service: .anthropic), .unknown)
    fixture.model.answers(.reading, timeout, timeout, timeout)
    let id = try await fixture.drop()
    for _ in 1...4 {
      fixture.time.advance(to: try #require(try await fixture.ledger.nextDue()))
      try await fixture.runNext()
    }
    let scan = try #require(try await fixture.ledger.scan(id))
    #expect((scan.state, scan.heldBy, scan.notBefore) == (.waiting, "unanswered", .distantFuture))
    #expect(scan.heldReason?.contains("albumscanctl retry \(id)") == true)
    #expect(fixture.model.asked.count == 3)
    #expect(try await fixture.ledger.spent(since: .distantPast) == Money(dollars: 0.15))
    #expect(try await fixture.ledger.conditions().map(\.code) == ["unanswered", "anthropic"])
    // What lets others go on doesn't let this one.
    try await fixture.ledger.resume()
    #expect(try await fixture.runNext()?.heldBy == "unanswered")

    fixture.tellAll()
    #expect(try await fixture.ledger.retry(id) == .carriedOut)
    #expect(try await fixture.finish(id).state == .done)
    #expect(try await fixture.ledger.conditions().isEmpty)
    fixture.expectAllTold()
  }

  @Test func `what costs nothing is asked as often as it takes, answered or not`() async throws {
    fixture.model.costsAtMost(.zero)
    for _ in 1...6 {
      fixture.model.answers(.reading, Act.fails(.retry(.unknown, "cut off", service: .anthropic), .unknown))
    }
    fixture.tellAll()
    #expect(try await fixture.scan().state == .done)
  }

  @Test func `a call that certainly isn't on the bill is made as often as it takes`() async throws {
    for _ in 1...8 { fixture.model.answers(.reading, Act.fails(.retry(.unknown, "overloaded", service: .anthropic))) }
    fixture.tellAll()
    #expect(try await fixture.scan().state == .done)
    #expect(fixture.model.asked(.reading).count == 9)
  }

  @Test func `retry asks a model anew that gave no usable answer`() async throws {
    fixture.model.answers(.reading, Act.says("Sorry."), Act.says("Sorry."), Act.says("Sorry."))
    let failed = try await fixture.scan()
    fixture.tellAll()
    #expect(try await fixture.ledger.retry(failed.id) == .carriedOut)
    #expect(try await fixture.finish(failed.id).state == .done)
    #expect(fixture.folder.names(in: "failed") == [])
    fixture.expectAllTold()
  }
}
