import Foundation
import HTTP
import TestSupport
import Testing

@Suite struct RedirectTests {
  private let transport = CurlTransport(userAgent: "test")

  private func request(_ url: String, redirects: Int = 5, headers: [HTTPRequest.Header] = []) -> HTTPRequest {
    HTTPRequest(.get, url, headers: headers, limits: .init(total: 20, redirects: redirects))
  }

  private func expectBadRedirect(_ request: HTTPRequest, sourceLocation: SourceLocation = #_sourceLocation) async {
    let error = await #expect(throws: HTTPError.self, sourceLocation: sourceLocation) {
      try await transport.send(request)
    }
    guard case .badRedirect = error else {
      Issue.record("\(String(describing: error)) instead of a bad redirect", sourceLocation: sourceLocation)
      return
    }
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `a redirect is followed, relative ones too`(status: Int) async throws {
    let server = try LoopbackServer { request, line in
      switch request.path {
      case "/a/1": line.answer("not this", status: "\(status) Moved", headers: "Location: 2?x=y\r\nX-First: 1\r\n")
      case "/a/2?x=y":
        line.answer("", status: "\(status) Moved", headers: "Location: //127.0.0.1:\(request.port)/3\r\n")
      default: line.answer("there")
      }
    }
    let response = try await transport.send(request(server.url("/a/1")))
    #expect(response.status == 200)
    #expect(response.body == Data("there".utf8))
    #expect(response.url == server.url("/3"))
    #expect(response[header: "x-first"] == nil)
  }

  @Test func `as many as allowed are followed, and no more`() async throws {
    let server = try LoopbackServer { request, line in
      guard let left = Int(request.path.dropFirst()), left > 0 else { return line.answer("end") }
      return line.answer(status: "302 Found", headers: "Location: /\(left - 1)\r\n")
    }
    #expect(try await transport.send(request(server.url("/5"))).url == server.url("/0"))
    #expect(server.requests.count == 6)
    await expectBadRedirect(request(server.url("/6")))
    #expect(server.requests.count == 12)
    await expectBadRedirect(request(server.url("/1"), redirects: 0))
  }

  @Test(arguments: [
    "http://example.org/", "ftp://127.0.0.1/", "file:///etc/passwd", "http://", "http://name:word@127.0.0.1/",
    "http://192.168.0.1/",
  ])
  func `a redirect to where we don't go isn't followed`(target: String) async throws {
    let server = try LoopbackServer { _, line in line.answer(status: "302 Found", headers: "Location: \(target)\r\n") }
    await expectBadRedirect(request(server.url()))
  }

  @Test(arguments: [300, 304, 305])
  func `other statuses of their kind are answers`(status: Int) async throws {
    let server = try LoopbackServer { _, line in
      line.send("HTTP/1.1 \(status) Other\r\nLocation: /x\r\nContent-Length: 0\r\n\r\n")
    }
    #expect(try await transport.send(request(server.url())).status == status)
  }

  @Test func `a redirect that leads nowhere is an answer`() async throws {
    let server = try LoopbackServer { _, line in line.answer("lost", status: "302 Found") }
    #expect(try await transport.send(request(server.url())).status == 302)
  }

  @Test func `credentials stay with the service they are for`() async throws {
    let other = try LoopbackServer { _, line in line.answer("other") }
    let server = try LoopbackServer { request, line in
      let target = request.path == "/home" ? "/stay" : request.path == "/stay" ? other.url("/away") : ""
      return line.answer(status: "307 Moved", headers: "Location: \(target)\r\n")
    }
    let credentials = ["Authorization", "X-API-Key", "api-key", "User-Agent"].map { HTTPRequest.Header($0, "secret") }
    let headers = credentials + [.init("X-Plain", "1")]
    _ = try await transport.send(request(server.url("/home"), headers: headers))
    #expect(server.requests.map { $0.headers["x-api-key"] } == ["secret", "secret"])
    #expect(server.requests.map { $0.headers["authorization"] } == ["secret", "secret"])
    let away = try #require(other.requests.first)
    #expect(away.headers["x-plain"] == "1")
    for name in ["authorization", "x-api-key", "api-key"] { #expect(away.headers[name] == nil) }
    #expect(away.headers["user-agent"] == "test")
  }

  @Test func `a POST goes on as itself and at home only`() async throws {
    let other = try LoopbackServer { _, line in line.answer("other") }
    let server = try LoopbackServer { request, line in
      switch request.path {
      case "/same": line.answer(status: "307 Moved", headers: "Location: /end\r\n")
      case "/turned": line.answer(status: "303 See", headers: "Location: /end\r\n")
      case "/away": line.answer(status: "307 Moved", headers: "Location: \(other.url("/"))\r\n")
      default: line.answer("end")
      }
    }
    func post(_ path: String) -> HTTPRequest {
      HTTPRequest(.post, server.url(path), body: Data("photo".utf8), limits: .init(redirects: 5))
    }
    #expect(try await transport.send(post("/same")).body == Data("end".utf8))
    #expect(server.requests.map(\.body) == [Data("photo".utf8), Data("photo".utf8)])
    await expectBadRedirect(post("/turned"))
    await expectBadRedirect(post("/away"))
    #expect(other.requests.isEmpty)
  }

  /// Where a name leads is only known when it is connected to.
  @Test func `a redirect from outside to a name of this computer isn't followed, on a kept connection neither`()
    async throws
  {
    let server = try LoopbackServer { _, line in line.answer("secret") }
    var redirected = request("http://localhost:\(server.port)/")
    redirected.referrer = .everywhere
    await expectBadRedirect(redirected)
    redirected.referrer = .network
    await expectBadRedirect(redirected)
    #expect(server.requests.isEmpty)
    #expect(try await transport.send(request(redirected.url)).place == .thisComputer)
    await expectBadRedirect(redirected)
    #expect(server.requests.count == 1)
    redirected.referrer = .thisComputer
    #expect(try await transport.send(redirected).status == 200)
  }

  @Test func `the time is for all of them together`() async throws {
    let server = try LoopbackServer { request, line in
      usleep(300_000)
      return line.answer(status: "302 Found", headers: "Location: /x\(request.path)\r\n")
    }
    let error = await #expect(throws: HTTPError.self) {
      try await transport.send(HTTPRequest(.get, server.url(), limits: .init(total: 1, redirects: 1000)))
    }
    guard case .timedOut = error else { return #expect(error == .timedOut("")) }
  }

  @Test func `past a redirect, nobody says that nothing was sent`() async throws {
    let closed = try LoopbackSocket()
    defer { closed.close() }
    let server = try LoopbackServer { _, line in
      line.answer(status: "302 Found", headers: "Location: http://127.0.0.1:\(closed.port)/\r\n")
    }
    let error = await #expect(throws: HTTPError.self) { try await transport.send(request(server.url())) }
    guard case .broken = error else { return #expect(error == .broken("")) }
  }
}
