import Albums
import Foundation
import Records
import TestSupport
import Testing

@testable import Pipeline

@Suite struct GateTests {
  private let shop: Workshop
  private let gate: Gate

  init() throws {
    shop = try Workshop()
    gate = Gate(ledger: shop.ledger, time: shop.time.source)
  }

  private func close(_ setback: Setback) async throws {
    await #expect(throws: setback) { try await gate.pass(.musicbrainz) { throw setback } }
  }

  @Test func `a closed service is not asked`() async throws {
    try await close(.transient("slow down", service: .musicbrainz, retryAfter: 30))
    let expected = Postponed(until: shop.time.now + .seconds(30), by: "musicbrainz", reason: "slow down")
    await #expect(throws: expected) { try await gate.pass(.musicbrainz) { Issue.record("it was asked") } }
    // Others are.
    #expect(try await gate.pass(.coverartarchive) { 1 } == 1)
    shop.time.clock.advance(by: .seconds(30))
    #expect(try await gate.pass(.musicbrainz) { 2 } == 2)
  }

  @Test func `a service that needs a person is left alone for a quarter of an hour`() async throws {
    try await close(.needsAttention("wrong key", service: .musicbrainz, cure: "set the key"))
    let closure = try #require(try await shop.ledger.closure(of: .musicbrainz))
    #expect(closure.until == shop.time.now + .seconds(900))
    #expect(closure.cure == "set the key")
  }

  @Test func `one failure has the next one try alone, and its answer opens the service for all`() async throws {
    try await close(.transient("hiccup", service: .musicbrainz))
    #expect(try await shop.ledger.closure(of: .musicbrainz)?.until == shop.time.now)
    try await close(.transient("hiccup", service: .musicbrainz))
    let closure = try #require(try await shop.ledger.closure(of: .musicbrainz))
    #expect(closure.until > shop.time.now && closure.until <= shop.time.now + .seconds(2))
    await #expect(throws: Postponed.self) { try await gate.pass(.musicbrainz) { Issue.record("it was asked") } }
    shop.time.clock.advance(by: .seconds(2))
    try await gate.pass(.musicbrainz) {}
    #expect(try await shop.ledger.closures() == [])
  }

  @Test func `a refusal opens nothing that a person must`() async throws {
    try await close(.needsAttention("no such model", service: .musicbrainz, cure: "set another"))
    shop.time.clock.advance(by: .seconds(900))
    try await close(.permanent("refused", service: .musicbrainz))
    #expect(try await shop.ledger.closure(of: .musicbrainz)?.kind == .needsAttention)
  }

  @Test(arguments: [Setback.permanent("broken"), .transient("this picture isn't there yet")])
  func `what says nothing about being left alone closes nothing`(setback: Setback) async throws {
    try await close(setback)
    #expect(try await shop.ledger.closures() == [])
  }

  @Test func `a failed model call closes its service too`() async throws {
    let failure = ModelFailure(.transient("busy", service: .anthropic, retryAfter: 7), bill: .nothing)
    await #expect(throws: failure) { try await gate.pass(.anthropic) { throw failure } }
    #expect(try await shop.ledger.closure(of: .anthropic)?.until == shop.time.now + .seconds(7))
  }

  @Test func `an answer opens the service, and wakes who was held for it`() async throws {
    let id = try await shop.drop()
    _ = try await shop.ledger.claim(now: shop.time.now)
    let setback = Setback.needsAttention("wrong key", service: .musicbrainz, cure: "set the key")
    try await close(setback)
    try await shop.ledger.hold(
      id, until: shop.time.now + .seconds(5000), by: "musicbrainz", setback: setback, now: shop.time.now)
    shop.time.clock.advance(by: .seconds(900))
    #expect(try await shop.ledger.claim(now: shop.time.now) == nil)
    #expect(try await gate.pass(.musicbrainz) { true })
    #expect(try await shop.ledger.closures() == [])
    #expect(try await shop.ledger.claim(now: shop.time.now)?.id == id)
  }

  @Test func `an answer to an earlier call doesn't shorten a new closure`() async throws {
    try await close(.transient("slow down", service: .musicbrainz, retryAfter: 1))
    shop.time.clock.advance(by: .seconds(1))
    try await gate.pass(.musicbrainz) {
      // Meanwhile another call is told to stay away for longer.
      let setback = Setback.transient("slow down!", service: .musicbrainz, retryAfter: 60)
      try await shop.ledger.close(.musicbrainz, until: shop.time.now + .seconds(60), for: setback, now: shop.time.now)
    }
    #expect(try await shop.ledger.closure(of: .musicbrainz)?.until == shop.time.now + .seconds(60))
  }
}
