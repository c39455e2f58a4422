package import FoundationEssentials

/// A request to an outside service.
package struct HTTPRequest: Equatable, Sendable {
  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
    case delete = "DELETE"
  }

  package struct Header: Equatable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// What a request may cost in time and bytes.
  package struct Limits: Equatable, Sendable {
    /// Seconds to name resolution, connection and TLS handshake.
    package var connect: Double
    /// Seconds to the last byte of the answer.
    package var total: Double
    /// Seconds for which fewer than 1,000 bytes a second may come in, once an answer has begun.
    package var stalled: Double
    /// The most bytes that are taken of an answer's body.
    package var bytes: Int
    /// How many redirects are followed; each https, or http to a loopback address. Nil follows none, and takes the first
    /// for the answer (`HTTPResponse.target`).
    package var redirects: Int?

    package init(
      connect: Double = 10, total: Double = 60, stalled: Double = 20, bytes: Int = 8 << 20, redirects: Int? = 0
    ) {
      self.connect = connect
      self.total = total
      self.stalled = stalled
      self.bytes = bytes
      self.redirects = redirects
    }
  }

  package var method: Method
  /// https; http only to a loopback address.
  package var url: String
  package var headers: [Header]
  package var body: Data?
  package var limits: Limits

  package init(
    _ method: Method = .get, _ url: String, headers: [Header] = [], body: Data? = nil, limits: Limits = Limits()
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.limits = limits
  }
}
