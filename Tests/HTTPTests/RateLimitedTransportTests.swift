import FoundationEssentials
import HTTP
import Synchronization
import TestSupport
import Testing

@Suite struct RateLimitedTransportTests {
  /// Answers in turn, and counts.
  private final class Script: Transport {
    private let answers: Mutex<ArraySlice<Result<HTTPResponse, HTTPError>>>
    let calls = Mutex(0)

    init(_ answers: [Result<HTTPResponse, HTTPError>]) { self.answers = Mutex(answers[...]) }

    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
      calls.withLock { $0 += 1 }
      return try (answers.withLock { $0.popFirst() } ?? .failure(.badAddress("not in the script"))).get()
    }
  }

  private let clock = ManualClock()
  private let request = HTTPRequest(.get, "https://example.org/")

  private func polite(_ script: Script) -> RateLimitedTransport<ManualClock> {
    RateLimitedTransport(script, rateLimiter: RateLimiter(clock: clock), patience: .seconds(10))
  }

  @Test(arguments: [429, 503, 529])
  func `while the service wants to be left alone, it is, and callers are told for how long`(status: Int) async throws {
    let refusal = HTTPResponse(status: status, headers: [.init("Retry-After", "50")])
    let script = Script([.success(refusal), .success(HTTPResponse(status: 200))])
    let transport = polite(script)
    #expect(try await transport.send(request) == refusal)
    clock.advance(by: .seconds(20))
    let told = try await transport.send(request)
    #expect(told.status == 429)
    #expect(told.retryAfter(now: .now).map { (30...31).contains($0) } == true)
    #expect(script.calls.withLock { $0 } == 1)
    clock.advance(by: .seconds(30))
    #expect(try await transport.send(request).status == 200)
  }

  @Test func `a year is for others to remember`() async throws {
    let refusal = HTTPResponse(status: 503, headers: [.init("Retry-After", "31536000")])
    let script = Script([.success(refusal), .success(HTTPResponse(status: 200))])
    let transport = polite(script)
    _ = try await transport.send(request)
    clock.advance(by: .seconds(40))
    #expect(try await transport.send(request).status == 429)
    clock.advance(by: .seconds(20))
    #expect(try await transport.send(request).status == 200)
  }

  @Test func `what a redirect leads to waits for its turn like any other`() async throws {
    let server = try LoopbackServer { request, line in
      let number = Int(request.path.dropFirst()) ?? 0
      return number < 3 ? line.answer(status: "302 Found", headers: "Location: /\(number + 1)\r\n") : line.answer()
    }
    let transport = RateLimitedTransport(
      CurlTransport(userAgent: "test"), rateLimiter: RateLimiter(requestsPerSecond: 20))
    let request = HTTPRequest(.get, server.url("/0"), limits: .init(redirects: 3))
    #expect(try await transport.send(request).status == 200)
    let times = server.requests.map(\.came)
    #expect(times.count == 4)
    for (one, next) in zip(times, times.dropFirst()) { #expect(one.duration(to: next) >= .milliseconds(50)) }
    var short = request
    short.limits.redirects = 2
    await #expect(throws: HTTPError.badRedirect("more than 2, the last to \(server.url("/3"))")) {
      try await transport.send(short)
    }
    short.limits.redirects = 0
    await #expect(throws: HTTPError.self) { try await transport.send(short) }
  }

  @Test func `a short closure is waited for`() async throws {
    let refusal = HTTPResponse(status: 503, headers: [.init("Retry-After", "3")])
    let script = Script([.success(refusal), .success(HTTPResponse(status: 200))])
    let transport = polite(script)
    let clock = clock
    let request = request
    _ = try await transport.send(request)
    try await within {
      async let second = transport.send(request)
      await clock.untilSleeping()
      #expect(script.calls.withLock { $0 } == 1)
      clock.advance(by: .seconds(3))
      let answer = try await second
      #expect(answer.status == 200)
    }
  }

  @Test func `Retry-After on another answer closes nothing`() async throws {
    let script = Script([
      .success(HTTPResponse(status: 200, headers: [.init("Retry-After", "120")])), .success(HTTPResponse(status: 404)),
    ])
    let transport = polite(script)
    _ = try await transport.send(request)
    #expect(try await transport.send(request).status == 404)
  }

  @Test func `a server never sees two requests closer together than is promised`() async throws {
    let server = try LoopbackServer { request, line in
      // One call fails.
      request.path.hasSuffix("3") ? false : line.answer()
    }
    let transport = RateLimitedTransport(
      CurlTransport(userAgent: "test"), rateLimiter: RateLimiter(requestsPerSecond: 20))
    await withTaskGroup(of: Void.self) { group in
      for number in 1...7 {
        group.addTask { _ = try? await transport.send(HTTPRequest(.get, server.url("/\(number)"))) }
      }
    }
    let times = server.requests.map(\.came)
    #expect(times.count == 7)
    for (one, next) in zip(times, times.dropFirst()) { #expect(one.duration(to: next) >= .milliseconds(50)) }
  }

  @Test func `a request that arrives after it was given up isn't followed at once`() async throws {
    let server = try LoopbackServer { _, line in line.answer() }
    let door = try SlowProxy(to: server.port) { $0 == 1 ? .milliseconds(450) : .zero }
    let transport = RateLimitedTransport(
      CurlTransport(userAgent: "test"), rateLimiter: RateLimiter(clock: ContinuousClock(), spacing: .milliseconds(250)))
    let hurried = HTTPRequest(.get, "http://127.0.0.1:\(door.port)/", limits: .init(total: 0.3))
    await #expect(throws: HTTPError.self) { try await transport.send(hurried) }
    _ = try await transport.send(HTTPRequest(.get, "http://127.0.0.1:\(door.port)/"))
    let times = server.requests.map(\.came)
    #expect(times.count == 2)
    for (one, next) in zip(times, times.dropFirst()) { #expect(one.duration(to: next) >= .milliseconds(250)) }
    withExtendedLifetime(door) {}
  }

  @Test(arguments: [HTTPError.timedOut("5 s"), .broken("reset"), .canceled])
  func `what may have been sent is on its way; what wasn't, isn't`(error: HTTPError) async throws {
    for (error, wait) in [(error, Duration.seconds(2)), (.refused("nobody is there"), .seconds(1))] {
      let script = Script([.failure(error), .success(HTTPResponse(status: 200))])
      let transport = RateLimitedTransport(script, rateLimiter: RateLimiter(clock: clock, spacing: .seconds(1)))
      let (clock, request) = (clock, request)
      await #expect(throws: error) { try await transport.send(request) }
      try await within {
        async let second = transport.send(request)
        await clock.untilSleeping()
        clock.advance(by: wait - .milliseconds(1))
        #expect(clock.sleeperCount == 1)
        clock.advance(by: .milliseconds(1))
        let answer = try await second
        #expect(answer.status == 200)
      }
    }
  }

  @Test func `a failed call makes room for the next`() async throws {
    let script = Script([.failure(.broken("reset")), .success(HTTPResponse(status: 200))])
    let transport = polite(script)
    await #expect(throws: HTTPError.broken("reset")) { try await transport.send(request) }
    #expect(try await transport.send(request).status == 200)
  }
}
