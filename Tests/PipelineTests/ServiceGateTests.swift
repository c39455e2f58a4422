import Albums
import Foundation
import Records
import TestSupport
import Testing

@testable import Pipeline

@Suite struct ServiceGateTests {
  private let fixture: PipelineFixture
  private let gate: ServiceGate

  init() throws {
    fixture = try PipelineFixture()
    gate = ServiceGate(ledger: fixture.ledger, time: fixture.time.source, limits: ProcessLimits())
  }

  private func close(_ fault: Fault) async throws {
    await #expect(throws: fault) { try await gate.pass(.musicbrainz) { throw fault } }
  }

  @Test func `a closed service is not asked`() async throws {
    try await close(.retry(.unknown, "slow down", service: .musicbrainz, after: 30))
    let expected = Fault(
      .unknown, .wait(until: fixture.time.now + .seconds(30)), "slow down", service: .musicbrainz)
    await #expect(throws: expected) { try await gate.pass(.musicbrainz) { Issue.record("it was asked") } }
    // Others are.
    #expect(try await gate.pass(.coverartarchive) { 1 } == 1)
    fixture.time.clock.advance(by: .seconds(30))
    #expect(try await gate.pass(.musicbrainz) { 2 } == 2)
  }

  @Test func `a service that needs a person is left alone for a quarter of an hour`() async throws {
    try await close(.needsPerson(.unknown, "wrong key", service: .musicbrainz, cure: .advice("set the key")))
    let pause = try #require(try await fixture.ledger.servicePause(of: .musicbrainz))
    #expect(pause.until == fixture.time.now + .seconds(900))
    #expect(pause.cure == .advice("set the key"))
  }

  @Test func `one failure has the next one try alone, and its answer opens the service for all`() async throws {
    try await close(.retry(.unknown, "hiccup", service: .musicbrainz))
    #expect(try await fixture.ledger.servicePause(of: .musicbrainz)?.until == fixture.time.now)
    try await close(.retry(.unknown, "hiccup", service: .musicbrainz))
    let pause = try #require(try await fixture.ledger.servicePause(of: .musicbrainz))
    #expect(pause.until > fixture.time.now && pause.until <= fixture.time.now + .seconds(2))
    await #expect(throws: Fault.self) { try await gate.pass(.musicbrainz) { Issue.record("it was asked") } }
    fixture.time.clock.advance(by: .seconds(2))
    try await gate.pass(.musicbrainz) {}
    #expect(try await fixture.ledger.conditions() == [])
  }

  @Test func `a refusal opens nothing that a person must`() async throws {
    try await close(.needsPerson(.unknown, "no such model", service: .musicbrainz, cure: .advice("set another")))
    fixture.time.clock.advance(by: .seconds(900))
    try await close(.fail(.unknown, "refused", service: .musicbrainz))
    #expect(try await fixture.ledger.servicePause(of: .musicbrainz)?.needsPerson == true)
  }

  @Test(arguments: [Fault.fail(.unknown, "broken"), .retry(.unknown, "this picture isn't there yet")])
  func `what says nothing about being left alone closes nothing`(fault: Fault) async throws {
    try await close(fault)
    #expect(try await fixture.ledger.conditions() == [])
  }

  @Test func `a failed model call closes its service too`() async throws {
    let failure = Fault.retry(.unknown, "busy", service: .anthropic, after: 7).billed(.nothing)
    await #expect(throws: failure) { try await gate.pass(.anthropic) { throw failure } }
    #expect(try await fixture.ledger.servicePause(of: .anthropic)?.until == fixture.time.now + .seconds(7))
  }

  @Test func `an answer opens the service, and wakes who was held for it`() async throws {
    let id = try await fixture.drop()
    _ = try await fixture.ledger.claim(now: fixture.time.now)
    let fault = Fault.needsPerson(.unknown, "wrong key", service: .musicbrainz, cure: .advice("set the key"))
    try await close(fault)
    try await fixture.ledger.hold(
      id, until: fixture.time.now + .seconds(5000), fault: fault, now: fixture.time.now)
    fixture.time.clock.advance(by: .seconds(900))
    #expect(try await fixture.ledger.claim(now: fixture.time.now) == nil)
    #expect(try await gate.pass(.musicbrainz) { true })
    #expect(try await fixture.ledger.conditions() == [])
    #expect(try await fixture.ledger.claim(now: fixture.time.now)?.id == id)
  }

  @Test func `an answer to an earlier call doesn't shorten a new closure`() async throws {
    try await close(.retry(.unknown, "slow down", service: .musicbrainz, after: 1))
    fixture.time.clock.advance(by: .seconds(1))
    try await gate.pass(.musicbrainz) {
      // Meanwhile another call is told to stay away for longer.
      let fault = Fault.retry(.unknown, "slow down!", service: .musicbrainz, after: 60)
      try await fixture.ledger.pauseService(
        .musicbrainz, until: fixture.time.now + .seconds(60), for: fault, now: fixture.time.now)
    }
    #expect(try await fixture.ledger.servicePause(of: .musicbrainz)?.until == fixture.time.now + .seconds(60))
  }

  @Test func `a scan that begins to wait while a reload ends the pause is woken`() async throws {
    let id = try await fixture.drop()
    _ = try await fixture.ledger.claim(now: fixture.time.now)
    let fault = Fault.needsPerson(.keyRejected, "wrong key", service: .anthropic, cure: .advice("set the key"))
    try await fixture.ledger.hold(id, until: fixture.time.now + .seconds(900), fault: fault, now: fixture.time.now)
    let old = fixture.context()
    try await old.liftRefusals(since: old)
    #expect(try await fixture.ledger.claim(now: fixture.time.now) == nil)
    try await fixture.context().liftRefusals(since: old)
    #expect(try await fixture.ledger.claim(now: fixture.time.now)?.id == id)
  }
}
