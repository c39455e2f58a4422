import Albums
import Testing

@testable import Pipeline

@Suite struct CircuitBreakerTests {
  private let offline = Fault.retry(.unknown, "no route", service: .anthropic, isCounted: false)
  private let sick = Fault.retry(.unknown, "500", service: .anthropic)

  @Test func `a service that can't be reached rests at once, and for a minute at most`() {
    var breaker = CircuitBreaker()
    let rests = (1...8).map { _ in breaker.fail(offline, jitter: 0) }
    #expect(rests == [2, 4, 8, 16, 32, 60, 60, 60].map { .seconds($0) })
  }

  @Test func `a service that fails rests for ever longer`() {
    var breaker = CircuitBreaker(for: .anthropic)
    let rests = (1...12).map { _ in breaker.fail(sick, jitter: 0) }
    #expect(rests == [0, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900].map { .seconds($0) })
  }

  @Test func `a few failures of the archive may be about single pictures`() {
    var breaker = CircuitBreaker(for: .coverartarchive)
    let rests = (1...7).map { _ in breaker.fail(.retry(.unknown, "502", service: .coverartarchive), jitter: 0) }
    #expect(rests == [nil, nil, nil, nil, .zero, .seconds(2), .seconds(4)])
  }

  @Test func `calls that went out together fail together`() {
    let circuitBreakers = CircuitBreakers()
    let first = circuitBreakers.failed(.anthropic, sick, seen: 0)
    #expect(first == .zero)
    for _ in 1...3 { #expect(circuitBreakers.failed(.anthropic, sick, seen: 0) == nil) }
    #expect(circuitBreakers.failures(of: .anthropic) == 1)
    #expect(circuitBreakers.failed(.anthropic, sick, seen: 1) != nil)
    circuitBreakers.answered(.anthropic)
    #expect(circuitBreakers.failures(of: .anthropic) == 0)
  }

  @Test func `what couldn't be sent isn't a failure of the service`() {
    var breaker = CircuitBreaker()
    for _ in 1...20 { _ = breaker.fail(offline, jitter: 0) }
    #expect(breaker.fail(sick, jitter: 0) == .zero)
    #expect(breaker.fail(offline, jitter: 0) == .seconds(2))
  }

  @Test(arguments: [
    Fault.fail(.unknown, "broken"), .needsPerson(.unknown, "key", service: .anthropic, cure: .advice("set it")),
  ])
  func `other faults are none of its business`(fault: Fault) {
    var breaker = CircuitBreaker()
    for _ in 1...20 { #expect(breaker.fail(fault, jitter: 0) == nil) }
  }

  @Test func `jitter takes off a quarter at most`() {
    var breaker = CircuitBreaker()
    #expect(breaker.fail(offline, jitter: 1) == .milliseconds(1500))
  }
}
