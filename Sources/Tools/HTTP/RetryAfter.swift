internal import CCurl
package import FoundationEssentials

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
