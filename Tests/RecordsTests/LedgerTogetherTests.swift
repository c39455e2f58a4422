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
}
