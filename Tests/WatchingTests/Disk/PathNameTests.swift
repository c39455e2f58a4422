import Disk
import Testing

@Suite struct PathNameTests {
  @Test(arguments: [
    ("IMG_1 Radiohead - OK Computer", "IMG_1 Radiohead - OK Computer"),
    ("AC/DC - Back in Black", "AC-DC - Back in Black"),
    ("../../etc/passwd", "-..-etc-passwd"),
    ("..", "untitled"),
    (".", "untitled"),
    ("", "untitled"),
    ("   ", "untitled"),
    ("...And Justice for All", "And Justice for All"),
    ("Mr. Bungle", "Mr. Bungle"),
    ("Untitled #23...", "Untitled #23"),
    (" a \t\r\n b ", "a b"),
    ("a\u{0}b\u{7}\u{1b}[31mred", "ab[31mred"),
    ("photo\u{202e}gpj.exe", "photogpj.exe"),
    ("\u{2066}a\u{2069}\u{200f}\u{feff}\u{200b}b", "ab"),
    ("a\u{2028}b\u{2029}c\u{a0}d\u{3000}e", "a b c d e"),
    ("\u{200d}\u{200c}", "untitled"),
    ("\u{ad}\u{2060}", "untitled"),
    ("Björk – Homogenic", "Björk – Homogenic"),
    ("坂本龍一 - 千のナイフ", "坂本龍一 - 千のナイフ"),
    ("Кино - Группа крови", "Кино - Группа крови"),
    ("فيروز - سهر الليالي", "فيروز - سهر الليالي"),
    ("می‌خواهم", "می‌خواهم"),
    ("👩‍👩‍👧 love", "👩‍👩‍👧 love"),
    ("{{title}} <b>&amp; $(rm -rf)", "{{title}} <b>&amp; $(rm -rf)"),
  ])
  func `hostile text becomes a harmless name, and other text stays as it is`(text: String, name: String) {
    // Scalars, since == takes equivalent spellings for the same.
    #expect(Array(PathName.safe(text).unicodeScalars) == Array(name.unicodeScalars))
  }

  @Test(arguments: ["é", "音", "👩‍👩‍👧", "e\u{301}", "a b", "a. "])
  func `a long name is cut between characters, within the limit`(piece: String) {
    let text = String(repeating: piece, count: 300)
    for limit in 30...60 {
      let name = PathName.safe(text, bytes: limit)
      #expect(name.utf8.count <= limit)
      #expect(name.utf8.count > limit - piece.utf8.count - 3)
      #expect(text.hasPrefix(name))
      #expect(name.last != " " && name.last != ".")
    }
  }

  @Test func `one letter under hundreds of marks is cut between the marks`() {
    let name = PathName.safe("e" + String(repeating: "\u{301}", count: 500), bytes: 100)
    #expect(name.utf8.count <= 100)
    #expect(name.unicodeScalars.first == "e")
  }

  @Test func `a name made safe stays the same when it is made safe again`() {
    for text in ["a/b", "x.", " .. a", String(repeating: "ab. ", count: 100), "\u{202e}"] {
      let name = PathName.safe(text)
      #expect(PathName.safe(name) == name)
    }
  }
}
