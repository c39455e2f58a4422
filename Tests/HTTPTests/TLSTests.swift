import Foundation
import HTTP
import TestSupport
import Testing

/// HTTP/2 and certificates, against nghttpx.
@Suite(.enabled(if: TLSProxy.isAvailable, "needs nghttpx (Debian: nghttp2-proxy) and openssl"))
struct TLSTests {
  private let server: LoopbackServer

  init() throws { server = try LoopbackServer { request, line in line.answer(request.headers["via"] ?? "") } }

  private func expectUntrusted(
    _ transport: CurlTransport, _ url: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let error = await #expect(throws: HTTPError.self, sourceLocation: sourceLocation) {
      try await transport.send(HTTPRequest(.get, url))
    }
    guard case .untrusted = error else {
      Issue.record("\(String(describing: error)) instead of untrusted", sourceLocation: sourceLocation)
      return
    }
    #expect(server.requests.isEmpty, sourceLocation: sourceLocation)
  }

  @Test func `HTTP/2 is spoken with a server that does`() async throws {
    let proxy = try TLSProxy(before: server)
    let transport = CurlTransport(userAgent: "test", caFile: proxy.caFile)
    let response = try await transport.send(HTTPRequest(.get, proxy.url()))
    #expect(response.status == 200)
    #expect(response.body == Data("2 nghttpx".utf8))
  }

  @Test func `a POST goes through HTTP/2 whole`() async throws {
    let proxy = try TLSProxy(before: server)
    let transport = CurlTransport(userAgent: "test", caFile: proxy.caFile)
    let body = Data((0..<1_500_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    #expect(try await transport.send(HTTPRequest(.post, proxy.url(), body: body)).status == 200)
    #expect(server.requests.map(\.body) == [body])
  }

  @Test func `many go over HTTP/2 side by side, and one given up doesn't harm the others`() async throws {
    let server = try LoopbackServer { request, line in
      if request.path == "/hang" { line.untilHungUp() }
      return line.answer(request.path)
    }
    let proxy = try TLSProxy(before: server)
    let transport = CurlTransport(userAgent: "test", caFile: proxy.caFile)
    let hanging = Task { try await transport.send(HTTPRequest(.get, proxy.url("/hang"))) }
    for await request in server.arrivals where request.path == "/hang" { break }
    try await within {
      try await withThrowingTaskGroup(of: (String, HTTPResponse).self) { group in
        for number in 0..<20 {
          group.addTask { ("/\(number)", try await transport.send(HTTPRequest(.get, proxy.url("/\(number)")))) }
        }
        hanging.cancel()
        for try await (path, response) in group { #expect(response.body == Data(path.utf8)) }
      }
    }
    await #expect(throws: HTTPError.canceled) { try await hanging.value }
  }

  @Test func `a certificate of an authority that nobody knows isn't trusted`() async throws {
    let proxy = try TLSProxy(before: server)
    await expectUntrusted(CurlTransport(userAgent: "test"), proxy.url())
  }

  @Test func `nor is one of another authority than the file's`() async throws {
    let proxy = try TLSProxy(before: server)
    let other = try TLSProxy(before: server)
    await expectUntrusted(CurlTransport(userAgent: "test", caFile: other.caFile), proxy.url())
  }

  @Test func `nor an expired one`() async throws {
    let proxy = try TLSProxy(before: server, showing: .expired)
    await expectUntrusted(CurlTransport(userAgent: "test", caFile: proxy.caFile), proxy.url())
  }

  @Test func `nor one for another host`() async throws {
    let proxy = try TLSProxy(before: server, showing: .forAnotherHost)
    await expectUntrusted(CurlTransport(userAgent: "test", caFile: proxy.caFile), proxy.url())
  }

  @Test func `without the file of authorities nothing is trusted`() async throws {
    let proxy = try TLSProxy(before: server)
    await expectUntrusted(CurlTransport(userAgent: "test", caFile: proxy.caFile + ".missing"), proxy.url())
  }

  @Test func `a redirect never leads from https to http, not even on this machine`() async throws {
    let plain = try LoopbackServer { _, line in line.answer() }
    let server = try LoopbackServer { _, line in
      line.answer(status: "302 Found", headers: "Location: \(plain.url())\r\n")
    }
    let proxy = try TLSProxy(before: server)
    let transport = CurlTransport(userAgent: "test", caFile: proxy.caFile)
    let error = await #expect(throws: HTTPError.self) {
      try await transport.send(HTTPRequest(.get, proxy.url(), limits: .init(redirects: 5)))
    }
    guard case .badRedirect = error else { return #expect(error == .badRedirect("")) }
    #expect(plain.requests.isEmpty)
  }

  /// A proxy is usually inside, whatever is behind it.
  @Test func `a redirect is followed through a proxy on this computer`() async throws {
    await #expect(processExitsWith: .success) {
      let server = try LoopbackServer { _, line in line.answer() }
      let target = try TLSProxy(before: server, showing: .forAnotherHost)
      let proxy = try LoopbackServer { [port = target.port] request, line in
        request.line == "CONNECT another.example:443 HTTP/1.1" && line.send("HTTP/1.1 200 OK\r\n\r\n")
          && line.connect(to: port)
      }
      setenv("https_proxy", proxy.url(), 1)
      unsetenv("no_proxy")
      unsetenv("NO_PROXY")
      var request = HTTPRequest(.get, "https://another.example/")
      request.referrer = .everywhere
      let transport = CurlTransport(userAgent: "test", caFile: target.caFile)
      for _ in 1...2 {
        let response = try await transport.send(request)
        #expect(response.status == 200)
        #expect(response.place == .everywhere)
      }
      #expect(proxy.requests.count == 1)
    }
  }

  @Test func `a redirect may lead from http on this machine to https`() async throws {
    let proxy = try TLSProxy(before: server)
    let first = try LoopbackServer { _, line in
      line.answer(status: "302 Found", headers: "Location: \(proxy.url())\r\n")
    }
    let transport = CurlTransport(userAgent: "test", caFile: proxy.caFile)
    let response = try await transport.send(HTTPRequest(.get, first.url(), limits: .init(redirects: 1)))
    #expect(response.url == proxy.url())
  }
}

/// Handshakes that come to nothing; no proxy needed.
@Suite struct HandshakeTests {
  private let transport = CurlTransport(userAgent: "test")

  @Test func `a handshake that doesn't end is given up, and nothing was sent`() async throws {
    // It waits for the end of a request's head, which a handshake never has.
    let server = try LoopbackServer { _, line in line.answer() }
    let error = await #expect(throws: HTTPError.self) {
      try await transport.send(HTTPRequest(.get, "https://127.0.0.1:\(server.port)/", limits: .init(connect: 1)))
    }
    guard case .refused = error else { return #expect(error == .refused("")) }
  }
}
