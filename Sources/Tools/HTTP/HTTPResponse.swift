internal import CCurl
package import FoundationEssentials

/// A service's response, with any status.
package struct HTTPResponse: Equatable, Sendable {
  package var status: Int
  /// Of the last answer in a chain of redirects, in the order in which they came.
  package var headers: [HTTPRequest.Header]
  package var body: Data
  /// Where the answer came from, after redirects.
  package var url: String
  /// Where a redirect that wasn't followed leads: a whole address.
  package var target: String?
  /// From the moment at which the request was written to a connection that had been used before to the answer's end; nil
  /// where it was written to a new one, which a service may take up much later than it seems to be there.
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

  /// The last value of a header, whatever the case of its name.
  package subscript(header name: String) -> String? {
    headers.last { $0.name.lowercased() == name.lowercased() }?.value
  }
}

extension HTTPResponse {
  /// How many seconds the service asks to be left alone, 0 to 86,400; nil where it doesn't say.
  ///
  /// `retry-after-ms` (milliseconds; not standard, but the model providers' SDKs read it first), else `Retry-After` as
  /// seconds or as a date (RFC 9110 §10.2.3). A date is taken relative to the answer's own `Date`, so that a wrong
  /// clock on either side doesn't matter; `now` stands in where there is none.
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

  /// A plain decimal number. `Double` alone would also take `nan`, `inf` and `0x10`.
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
