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
    ("https://a.org/x", "https://A.org:443/y", true), ("https://a.org/", "https://b.a.org/", false),
    ("https://a.org/", "https://a.org:444/", false), ("http://127.0.0.1/", "https://127.0.0.1/", false),
    ("http://localhost:1/", "http://127.0.0.1:1/", false),
  ])
  func `an origin is scheme, host and port`(one: String, other: String, same: Bool) throws {
    #expect(try WebAddress(one).hasSameOrigin(as: WebAddress(other)) == same)
  }
}
