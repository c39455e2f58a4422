import Albums
import Foundation
import Records
import TestSupport
import Testing

@Suite struct LedgerMoneyTests {
  let ledger: Ledger

  init() throws { ledger = try Ledger() }

  private func reserve(_ dollars: Double, for id: ScanID, recipe: Int, caps: Caps) async throws -> Reservation {
    try await ledger.reserve(
      Money(dollars: dollars), for: id, step: .reading, service: .anthropic, model: "m",
      recipe: Sample.digest(recipe), caps: caps, now: Sample.now)
  }

  @Test func `a cap blocks before anything is sent, and says which`() async throws {
    let id = try await ledger.waiting()
    let caps = Sample.caps(scan: 1, day: 0.25, month: 5)
    guard case .granted = try await reserve(0.2, for: id, recipe: 1, caps: caps) else {
      Issue.record("not granted")
      return
    }
    #expect(
      try await reserve(0.1, for: id, recipe: 2, caps: caps)
        == .refused(.day, spent: Money(dollars: 0.2), limit: Money(dollars: 0.25)))
  }

  @Test func `a settled call costs what it cost, and its answer is not paid for twice`() async throws {
    let id = try await ledger.waiting()
    guard case .granted(let expense) = try await reserve(0.2, for: id, recipe: 1, caps: Sample.caps()) else {
      Issue.record("not granted")
      return
    }
    try await ledger.settle(expense, with: Sample.answer("first", cost: 0.05))
    #expect(try await ledger.spent(since: .distantPast) == Money(dollars: 0.05))
    #expect(
      try await reserve(0.2, for: id, recipe: 1, caps: Sample.caps())
        == .answered(Sample.answer("first", cost: 0.05)))
    try await ledger.drop(answerTo: Sample.digest(1))
    guard case .granted = try await reserve(0.2, for: id, recipe: 1, caps: Sample.caps()) else {
      Issue.record("a dropped answer was used")
      return
    }
  }

  @Test func `unknown usage keeps the reservation, and a call that was never worked on gives it back`() async throws {
    let id = try await ledger.waiting()
    guard case .granted(let a) = try await reserve(0.2, for: id, recipe: 1, caps: Sample.caps()),
      case .granted(let b) = try await reserve(0.3, for: id, recipe: 2, caps: Sample.caps()),
      case .granted(let c) = try await reserve(0.4, for: id, recipe: 3, caps: Sample.caps())
    else {
      Issue.record("not granted")
      return
    }
    try await ledger.settle(a, billed: .unknown)
    try await ledger.settle(b, billed: .nothing)
    try await ledger.settle(c, with: Sample.answer(cost: nil))
    #expect(try await ledger.spent(since: .distantPast) == Money(dollars: 0.6))
  }

  @Test func `a call that a crash cut off is one without an answer, and after three a person decides`() async throws {
    let id = try await ledger.waiting()
    for call in 1...3 {
      _ = try await ledger.claim(now: Sample.now)
      guard case .granted = try await reserve(0.2, for: id, recipe: 1, caps: Sample.caps()) else {
        Issue.record("call \(call) not granted")
        return
      }
      // Nothing more is heard of it.
      #expect(try await ledger.recover() == 1)
    }
    #expect(try await reserve(0.2, for: id, recipe: 1, caps: Sample.caps()) == .unanswered(3))
    #expect(try await ledger.spent(since: .distantPast) == Money(dollars: 0.6))
    #expect(try await ledger.retry(id) == .carriedOut)
    guard case .granted = try await reserve(0.2, for: id, recipe: 1, caps: Sample.caps()) else {
      Issue.record("a person's retry was refused")
      return
    }
  }

  @Test func `a crash takes nothing for unanswered that was answered, or is a trial's`() async throws {
    let id = try await ledger.waiting()
    _ = try await ledger.claim(now: Sample.now)
    for recipe in 1...3 {
      guard case .granted(let answered) = try await reserve(0.2, for: id, recipe: recipe, caps: Sample.caps()) else {
        Issue.record("not granted")
        return
      }
      // Its bill isn't known, so that it stays reserved.
      try await ledger.settle(answered, with: Sample.answer(cost: nil))
      _ = try await ledger.reserve(
        Money(dollars: 0.2), for: nil, step: .review, service: .anthropic, model: "m",
        recipe: Sample.digest(20 + recipe), caps: Sample.caps(), now: Sample.now)
    }
    #expect(try await ledger.recover() == 1)
    guard case .granted = try await reserve(0.2, for: id, recipe: 4, caps: Sample.caps()) else {
      Issue.record("counted as unanswered")
      return
    }
  }

  @Test func `a follow-up's call that a crash cut off is one without an answer too`() async throws {
    let id = try await ledger.done(review: .unavailable)
    #expect(try await ledger.retry(id) == .carriedOut)
    for _ in 1...3 {
      #expect(try await ledger.claimFollowUp(now: Sample.now) != nil)
      guard case .granted = try await reserve(0.2, for: id, recipe: 1, caps: Sample.caps()) else { break }
      _ = try await ledger.recover()
    }
    #expect(try await reserve(0.2, for: id, recipe: 1, caps: Sample.caps()) == .unanswered(3))
  }
}
