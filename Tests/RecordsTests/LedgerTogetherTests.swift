import Albums
import Foundation
import TestSupport
import Testing

@testable import Records

/// Photos that belong to the scan of another photo of the same record.
@Suite struct LedgerTogetherTests {
  private let ledger: Ledger

  init() throws { ledger = try Ledger() }

  private func held(_ seed: Int, until: Date, for fault: Fault) async throws -> ScanID {
    let id = try await ledger.waiting(seed)
    _ = try #require(try await ledger.claim(only: [id], now: Sample.now))
    try await ledger.hold(id, until: until, fault: fault, now: Sample.now)
    return id
  }

  @Test(arguments: [2.0, 60])
  func `a photo waits on for its front while another scan is due soon`(seconds: Double) async throws {
    let deadline = Sample.now + 120
    let back = try await held(1, until: deadline, for: Fault(.together, .wait(until: deadline), "it may come"))
    _ = try await held(2, until: Sample.now + seconds, for: .retry(.unknown, "timeout"))
    let isSoon = seconds < 10
    #expect(try await ledger.endWaitForFronts(only: nil, unlessDueBy: Sample.now + 10) == (isSoon ? 0 : 1))
    #expect(try await ledger.scan(back)?.isAlone == !isSoon)
    #expect(try await ledger.endWaitForFronts(only: [back], unlessDueBy: Sample.now + 10) == (isSoon ? 1 : 0))
  }

  @Test func `each photo has one state: the newest, whatever is in the queue, and those asked for`() async throws {
    let done = try await ledger.done(1)
    let queued = try await ledger.waiting(2)
    let front = try await ledger.done(3)
    let deleted = try await ledger.done(4)
    _ = try await ledger.delete(deleted, now: Sample.now)
    let back = try await ledger.waiting(5)
    _ = try #require(try await ledger.claim(only: [back], now: Sample.now))
    #expect(
      try await ledger.states(ofNewest: 3, and: []) == [queued: .waiting, front: .done, back: .running])
    #expect(try await ledger.join(back, to: front, as: .back, now: Sample.now))
    #expect(
      try await ledger.states(ofNewest: 3, and: [done, front])
        == [done: .done, queued: .waiting, front: .done, back: .rejected])
    #expect(try await Ledger().states(ofNewest: 3, and: []) == [:])
  }
}
