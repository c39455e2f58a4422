import Foundation
import TestSupport
import Testing

@testable import HTTP

/// Giving up, and what is left afterwards.
@Suite struct CancellationTests {
  @Test func `cancelling ends the transfer, and the server sees it`() async throws {
    let transport = CurlTransport(userAgent: "test")
    let server = try LoopbackServer { _, line in
      line.untilHungUp()
      return true
    }
    try await within {
      await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { _ = try await transport.send(HTTPRequest(.get, server.url())) }
        for await _ in server.arrivals { break }
        group.cancelAll()
        await #expect(throws: HTTPError.canceled) { try await group.waitForAll() }
      }
      for await number in server.hangUps {
        #expect(number == 1)
        break
      }
    }
  }

  @Test func `a task that is canceled already sends nothing`() async throws {
    let transport = CurlTransport(userAgent: "test")
    let server = try LoopbackServer { _, line in line.answer() }
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await transport.send(HTTPRequest(.get, server.url()))
    }
    await #expect(throws: HTTPError.canceled) { try await task.value }
    #expect(server.requests.isEmpty)
    #expect(!transport.isAwake)
  }

  @Test func `whenever the cancelling comes, the call ends once`() async throws {
    let transport = CurlTransport(userAgent: "test")
    let server = try LoopbackServer { _, line in line.answer("ok") }
    try await within(.seconds(60)) {
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<300 {
          group.addTask {
            let task = Task { try await transport.send(HTTPRequest(.get, server.url())) }
            for _ in 0..<(number % 30) { await Task.yield() }
            task.cancel()
            switch await task.result {
            case .success(let response): #expect(response.body == Data("ok".utf8))
            case .failure(let error): #expect(error as? HTTPError == .canceled)
            }
          }
        }
      }
      // And the transport is none the worse for it.
      let response = try await transport.send(HTTPRequest(.get, server.url()))
      #expect(response.status == 200)
    }
  }

  @Test func `there is no thread before the first request, and none a while after the last`() async throws {
    let transport = CurlTransport(userAgent: "test", linger: 0.1)
    #expect(!transport.isAwake)
    let server = try LoopbackServer { _, line in line.answer() }
    for round in 1...3 {
      _ = try await transport.send(HTTPRequest(.get, server.url()))
      try await within {
        // The kept connection is closed when the thread ends.
        for await number in server.hangUps {
          #expect(number == round)
          break
        }
      }
      #expect(!transport.isAwake)
    }
  }

  @Test func `shutting down ends what runs, and takes nothing on`() async throws {
    let transport = CurlTransport(userAgent: "test")
    let server = try LoopbackServer { _, line in
      line.untilHungUp()
      return false
    }
    try await within {
      let running = Task { try await transport.send(HTTPRequest(.get, server.url())) }
      for await _ in server.arrivals { break }
      transport.shutdown()
      await #expect(throws: HTTPError.canceled) { try await running.value }
      await #expect(throws: HTTPError.canceled) { try await transport.send(HTTPRequest(.get, server.url())) }
    }
    #expect(server.requests.count == 1)
  }

  @Test func `a transport that is let go closes its connections`() async throws {
    let server = try LoopbackServer { _, line in line.answer() }
    func useOnce() async throws {
      _ = try await CurlTransport(userAgent: "test", linger: 3600).send(HTTPRequest(.get, server.url()))
    }
    try await useOnce()
    try await within { for await _ in server.hangUps { break } }
  }
}
