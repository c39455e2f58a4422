import Testing

@testable import HTTP

@Suite struct WebAddressTests {
  @Test(arguments: [
    "http://localhost/", "http://LOCALHOST:81/", "http://127.0.0.1/", "http://127.9.8.7:1234/x", "http://[::1]/",
    "http://[0:0:0:0:0:0:0:1]:8080/",
  ])
  func `loopback may be asked without https`(url: String) throws {
    let address = try WebAddress(url)
    #expect(address.isLoopback)
    #expect(!address.isSecure)
  }

  @Test(arguments: ["https://example.org", "https://128.0.0.1/", "https://[::2]/", "https://localhost.example.org/"])
  func `elsewhere isn't loopback`(url: String) throws {
    let address = try WebAddress(url)
    #expect(!address.isLoopback)
    #expect(address.isSecure)
  }

  @Test(arguments: [
    "https://localhost/", "https://x.localhost/", "https://127.1/", "https://0.0.0.0/", "https://[::]/",
    "https://0x7F000001/", "https://[::127.0.0.1]/", "https://[::ffff:127.0.0.1]/", "https://[::ffff:0:127.0.0.1]/",
    "https://[64:ff9b::127.0.0.1]/", "https://[2002:7f00:1::]/", "https://127。0。0。1/", "https://127。1/",
    "https://127%E3%80%820.0.1/", "https://①27.0.0.1/",
  ])
  func `some addresses are this computer's own`(url: String) throws {
    #expect(try WebAddress(url).place == .thisComputer)
  }

  @Test(arguments: [
    "https://10.1.2.3/", "https://172.31.0.1/", "https://192.168.0.1/", "https://169.254.169.254/",
    "https://100.64.0.1/", "https://0xC0A80001/", "https://3232235521/", "https://[fd00::1]/", "https://[fe80::1]/",
    "https://[fe80::1%25eth0]/", "https://[fec0::1]/", "https://[::ffff:10.0.0.1]/", "https://[64:ff9b::10.0.0.1]/",
    "https://[64:ff9b:1::1]/", "https://[2002:a00:1::]/",
  ])
  func `some addresses are its network's own`(url: String) throws {
    #expect(try WebAddress(url).place == .network)
  }

  @Test(arguments: [
    "https://archive.org/", "https://10.example.org/", "https://11.0.0.1/", "https://172.32.0.1/",
    "https://192.169.0.1/",
    "https://[2001:db8::1]/", "https://[::ffff:8.8.8.8]/", "https://[64:ff9b::8.8.8.8]/", "https://[2002:808:808::]/",
  ])
  func `others are everybody's`(url: String) throws { #expect(try WebAddress(url).place == .everywhere) }

  @Test(arguments: [
    ("https://archive.org/", "https://192.168.0.1/", false), ("https://archive.org/", "https://localhost/", false),
    ("https://archive.org/", "https://[::1]/", false), ("https://10.0.0.1/", "https://127.0.0.1/", false),
    ("https://127.0.0.1/", "https://10.0.0.1/", false), ("https://10.0.0.1/", "https://10.0.0.2/", true),
    ("https://127.0.0.1/", "https://localhost:8443/", true), ("https://archive.org/", "https://ia1.archive.org/", true),
    ("https://archive.org/", "https://127。0。0。1/", false), ("https://10.0.0.1/", "https://0.0.0.0/", false),
  ])
  func `a redirect leads into this machine or its network only from there`(from: String, to: String, goes: Bool) throws
  {
    let request = HTTPRequest(.get, from, limits: .init(redirects: 1))
    let address = try WebAddress(from)
    let next = try? Redirect.next(after: request, at: address, in: address.place, status: 302, to: to, followed: 0)
    #expect((next != nil) == goes)
  }

  @Test func `where the user's own address leads is the user's choice, also after a redirect to itself`() throws {
    func redirected(_ request: HTTPRequest, to target: String, in place: Place) throws -> HTTPRequest {
      try Redirect.next(
        after: request, at: WebAddress(request.url), in: place, status: 302, to: target, followed: 0
      ).request
    }
    let first = HTTPRequest(.get, "https://nas.example/", limits: .init(redirects: 3))
    let same = try redirected(first, to: "https://nas.example/x", in: .network)
    #expect(same.mayEnter(.network) && same.mayEnter(.thisComputer))
    let neighbor = try redirected(same, to: "https://printer.example/", in: .network)
    #expect(neighbor.mayEnter(.network) && !neighbor.mayEnter(.thisComputer))
    let outside = try redirected(neighbor, to: "https://archive.org/", in: .everywhere)
    #expect(outside.mayEnter(.everywhere) && !outside.mayEnter(.network))
  }

  @Test(arguments: [
    ("https://a.org/x", "https://A.org:443/y", true), ("https://a.org/", "https://b.a.org/", false),
    ("https://a.org/", "https://a.org:444/", false), ("http://127.0.0.1/", "https://127.0.0.1/", false),
    ("http://localhost:1/", "http://127.0.0.1:1/", false),
  ])
  func `an origin is scheme, host and port`(one: String, other: String, same: Bool) throws {
    #expect(try WebAddress(one).hasSameOrigin(as: WebAddress(other)) == same)
  }
}
