import Albums
import Foundation
import Records
import Testing

@Suite struct LedgerFollowUpTests {
  let ledger: Ledger

  init() throws { ledger = try Ledger() }

  private func claimed(_ id: ScanID) async throws -> FollowUp {
    #expect(try await ledger.retry(id) == .carriedOut)
    return try #require(try await ledger.claimFollowUp(now: Sample.now))
  }

  @Test func `a follow-up in progress is nobody else's, however often it is asked for`() async throws {
    let id = try await ledger.done(review: .unavailable)
    _ = try await claimed(id)
    #expect(try await ledger.retry(id) == .carriedOut)
    try await ledger.resumeAllServices()
    #expect(try await ledger.claimFollowUp(now: Sample.now) == nil)
    // And nobody is woken for it.
    #expect(try await ledger.nextDue() == nil)
  }

  @Test func `a review in progress says since when, also where it was asked for again`() async throws {
    let id = try await ledger.done(review: .unavailable)
    _ = try await claimed(id)
    for _ in 1...2 {
      let review = try #require(try await ledger.reviewsInProgress(now: Sample.now + 60).first)
      #expect(review.isBegun && review.due == Sample.now)
      #expect(try await ledger.retry(id) == .carriedOut)
      try await ledger.resumeAllServices()
    }
  }

  @Test func `nobody is woken for a follow-up while no more are worked on`() async throws {
    let id = try await ledger.done(review: .unavailable)
    #expect(try await ledger.retry(id) == .carriedOut)
    #expect(try await ledger.nextDue(followUps: false) == nil)
    #expect(try await ledger.nextDue() != nil)
    _ = try await ledger.waiting(2)
    #expect(try await ledger.nextDue(followUps: false) != nil)
  }

  @Test(arguments: [true, false])
  func `a wish that came while it was in hand is carried out right after`(isPutOff: Bool) async throws {
    let id = try await ledger.done(review: .unavailable)
    let followUp = try await claimed(id)
    #expect(try await ledger.retry(id) == .carriedOut)
    if isPutOff {
      try await ledger.putOff(followUp, until: Sample.now + 1800)
    } else {
      try await ledger.complete(followUp)
    }
    let again = try #require(try await ledger.claimFollowUp(now: Sample.now))
    #expect(again.kind == .review)
    #expect(again.attempts == 0)
    try await ledger.complete(again)
    #expect(try await ledger.claimFollowUp(now: Sample.now + 3600) == nil)
  }

  @Test func `a wish that the followUp in hand fulfilled is not carried out again`() async throws {
    let id = try await ledger.done(review: .unavailable)
    let followUp = try await claimed(id)
    #expect(try await ledger.retry(id) == .carriedOut)
    try await ledger.revise(id, to: Sample.document(id, review: .written), bundle: "done/1")
    try await ledger.complete(followUp)
    #expect(try await ledger.claimFollowUp(now: Sample.now + 3600) == nil)
  }

  @Test func `without another wish a follow-up waits for its time, and is over when it is complete`() async throws {
    let id = try await ledger.done(review: .unavailable)
    let followUp = try await claimed(id)
    try await ledger.putOff(followUp, until: Sample.now + 1800)
    #expect(try await ledger.claimFollowUp(now: Sample.now) == nil)
    #expect(try await ledger.nextDue() == Sample.now + 1800)
    let later = try #require(try await ledger.claimFollowUp(now: Sample.now + 1800))
    #expect(later.attempts == 1)
    // Who had it before has no more say in it.
    try await ledger.complete(followUp)
    try await ledger.putOff(followUp, until: Sample.now)
    #expect(try await ledger.withdrawn(of: [followUp.claim, later.claim]) == [followUp.claim])
    try await ledger.complete(later)
    #expect(try await ledger.nextDue() == nil)
  }

  @Test func `a follow-up that a crash left in somebody's hands can be taken again`() async throws {
    let id = try await ledger.done(review: .unavailable)
    _ = try await claimed(id)
    _ = try await ledger.recover()
    #expect(try await ledger.claimFollowUp(now: Sample.now)?.scan == id)
  }

  @Test func `scans that a person takes back are known among those in hand`() async throws {
    let ids = [try await ledger.waiting(1), try await ledger.waiting(2), try await ledger.waiting(3)]
    for _ in ids { _ = try await ledger.claim(now: Sample.now) }
    #expect(try await ledger.withdrawn(of: ids) == [])
    _ = try await ledger.reject(ids[0], now: Sample.now)
    _ = try await ledger.reject(ids[1], now: Sample.now)
    #expect(try await ledger.retry(ids[1]) == .carriedOut)
    #expect(try await ledger.withdrawn(of: ids) == [ids[0], ids[1]])
    // Back in the line, but not for others to take while it is still in hand.
    #expect(try await ledger.claim(except: ids, now: Sample.now) == nil)
    #expect(try await ledger.claim(now: Sample.now)?.id == ids[1])
  }
}
