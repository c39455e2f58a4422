import Foundation
import HTTP
import TestSupport
import Testing

@Suite struct CurlTransportTests {
  private let transport = CurlTransport(userAgent: "AlbumScan/1.0 ( test@example.org )")

  // MARK: Requests and answers

  @Test func `an answer comes with status, headers, body and address`() async throws {
    let server = try LoopbackServer { _, line in
      line.answer("hello", headers: "X-One: 1\r\nX-EMPTY:\r\n")
    }
    let response = try await transport.send(HTTPRequest(.get, server.url("/a?b=c%20d")))
    #expect(response.status == 200)
    #expect(response.body == Data("hello".utf8))
    #expect(response[header: "x-one"] == "1")
    #expect(response[header: "x-empty"] == "")
    #expect(response.url == server.url("/a?b=c%20d"))
    #expect(server.requests.map(\.line) == ["GET /a?b=c%20d HTTP/1.1"])
  }

  @Test func `a round trip is told of a connection that was there before`() async throws {
    let server = try LoopbackServer { request, line in
      request.path == "/last" ? line.answer(headers: "Connection: close\r\n") && false : line.answer()
    }
    #expect(try await transport.send(HTTPRequest(.get, server.url("/first"))).roundTrip == nil)
    let second = try #require(try await transport.send(HTTPRequest(.get, server.url("/last"))).roundTrip)
    #expect(second > .zero && second < .seconds(30))
    #expect(try await transport.send(HTTPRequest(.get, server.url("/first"))).roundTrip == nil)
  }

  @Test(arguments: ["404 Not Found", "429 Too Many", "500 Oops", "503 Busy", "204 Nothing"])
  func `a bad status is an answer`(status: String) async throws {
    let server = try LoopbackServer { _, line in
      line.send("HTTP/1.1 \(status)\r\n" + (status.hasPrefix("204") ? "\r\n" : "Content-Length: 3\r\n\r\nwhy"))
    }
    let response = try await transport.send(HTTPRequest(.get, server.url()))
    #expect(status.hasPrefix("\(response.status) "))
  }

  @Test func `a POST brings its body whole, once, without asking first`() async throws {
    let server = try LoopbackServer { _, line in line.answer() }
    let body = Data((0..<2_000_000).map { UInt8(truncatingIfNeeded: $0) })
    _ = try await transport.send(
      HTTPRequest(.post, server.url(), headers: [.init("Content-Type", "application/json")], body: body))
    let request = try #require(server.requests.first)
    #expect(server.requests.count == 1)
    #expect(request.line == "POST / HTTP/1.1")
    #expect(request.body == body)
    #expect(request.headers["content-type"] == "application/json")
    #expect(request.headers["expect"] == nil)
  }

  @Test func `a POST may be empty`() async throws {
    let server = try LoopbackServer { _, line in line.answer() }
    _ = try await transport.send(HTTPRequest(.post, server.url()))
    #expect(server.requests.first?.headers["content-length"] == "0")
  }

  @Test func `every request says who asks, unless it says so itself`() async throws {
    let server = try LoopbackServer { _, line in line.answer() }
    _ = try await transport.send(HTTPRequest(.get, server.url()))
    _ = try await transport.send(HTTPRequest(.get, server.url(), headers: [.init("User-Agent", "Own/2")]))
    #expect(server.requests.map { $0.headers["user-agent"] } == ["AlbumScan/1.0 ( test@example.org )", "Own/2"])
  }

  @Test(arguments: ["", "  ", "\r\n"])
  func `a blank name is never sent`(name: String) async throws {
    let server = try LoopbackServer { _, line in line.answer() }
    _ = try await CurlTransport(userAgent: name).send(HTTPRequest(.get, server.url()))
    #expect(server.requests.first?.headers["user-agent"] == "AlbumScan")
  }

  @Test func `interim answers and trailers are left out`() async throws {
    let server = try LoopbackServer { _, line in
      line.send("HTTP/1.1 103 Early Hints\r\nX-Early: 1\r\n\r\n")
      return line.send(
        "HTTP/1.1 200 OK\r\nX-Late: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX-Trailer: 3\r\n\r\n")
    }
    let response = try await transport.send(HTTPRequest(.get, server.url()))
    #expect(response.headers == [.init("X-Late", "2"), .init("Transfer-Encoding", "chunked")])
    #expect(response.body == Data("ok".utf8))
  }

  @Test func `a connection is used again`() async throws {
    let server = try LoopbackServer { _, line in line.answer() }
    for _ in 1...3 { _ = try await transport.send(HTTPRequest(.get, server.url())) }
    #expect(server.requests.map(\.connection) == [1, 1, 1])
  }

  @Test(arguments: [HTTPRequest.Method.get, .post])
  func `nothing is sent twice when a kept connection dies under a request`(method: HTTPRequest.Method) async throws {
    let server = try LoopbackServer { request, line in request.path == "/first" ? line.answer() : false }
    _ = try await transport.send(HTTPRequest(.get, server.url("/first")))
    let error = await #expect(throws: HTTPError.self) {
      try await transport.send(HTTPRequest(method, server.url("/second")))
    }
    guard case .broken = error else { return #expect(error == .broken("")) }
    #expect(server.requests.map(\.path) == ["/first", "/second"])
    #expect(server.requests.map(\.connection) == [1, 1])
  }

  @Test func `many run side by side`() async throws {
    let server = try LoopbackServer { request, line in
      line.answer(request.path, status: request.path == "/7" ? "404 No" : "200 OK")
    }
    let answers = try await withThrowingTaskGroup(of: (Int, HTTPResponse).self) { group in
      for number in 0..<40 {
        group.addTask { (number, try await transport.send(HTTPRequest(.get, server.url("/\(number)")))) }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    for number in 0..<40 {
      #expect(answers[number]?.status == (number == 7 ? 404 : 200))
      #expect(answers[number]?.body == Data("/\(number)".utf8))
    }
  }

  // MARK: What isn't sent

  @Test(arguments: [
    "http://example.org/", "http://192.168.1.2/", "http://128.0.0.1/", "http://127.0.0.1.example.org/",
    "http://localhost.example.org/", "ftp://127.0.0.1/", "file:///etc/passwd", "gopher://127.0.0.1/", "127.0.0.1", "",
    "https://", "https://name:word@example.org/", "https://example.org/a b", "https://example.org/\r\nX: y",
    "https://example.org\u{0}.evil/", "http://[::2]/", "http://0.0.0.0/",
  ])
  func `an address that isn't allowed is refused`(url: String) async throws {
    let error = await #expect(throws: HTTPError.self) { try await transport.send(HTTPRequest(.get, url)) }
    guard case .badAddress = error else { return #expect(error == .badAddress("")) }
  }

  @Test(arguments: [("X-Key", "secret\n"), ("X-Key", "a\r\nX-Other: b"), ("X\r\nKey", "v"), ("X-Key", "a\u{0}b")])
  func `a header can't smuggle in another, and its value isn't told`(name: String, value: String) async throws {
    let server = try LoopbackServer { _, line in line.answer() }
    let error = await #expect(throws: HTTPError.self) {
      try await transport.send(HTTPRequest(.get, server.url(), headers: [.init(name, value)]))
    }
    guard case .badAddress(let reason) = error else { return #expect(error == .badAddress("")) }
    #expect(!reason.contains("secret"))
    #expect(server.requests.isEmpty)
  }

  @Test func `a closed port refuses, and nothing was sent`() async throws {
    let closed = try LoopbackSocket()
    defer { closed.close() }
    let error = await #expect(throws: HTTPError.self) {
      try await transport.send(HTTPRequest(.get, "http://127.0.0.1:\(closed.port)/"))
    }
    guard case .refused = error else { return #expect(error == .refused("")) }
  }

  /// A proxy would look the name up in our place.
  private static let isDirect = Set(ProcessInfo.processInfo.environment.keys)
    .isDisjoint(with: ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"])

  @Test(.enabled(if: isDirect, "the environment names a proxy"))
  func `a name that doesn't exist can't be reached`() async throws {
    let error = await #expect(throws: HTTPError.self) {
      try await transport.send(HTTPRequest(.get, "https://albumscan.invalid/", limits: .init(connect: 5, total: 10)))
    }
    guard case .unreachable = error else { return #expect(error == .unreachable("")) }
  }

  @Test(arguments: ["localhost", "LOCALHOST", "127.0.0.1"])
  func `this machine itself may be asked without https`(host: String) async throws {
    let server = try LoopbackServer { _, line in line.answer() }
    #expect(try await transport.send(HTTPRequest(.get, server.url(host: host))).status == 200)
  }
}
