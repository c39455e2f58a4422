internal import CCurl
package import FoundationEssentials

/// A service's response, with any status.
package struct HTTPResponse: Equatable, Sendable {
  package var status: Int
  /// Of the last answer in a chain of redirects, in their order.
  package var headers: [HTTPRequest.Header]
  package var body: Data
  /// The address of the answer, after redirects.
  package var url: String
  /// The absolute address that a redirect leads to, if it wasn't followed.
  package var target: String?
  /// Where the service is that answered.
  package var place = Place.everywhere
  /// The time from writing the request to a reused connection until the end of the answer. Nil for a new connection,
  /// which a service may accept much later than it seems.
  package var roundTrip: Duration?

  package init(
    status: Int, headers: [HTTPRequest.Header] = [], body: Data = Data(), url: String = "", target: String? = nil
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.url = url
    self.target = target
  }

  /// The last value of a header; case doesn't matter.
  package subscript(header name: String) -> String? {
    headers.last { $0.name.lowercased() == name.lowercased() }?.value
  }
}

extension HTTPResponse {
  /// How many seconds the service asks clients to wait, 0 to 86,400; nil if it doesn't say.
  ///
  /// `retry-after-ms` (milliseconds; not standard, but the model providers' SDKs read it first), otherwise
  /// `Retry-After` in seconds or as a date (RFC 9110 §10.2.3). A date is taken relative to the answer's own `Date`, so
  /// that a wrong clock on either side doesn't matter; `now` is used if there is none.
  package func retryAfter(now: Date) -> TimeInterval? {
    if let milliseconds = self[header: "retry-after-ms"].flatMap(Self.number) {
      return Self.bounded(milliseconds / 1000)
    }
    guard let value = self[header: "retry-after"] else { return nil }
    if let seconds = Self.number(value) { return Self.bounded(seconds) }
    guard let until = Self.date(value) else { return nil }
    return Self.bounded(until.timeIntervalSince(self[header: "date"].flatMap(Self.date) ?? now))
  }

  private static func bounded(_ seconds: TimeInterval) -> TimeInterval { min(max(seconds, 0), 86_400) }

  /// A plain decimal number. `Double` alone would also accept `nan`, `inf`, and `0x10`.
  private static func number(_ text: String) -> Double? {
    let text = text.drop { $0 == " " }
    guard text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") }) else { return nil }
    return Double(text)
  }

  private static func date(_ text: String) -> Date? {
    let seconds = curl_getdate(text, nil)
    return seconds < 0 ? nil : Date(timeIntervalSince1970: TimeInterval(seconds))
  }
}
