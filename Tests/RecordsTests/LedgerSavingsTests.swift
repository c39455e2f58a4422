import Albums
import Foundation
import Testing

@testable import Records

/// What was not spent, and what it is worth.
@Suite struct LedgerSavingsTests {
  let ledger: Ledger

  init() throws { ledger = try Ledger() }

  private func pay(_ dollars: Double, for id: ScanID, _ step: Step, recipe: Int) async throws {
    let reservation = try await ledger.reserve(
      Money(dollars: 0.5), for: id, step: step, service: .anthropic, model: "m", recipe: Sample.digest(recipe),
      caps: Sample.caps(), now: Sample.now)
    guard case .granted(let expense) = reservation else { return }
    try await ledger.settle(expense, with: Sample.answer(cost: dollars))
  }

  private var lines: [SavingLine] { get async throws { try await ledger.savings(search: Money(dollars: 0.04)) } }

  @Test func `the same photo again saves what its reading and search had cost`() async throws {
    let id = try await ledger.waiting(1)
    try await pay(0.02, for: id, .reading, recipe: 1)
    try await pay(0.05, for: id, .search, recipe: 2)
    try await pay(0.03, for: id, .review, recipe: 3)
    _ = try await ledger.claim(only: [id], now: Sample.now)
    try await ledger.keep(["read": true], of: .reading, in: id, now: Sample.now)
    try await ledger.finish(
      id, as: Sample.document(id), album: "key", bundle: "done/1", now: Sample.now)
    for number in 2...3 {
      // Its place is free again, so that a file there is a new one.
      try await ledger.forget(path: Data("/inbox/\(number - 1).jpg".utf8))
      let again = try await ledger.waiting(1, path: "/inbox/\(number).jpg")
      _ = try await ledger.claim(only: [again], now: Sample.now)
      try await ledger.finish(
        again, as: Sample.document(again), album: "key", bundle: "done/\(number)", now: Sample.now)
    }
    #expect(
      try await lines == [SavingLine(kind: .photo, count: 2, value: Money(dollars: 0.14), isEstimate: false)])
  }

  @Test func `the same answer saves its price for another scan, and nothing for its own`() async throws {
    let (one, two) = (try await ledger.waiting(1), try await ledger.waiting(2))
    try await pay(0.02, for: one, .reading, recipe: 1)
    // A crash before the step was kept: its own answer again.
    try await pay(0.02, for: one, .reading, recipe: 1)
    #expect(try await lines.isEmpty)
    for _ in 1...2 { try await pay(0.02, for: two, .reading, recipe: 1) }
    #expect(
      try await lines == [SavingLine(kind: .answer, count: 1, value: Money(dollars: 0.02), isEstimate: false)])
  }

  @Test func `a review from memory saves what it and its repair had cost`() async throws {
    let (one, two) = (try await ledger.waiting(1), try await ledger.waiting(2))
    try await pay(0.01, for: one, .review, recipe: 1)
    try await pay(0.02, for: one, .review, recipe: 2)
    let kept = KeptReview(review: Sample.review, model: "m", prompt: Sample.digest(9), writtenAt: Sample.now)
    try await ledger.keep(kept, of: "album", searched: false, for: one)
    for id in [one, two, two] {
      try await ledger.savedReview(of: "album", prompt: Sample.digest(9), for: id, now: Sample.now)
    }
    #expect(
      try await lines == [SavingLine(kind: .review, count: 1, value: Money(dollars: 0.03), isEstimate: false)])
  }

  @Test func `a search that wasn't needed is reckoned at the average of those that were`() async throws {
    let ids = [try await ledger.waiting(1), try await ledger.waiting(2), try await ledger.waiting(3)]
    for _ in 1...2 { try await ledger.savedSearch(for: ids[0], now: Sample.now) }
    #expect(
      try await lines == [SavingLine(kind: .search, count: 1, value: Money(dollars: 0.04), isEstimate: true)])
    try await pay(0.06, for: ids[1], .search, recipe: 1)
    try await pay(0.02, for: ids[1], .search, recipe: 2)
    try await pay(0.10, for: ids[2], .search, recipe: 3)
    #expect(
      try await lines == [SavingLine(kind: .search, count: 1, value: Money(dollars: 0.09), isEstimate: true)])
  }
}
