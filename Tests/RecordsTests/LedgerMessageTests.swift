import Albums
import Foundation
import Records
import Testing

/// Who is told of a scan, and when.
@Suite struct LedgerMessageTests {
  let ledger: Ledger

  init() throws { ledger = try Ledger() }

  private static let all = FollowUp.Kind.programMessages.union([.push])

  private func done(_ seed: Int = 1, review: ReviewStatus = .pending, reviewDue: Date? = nil) async throws -> ScanID {
    let id = try await ledger.waiting(seed)
    _ = try await ledger.claim(only: [id], now: Sample.now)
    try await ledger.finish(
      id, as: Sample.document(id, review: review), album: "key", bundle: "done/\(seed)", reviewDue: reviewDue,
      telling: Self.all, now: Sample.now)
    return id
  }

  private func carryOut(at now: Date) async throws -> [FollowUp.Kind] {
    var kinds: [FollowUp.Kind] = []
    while let followUp = try await ledger.claimFollowUp(now: now) {
      kinds.append(followUp.kind)
      try await ledger.complete(followUp)
    }
    return kinds
  }

  @Test func `a phone is told at the review, and a program of the album before`() async throws {
    let id = try await done(reviewDue: Sample.now + 2)
    #expect(try await carryOut(at: Sample.now) == [.known])
    try await ledger.revise(
      id, to: Sample.document(id, review: .written), bundle: "done/1", isReviewed: true, telling: Self.all)
    #expect(try await carryOut(at: Sample.now + 1) == [.push, .reviewed])
  }

  @Test func `a review that isn't there within a minute isn't waited for, and the phone isn't told twice`() async throws
  {
    let id = try await done(reviewDue: Sample.now + 2)
    let review = try #require(try await ledger.claimFollowUp(now: Sample.now + 2))
    #expect(review.kind == .known)
    try await ledger.complete(review)
    let held = try #require(try await ledger.claimFollowUp(now: Sample.now + 3))
    #expect(held.kind == .review)
    #expect(try await carryOut(at: Sample.now + 59).isEmpty)
    #expect(try await carryOut(at: Sample.now + 60) == [.push])
    try await ledger.revise(
      id, to: Sample.document(id, review: .written), bundle: "done/1", isReviewed: true, telling: Self.all)
    try await ledger.complete(held)
    #expect(try await carryOut(at: Sample.now + 90) == [.reviewed])
  }

  @Test func `without a review to come the phone is told at once`() async throws {
    _ = try await done()
    #expect(try await carryOut(at: Sample.now) == [.known, .push])
    _ = try await done(2, review: .written)
    #expect(try await carryOut(at: Sample.now) == [.known, .push, .reviewed])
  }

  @Test func `a failure is told, and nothing where nobody wants it`() async throws {
    for (seed, kinds) in [(1, Self.all), (2, [])] {
      let id = try await ledger.waiting(seed)
      _ = try await ledger.claim(only: [id], now: Sample.now)
      try await ledger.fail(
        id, reason: "No", hint: nil, folder: nil, photoNow: nil, fault: nil, telling: kinds, now: Sample.now)
    }
    #expect(try await carryOut(at: Sample.now) == [.failed, .push])
  }

  @Test func `one message is on its way at a time, and reviews don't wait for it`() async throws {
    for seed in 1...3 { _ = try await done(seed, reviewDue: Sample.now) }
    let first = try #require(try await ledger.claimFollowUp(now: Sample.now))
    #expect(first.kind == .known)
    var others: [FollowUp.Kind] = []
    while let next = try await ledger.claimFollowUp(now: Sample.now) { others.append(next.kind) }
    #expect(others == [.review, .review, .review])
    // Nobody is woken for what can't begin.
    #expect(try await ledger.nextDue() == Sample.now + 60)
    try await ledger.complete(first)
    #expect(try await ledger.claimFollowUp(now: Sample.now)?.kind == .known)
  }

  @Test func `after a crash a message is told again, but not to a program that was started`() async throws {
    _ = try await done()
    let known = try #require(try await ledger.claimFollowUp(now: Sample.now))
    try await ledger.begin(known)
    #expect(try await ledger.claimFollowUp(now: Sample.now)?.kind == .push)
    _ = try await ledger.recover()
    #expect(try await carryOut(at: Sample.now) == [.push])
  }

  @Test func `a scan knows since when it is in progress, whatever its step`() async throws {
    let id = try await ledger.waiting()
    let claimed = try #require(try await ledger.claim(only: [id], now: Sample.now))
    try await ledger.begin(.recognition, of: id, now: Sample.now + 3)
    let later = try #require(try await ledger.scan(id))
    #expect(later.stepSince == Sample.now + 3)
    #expect(later.inProgress(at: Sample.now + 4) == 4 && claimed.inProgress(at: Sample.now - 1) == 0)
  }
}
