package import FoundationEssentials

/// A request to an outside service.
package struct HTTPRequest: Equatable, Sendable {
  package enum Method: String, Sendable {
    case get = "GET"
    case post = "POST"
  }

  package struct Header: Equatable, Sendable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The limits of a request in time and bytes.
  package struct Limits: Equatable, Sendable {
    /// Seconds until name resolution, connection, and TLS handshake are done.
    package var connect: Double
    /// Seconds until the last byte of the answer.
    package var total: Double
    /// How many seconds an answer that has begun may arrive at less than 1,000 bytes per second.
    package var stalled: Double
    /// The most bytes in an answer's body.
    package var bytes: Int
    /// The most redirects to follow, each to https, or to http on a loopback address. Nil follows none, and returns the
    /// first one as the answer (`HTTPResponse.target`).
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
  /// https, or http to a loopback address.
  package var url: String
  package var headers: [Header]
  package var body: Data?
  package var limits: Limits
  /// Where the service is that redirected here; nil if none did. See `mayEnter`.
  package var referrer: Place?

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
