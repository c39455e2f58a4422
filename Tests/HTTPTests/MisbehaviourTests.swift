import Foundation
import HTTP
import TestSupport
import Testing

/// Servers that stall, drip, cut off, flood and lie.
@Suite struct MisbehaviourTests {
  private let transport = CurlTransport(userAgent: "test")

  private func error(
    _ limits: HTTPRequest.Limits = .init(), serve: @escaping @Sendable (LoopbackServer.Line) -> Bool
  ) async throws -> HTTPError {
    let server = try LoopbackServer { _, line in serve(line) }
    return try await within {
      do {
        let response = try await transport.send(HTTPRequest(.get, server.url(), limits: limits))
        throw Unexpected(response: response)
      } catch let error as HTTPError { return error }
    }
  }

  private struct Unexpected: Error { let response: HTTPResponse }

  @Test func `a server that never answers is given up`() async throws {
    let error = try await error(.init(total: 1)) { line in
      line.untilHungUp()
      return false
    }
    guard case .timedOut = error else { return #expect(error == .timedOut("")) }
  }

  @Test func `an answer that stands still is given up before its time`() async throws {
    let error = try await error(.init(total: 300, stalled: 0.5)) { line in
      line.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nbegun")
      line.untilHungUp()
      return false
    }
    guard case .timedOut = error else { return #expect(error == .timedOut("")) }
  }

  @Test func `an answer that drips is given up before its time`() async throws {
    let error = try await error(.init(total: 300, stalled: 0.5)) { line in
      line.send("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
      while line.send("x") { usleep(20_000) }
      return false
    }
    guard case .timedOut = error else { return #expect(error == .timedOut("")) }
  }

  @Test func `thinking before an answer isn't standing still`() async throws {
    let server = try LoopbackServer { _, line in
      usleep(700_000)
      return line.answer("thought")
    }
    let limits = HTTPRequest.Limits(total: 60, stalled: 0.2)
    #expect(try await transport.send(HTTPRequest(.get, server.url(), limits: limits)).body == Data("thought".utf8))
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n64\r\nshort",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nplain", "SSH-2.0-OpenSSH\r\n\r\n", "",
    "HTTP/1.1 200",
  ])
  func `an answer that is cut off or garbled is broken`(answer: String) async throws {
    let error = try await error { line in
      line.send(answer)
      return false
    }
    guard case .broken = error else { return #expect(error == .broken("")) }
  }

  @Test func `a reset connection is broken`() async throws {
    let error = try await error { line in
      line.reset()
      return false
    }
    guard case .broken = error else { return #expect(error == .broken("")) }
  }

  @Test func `an answer that says it is too large isn't taken`() async throws {
    let error = try await error(.init(bytes: 1000)) { line in
      line.send("HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n")
      line.untilHungUp()
      return false
    }
    #expect(error == .tooLarge(limit: 1000))
  }

  @Test func `an endless answer is cut at the limit`() async throws {
    let chunk = "1000\r\n" + String(repeating: "x", count: 0x1000) + "\r\n"
    let error = try await error(.init(bytes: 1 << 20)) { line in
      line.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
      while line.send(chunk) {}
      return false
    }
    #expect(error == .tooLarge(limit: 1 << 20))
  }

  @Test func `endless headers are cut`() async throws {
    let header = "X-Header: " + String(repeating: "x", count: 1000) + "\r\n"
    let error = try await error { line in
      line.send("HTTP/1.1 200 OK\r\n")
      while line.send(header) {}
      return false
    }
    guard case .tooLarge = error else { return #expect(error == .tooLarge(limit: 0)) }
  }

  @Test func `what unpacks to more than the limit is cut`() async throws {
    let packed = try #require(Data(base64Encoded: Self.packedZeros))
    let error = try await error(.init(bytes: 10_000)) { line in
      line.send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(packed.count)\r\n\r\n")
      return line.send(packed)
    }
    #expect(error == .tooLarge(limit: 10_000))
  }

  @Test func `an answer of exactly the limit is taken`() async throws {
    let server = try LoopbackServer { _, line in line.answer(String(repeating: "x", count: 1000)) }
    let response = try await transport.send(HTTPRequest(.get, server.url(), limits: .init(bytes: 1000)))
    #expect(response.body.count == 1000)
  }

  /// A hundred thousand zeros, gzipped.
  private static let packedZeros =
    "H4sIAAAAAAACA+3BMQEAAADCoPVPbQ0PoAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
    + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIBXA32VEdSghgEA"
}
