import Testing

@testable import Pages

@Suite struct HTMLTests {
  @Test func `what is interpolated is text, whatever it looks like`() {
    let hostile = "<script>alert(1)</script> & \"quoted\" 'too'"
    let markup: HTML = "<p title=\"\(hostile)\">\(hostile)</p>"
    let safe = "&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;quoted&quot; &#39;too&#39;"
    #expect(markup.text == "<p title=\"\(safe)\">\(safe)</p>")
  }

  @Test func `markup inside markup stays markup, and nothing stays nothing`() {
    let inner: HTML = "<b>\("a<b")</b>"
    let none: HTML? = nil
    let outer: HTML = "<p>\(inner)\(none)\(3)</p>"
    #expect(outer.text == "<p><b>a&lt;b</b>3</p>")
  }

  @Test(arguments: ["a\u{0}b", "a\u{1B}b", "a\u{7F}b", "a\u{85}b", "a\u{202E}b", "a\u{2066}b\u{2069}", "a\rb"])
  func `control characters and marks that turn the writing around are left out`(hostile: String) {
    let markup: HTML = "\(hostile)"
    #expect(markup.text == "ab")
  }

  @Test(arguments: ["Ágætis byrjun", "ゴールデン・ベスト", "بوم", "f#a#∞", "👩‍👩‍👧", "e\u{301}"])
  func `any language's letters stay as they are`(title: String) {
    let markup: HTML = "\(title)"
    #expect(markup.text == title)
  }

  @Test func `lines stand below each other`() {
    #expect(([] as [HTML]).lines().text == "")
    #expect((["<a>", "<b>"] as [HTML]).lines().text == "<a>\n<b>")
  }
}
