import Albums
import Foundation
import Records
import SystemPackage
import TestSupport
import Testing

/// What a plan has a limit of: photos for which a model was asked.
@Suite struct LedgerPlansTests {
  let ledger: Ledger

  init() throws { ledger = try Ledger() }

  private func reserve(
    for id: ScanID, recipe: Int, plan scans: Int, since: Date = .distantPast, caps: Double = 10, now: Date = Sample.now
  ) async throws -> Reservation {
    var limits = Sample.caps(scan: caps, day: caps, month: caps)
    limits.scans = ScanLimit(scans: scans, since: since)
    return try await ledger.reserve(
      Money(dollars: 0.01), for: id, step: .reading, service: .anthropic, model: "m", recipe: Sample.digest(recipe),
      caps: limits, now: now)
  }

  private func isGranted(_ reservation: Reservation) -> Bool { if case .granted = reservation { true } else { false } }

  @Test func `a scan counts when a model is first asked for it, and never again`() async throws {
    let id = try await ledger.waiting(1)
    for recipe in 1...3 { #expect(isGranted(try await reserve(for: id, recipe: recipe, plan: 1))) }
    #expect(try await ledger.scansCounted(since: .distantPast) == 1)
    let other = try await ledger.waiting(2)
    #expect(try await reserve(for: other, recipe: 4, plan: 1) == .usedUp(1, of: 1))
    #expect(try await ledger.scansCounted(since: .distantPast) == 1)
    #expect(try await ledger.calls(of: other).isEmpty)
    #expect(isGranted(try await reserve(for: id, recipe: 5, plan: 1)))
  }

  @Test func `what is scanned under a plan without a limit doesn't count against a later one`() async throws {
    for seed in 1...5 {
      let id = try await ledger.waiting(seed)
      let reservation = try await ledger.reserve(
        Money(dollars: 0.01), for: id, step: .reading, service: .anthropic, model: "m", recipe: Sample.digest(seed),
        caps: Sample.caps(), now: Sample.now)
      #expect(isGranted(reservation))
    }
    #expect(try await ledger.scansCounted() == 0)
    let next = try await ledger.waiting(6)
    #expect(isGranted(try await reserve(for: next, recipe: 6, plan: 1)))
    // What was scanned before counts once it is asked about again.
    #expect(try await reserve(for: ScanID(1), recipe: 7, plan: 1) == .usedUp(1, of: 1))
  }

  @Test func `an answer that is known needs no scan of the plan, nor does a call that a cap refuses`() async throws {
    let id = try await ledger.waiting(1)
    guard case .granted(let expense) = try await reserve(for: id, recipe: 1, plan: 1) else {
      Issue.record("not granted")
      return
    }
    try await ledger.settle(expense, with: Sample.answer())
    let other = try await ledger.waiting(2)
    #expect(try await reserve(for: other, recipe: 1, plan: 1) == .answered(Sample.answer()))
    guard case .refused(.scan, _, _) = try await reserve(for: other, recipe: 2, plan: 2, caps: 0.001) else {
      Issue.record("not refused")
      return
    }
    #expect(try await ledger.scansCounted(since: .distantPast) == 1)
  }

  @Test func `the same bytes again, a deletion and a retry leave the count as it is`() async throws {
    let id = try await ledger.waiting(1)
    #expect(isGranted(try await reserve(for: id, recipe: 1, plan: 1)))
    _ = try await ledger.claim(only: [id], now: Sample.now)
    try await ledger.fail(id, reason: "no", hint: nil, folder: nil, photoNow: nil, fault: nil, now: Sample.now)
    #expect(try await ledger.delete(id, now: Sample.now) == .carriedOut)
    #expect(try await ledger.scansCounted(since: .distantPast) == 1)
    let again = try await ledger.waiting(1, path: "/inbox/again.jpg")
    #expect(again != id)
    #expect(isGranted(try await reserve(for: again, recipe: 2, plan: 1)))
    #expect(try await ledger.scansCounted(since: .distantPast) == 1)
  }

  @Test func `many at once get no more than there are`() async throws {
    var ids: [ScanID] = []
    for seed in 1...30 { ids.append(try await ledger.waiting(seed)) }
    let granted = try await withThrowingTaskGroup(of: Bool.self) { group in
      for (number, id) in ids.enumerated() {
        group.addTask { isGranted(try await reserve(for: id, recipe: number, plan: 5)) }
      }
      return try await group.reduce(into: 0) { if $1 { $0 += 1 } }
    }
    #expect(granted == 5)
    #expect(try await ledger.scansCounted(since: .distantPast) == 5)
    #expect(try await ledger.scansCounted() == 5)
  }

  @Test func `what waits for no time wakes nobody, until settings are read again`() async throws {
    let id = try await ledger.waiting(1)
    _ = try await ledger.claim(now: Sample.now)
    try await ledger.hold(
      id, until: .distantFuture, fault: Fault(.plan, .wait(until: .distantFuture), "used up"),
      now: Sample.now)
    #expect(try await ledger.nextDue() == nil)
    #expect(try await ledger.claim(now: Sample.now + 1000 * 365 * 86_400) == nil)
    try await ledger.resumeAllServices()
    let claimed = try #require(try await ledger.claim(now: Sample.now))
    #expect(claimed.attempts == 1)
  }

  @Test func `counts are there after the ledger is opened again`() async throws {
    let folder = try TemporaryFolder()
    let file = folder.appending("ledger.db").string
    do {
      let ledger = try Ledger(file: file)
      let id = try await ledger.waiting(1)
      var limits = Sample.caps()
      limits.scans = ScanLimit(scans: 5, since: .distantPast)
      _ = try await ledger.reserve(
        Money(dollars: 0.01), for: id, step: .reading, service: .anthropic, model: "m", recipe: Sample.digest(1),
        caps: limits, now: Sample.now)
    }
    #expect(try await Ledger(file: file).scansCounted(since: .distantPast) == 1)
  }
}
