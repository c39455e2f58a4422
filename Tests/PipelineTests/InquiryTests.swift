import Albums
import Foundation
import Records
import TestSupport
import Testing

@testable import Pipeline

/// Seen through the whole line, since what an inquiry remembers lies in the ledger.
@Suite struct InquiryTests {
  private let shop: Workshop

  init() throws { shop = try Workshop() }

  @Test func `an answer that can't be read is asked for three times, and then no more`() async throws {
    shop.model.answers(.reading, Act.says("Sorry."), Act.says("{}"), Act.says("[]"))
    let scan = try await shop.scan()
    #expect(scan.state == .failed)
    #expect(scan.reason?.hasPrefix("The model's answer can't be used") == true)
    #expect(scan.hint == "albumscanctl retry \(scan.id)")
    #expect(shop.model.asked.count == 3)
    // All three are paid for.
    #expect(try await shop.ledger.spent(since: .distantPast) == Money(dollars: 0.03))
  }

  @Test func `a readable answer to the second question will do`() async throws {
    shop.model.answers(.reading, Act.says("Sorry."))
    shop.tellAll()
    #expect(try await shop.scan().state == .done)
    #expect(shop.model.asked(.reading).count == 2)
    shop.expectAllTold()
  }

  @Test func `an answer that was cut off gets twice the room, and again`() async throws {
    shop.model.answers(
      .reading, Act.says(Told.identified(), truncated: true), Act.says(Told.identified(), truncated: true))
    shop.tellAll()
    #expect(try await shop.scan().state == .done)
    #expect(shop.model.asked(.reading).map(\.maxOutputTokens) == [1500, 3000, 6000])
  }

  @Test func `calls that may be on the bill are made three times, and then when a person says so`() async throws {
    let timeout = Act.fails(.transient("it took too long", service: .anthropic), .unknown)
    shop.model.answers(.reading, timeout, timeout, timeout)
    let id = try await shop.drop()
    for _ in 1...4 {
      shop.time.advance(to: try #require(try await shop.ledger.nextDue()))
      try await shop.carryNext()
    }
    let scan = try #require(try await shop.ledger.scan(id))
    #expect((scan.state, scan.heldBy, scan.notBefore) == (.waiting, "unanswered", .distantFuture))
    #expect(scan.heldReason?.contains("albumscanctl retry \(id)") == true)
    #expect(shop.model.asked.count == 3)
    #expect(try await shop.ledger.spent(since: .distantPast) == Money(dollars: 0.15))
    #expect(try await shop.ledger.health().map(\.code) == ["unanswered"])
    // What lets others go on doesn't let this one.
    try await shop.ledger.resume()
    #expect(try await shop.carryNext()?.heldBy == "unanswered")

    shop.tellAll()
    #expect(try await shop.ledger.retry(id) == .carriedOut)
    #expect(try await shop.finish(id).state == .done)
    #expect(try await shop.ledger.health().isEmpty)
    shop.expectAllTold()
  }

  @Test func `what costs nothing is asked as often as it takes, answered or not`() async throws {
    shop.model.costsAtMost(.zero)
    for _ in 1...6 { shop.model.answers(.reading, Act.fails(.transient("cut off", service: .anthropic), .unknown)) }
    shop.tellAll()
    #expect(try await shop.scan().state == .done)
  }

  @Test func `a call that certainly isn't on the bill is made as often as it takes`() async throws {
    for _ in 1...8 { shop.model.answers(.reading, Act.fails(.transient("overloaded", service: .anthropic))) }
    shop.tellAll()
    #expect(try await shop.scan().state == .done)
    #expect(shop.model.asked(.reading).count == 9)
  }

  @Test func `retry asks a model anew that gave no usable answer`() async throws {
    shop.model.answers(.reading, Act.says("Sorry."), Act.says("Sorry."), Act.says("Sorry."))
    let failed = try await shop.scan()
    shop.tellAll()
    #expect(try await shop.ledger.retry(failed.id) == .carriedOut)
    #expect(try await shop.finish(failed.id).state == .done)
    #expect(shop.folder.names(in: "failed") == [])
    shop.expectAllTold()
  }
}
