import FoundationEssentials
import HTTP
import Testing

@Suite struct RetryAfterTests {
  /// Sat, 21 Nov 2026 14:00:00 GMT.
  private let now = Date(timeIntervalSince1970: 1_795_269_600)

  @Test(arguments: [
    ("5", 5.0), ("0", 0), ("1.5", 1.5), (" 7", 7), ("-3", 0), ("999999999", 86_400),
    ("Sat, 21 Nov 2026 14:01:30 GMT", 90), ("Saturday, 21-Nov-26 14:01:30 GMT", 90), ("Sat Nov 21 14:01:30 2026", 90),
    ("Sat, 21 Nov 2026 13:00:00 GMT", 0), ("Sat, 21 Nov 2037 14:00:00 GMT", 86_400),
  ])
  func `seconds and dates are understood, and bounded to a day`(value: String, seconds: Double) {
    let response = HTTPResponse(status: 503, headers: [.init("Retry-After", value)])
    #expect(response.retryAfter(now: now) == seconds)
  }

  @Test(arguments: ["", "soon", "nan", "inf", "0x10", "1e9", "--1", "1.2.3"])
  func `nonsense says nothing`(value: String) {
    let response = HTTPResponse(status: 503, headers: [.init("Retry-After", value)])
    #expect(response.retryAfter(now: now) == nil)
  }

  @Test func `milliseconds go before seconds`() {
    let response = HTTPResponse(status: 429, headers: [.init("retry-after", "9"), .init("Retry-After-Ms", "250")])
    #expect(response.retryAfter(now: now) == 0.25)
  }

  @Test func `a date is counted from the answer's own, so that our clock may be wrong`() {
    let response = HTTPResponse(
      status: 503,
      headers: [.init("Date", "Sat, 21 Nov 2026 10:00:00 GMT"), .init("Retry-After", "Sat, 21 Nov 2026 10:00:20 GMT")])
    #expect(response.retryAfter(now: now) == 20)
  }

  @Test func `an answer without the header asks for nothing`() {
    #expect(HTTPResponse(status: 503).retryAfter(now: now) == nil)
  }
}
