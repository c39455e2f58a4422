import Testing

@testable import Albums

@Suite struct CleanedTests {
  @Test(
    arguments: [
      ("  OK  Computer \n", "OK Computer"), ("a\u{0}b\u{1b}[31mc", "ab[31mc"), ("\u{202e}abc\u{202c}", "abc"),
      ("\u{2066}abc\u{2069}", "abc"), ("a\u{200b}b\u{feff}c", "abc"), ("", nil), (" \t\r\n ", nil), ("\u{202e}", nil),
      ("a\u{2028}b", "a b"), ("cite\u{e200}turn0search1\u{e201}", "citeturn0search1"), ("\u{e0041}\u{e0042}x", "x"),
      ("👩‍🚀", "👩‍🚀"), ("می‌خواهم", "می‌خواهم"), ("e\u{301}", "é"),
      ("z" + String(repeating: "\u{301}", count: 500), "z\u{301}\u{301}\u{301}\u{301}"),
    ] as [(String, String?)])
  func `text keeps what can be seen and nothing else`(text: String, cleaned: String?) {
    #expect(Cleaned.text(text) == cleaned)
  }

  @Test func `text is bounded`() {
    #expect(Cleaned.text(String(repeating: "a", count: 301))?.count == 300)
    #expect(Cleaned.text(String(repeating: "a", count: 300))?.hasSuffix("…") == false)
    #expect(Cleaned.text(String(repeating: "👩‍🚀", count: 100_000), limit: 10)?.count == 10)
    #expect(Cleaned.text(nil) == nil)
  }

  @Test func `lines stay lines`() {
    #expect(Cleaned.lines(" NIGHT  BUS \r\n\r\n\u{202e}Lanterns\u{7} ") == "NIGHT BUS\nLanterns")
    #expect(Cleaned.lines("\n \n") == nil)
  }
}
