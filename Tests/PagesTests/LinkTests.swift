import Albums
import Testing

@testable import Pages

@Suite struct LinkTests {
  @Test(arguments: [
    ("IMG_1 Can - Tago Mago", "IMG_1%20Can%20-%20Tago%20Mago"), ("50% #1? & more", "50%25%20%231%3F%20%26%20more"),
    ("Björk", "Bj%C3%B6rk"), ("a:b\"c'<d>", "a%3Ab%22c%27%3Cd%3E"), ("a\\b;c=d+e,f", "a%5Cb%3Bc%3Dd%2Be%2Cf"),
    ("javascript:alert(1)", "javascript%3Aalert%281%29"), ("ジ", "%E3%82%B8"), ("a\nb", "a%0Ab"), ("a/b", "a%2Fb"),
  ])
  func `a folder's name may hold anything`(name: String, encoded: String) {
    #expect(Link(file: "..", name, "index.html").address == "../\(encoded)/index.html")
  }

  @Test(arguments: [
    ("https://example.org/a?b=1&c=2#d", "https://example.org/a?b=1&c=2#d"),
    ("HTTP://Example.org", "http://Example.org"),
    ("https://example.org/ä b\"<'>", "https://example.org/%C3%A4%20b%22%3C%27%3E"),
    ("https://[2001:db8::1]:8080/", "https://[2001:db8::1]:8080/"),
    ("https://example.org/a%20b", "https://example.org/a%20b"),
  ])
  func `a web address is taken`(text: String, address: String) {
    #expect(Link(web: text)?.address == address)
  }

  @Test(arguments: [
    "javascript:alert(1)", "javascript://example.org/%0aalert(1)", "JaVaScRiPt:alert(1)", " https://example.org",
    "\u{1}javascript:alert(1)", "data:text/html,<script>", "file:///etc/passwd", "//example.org", "example.org", "",
    "https://", "https:///path", "https://user:pass@example.org", "https://exa mple.org", "https://exämple.org",
    "ftp://example.org", "vbscript:x", "https:example.org",
  ])
  func `anything else is no link`(text: String) {
    #expect(Link(web: text) == nil)
  }

  @Test func `what plays has an address only with a key, and a number that can be a scan's`() {
    let key = SamplePages.key
    #expect(Link(playing: ScanID(17), key: key)?.address == "albumscan:play?scan=17&k=\(key)")
    #expect(Link(playing: ScanID(0), key: key) == nil)
    #expect(Link(playing: ScanID(17), key: String(key.dropLast())) == nil)
    #expect(Link(playing: ScanID(17), key: key.uppercased()) == nil)
  }

  @Test func `the host is what a reader judges by`() {
    #expect(Link(web: "https://www.Example.org/x")?.host == "example.org")
  }
}
