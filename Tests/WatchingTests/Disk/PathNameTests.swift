import Disk
import Foundation
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
    ("???", "untitled"),
    ("...And Justice for All", "And Justice for All"),
    ("Mr. Bungle", "Mr. Bungle"),
    ("Untitled #23...", "Untitled #23"),
    ("Who's Next?", "Who's Next"),
    ("What-Ever: \"Never\"*", "What-Ever- 'Never'-"),
    ("AC|DC", "AC-DC"),
    ("<Untitled>", "(Untitled)"),
    ("Back\\Slash", "Back-Slash"),
    ("? & the Mysterians", "& the Mysterians"),
    ("Do ? this", "Do this"),
    ("CON", "CON_"),
    ("con.tar.gz", "con_.tar.gz"),
    ("Nul . x", "Nul_ . x"),
    ("COM¹", "COM¹_"),
    ("lpt0", "lpt0_"),
    ("CONIN$", "CONIN$_"),
    ("CON?", "CON_"),
    ("Console", "Console"),
    ("COM10", "COM10"),
    ("CON artist", "CON artist"),
    (" a \t\r\n b ", "a b"),
    ("a\u{0}b\u{7}\u{1b}[31mred\u{7F}", "ab[31mred"),
    ("photo\u{202e}gpj.exe", "photogpj.exe"),
    ("\u{2066}a\u{2069}\u{200f}\u{feff}\u{200b}b", "ab"),
    ("a\u{2028}b\u{2029}c\u{a0}d\u{3000}e", "a b c d e"),
    ("\u{200d}\u{200c}", "untitled"),
    ("\u{ad}\u{2060}", "untitled"),
    ("a\u{FFFF}b\u{378}c", "abc"),
    ("Bjo\u{308}rk", "Björk"),
    ("\u{212B}", "Å"),
    ("e\u{200B}\u{301}", "é"),
    ("Björk – Homogenic", "Björk – Homogenic"),
    ("坂本龍一 - 千のナイフ", "坂本龍一 - 千のナイフ"),
    ("Кино - Группа крови", "Кино - Группа крови"),
    ("فيروز - سهر الليالي", "فيروز - سهر الليالي"),
    ("می‌خواهم", "می‌خواهم"),
    ("👩‍👩‍👧 love", "👩‍👩‍👧 love"),
    ("{{title}} &amp; $(rm -rf)", "{{title}} &amp; $(rm -rf)"),
  ])
  func `hostile text becomes a harmless name, and other text stays as it is`(text: String, name: String) {
    // Scalars, since == takes equivalent spellings for the same.
    #expect(Array(PathName(text).text.unicodeScalars) == Array(name.unicodeScalars))
  }

  @Test(arguments: [
    ("IMG.jpg", "IMG.jpg"), ("CON.jpg", "CON_.jpg"), ("12:30.jpg", "12-30.jpg"), ("Who?.JPG", "Who.JPG"),
    ("?.jpg", "untitled.jpg"), (" .jpg", "untitled.jpg"), (".jpg", "untitled.jpg"), ("a. .jpg", "a.jpg"), ("a.?", "a"),
    ("a .b.?", "a.b"), ("Cafe\u{301}.jpg", "Café.jpg"), ("Vol. 2, and what came of it", "Vol. 2, and what came of it"),
  ])
  func `a photo keeps its extension`(text: String, name: String) {
    #expect(Array(PathName(ofFile: text).text.unicodeScalars) == Array(name.unicodeScalars))
  }

  @Test(arguments: ["é", "音", "👩‍👩‍👧", "e\u{301}", "a b", "a. "])
  func `a long name is cut between characters, within the limit`(piece: String) {
    let text = String(repeating: piece, count: 300)
    for limit in 30...60 {
      let name = PathName(text, bytes: limit).text
      #expect(name.utf8.count <= limit)
      #expect(name.utf8.count > limit - piece.utf8.count - 3)
      #expect(text.hasPrefix(name))
      #expect(name.last != " " && name.last != ".")
    }
  }

  @Test func `a letter under hundreds of marks is left out whole`() {
    let letter = "e" + String(repeating: "\u{301}", count: 500)
    #expect(PathName(letter).text == "untitled")
    #expect(PathName("IMG \(letter)").text == "IMG")
    // The cut must not uncover a device.
    #expect(PathName("CON\(letter)").text == "CON_")
  }

  @Test(arguments: ["IMG.jpg", "Blue", "CON", "a.b.c", "👩‍👩‍👧.jpg", "x" + String(repeating: "é", count: 200) + ".jpg"])
  func `a name covers itself, its numbers and what older versions made of the same text`(text: String) {
    for name in [PathName(ofFile: text), PathName(text), PathName(text, before: " (12)")] {
      #expect(name.covers(name.text))
      for number in [2, 3, 10, 999] {
        #expect(name.numbered(number).utf8.count <= PathName.longest)
        #expect(name.covers(name.numbered(number)), "\(name.numbered(number))")
      }
      for other in [name.text + "x", "x" + name.text, name.numbered(1), name.numbered(0), name.numbered(-2)]
      where other.utf8.count <= PathName.longest {
        #expect(!name.covers(other), "\(other)")
      }
    }
    #expect(PathName("IMG The Who - Who's Next?").covers("IMG The Who - Who's Next? 2"))
    #expect(!PathName("IMG The Who - Who's Next?").covers("IMG The Who - Who's Nextdoor"))
  }

  @Test(arguments: [
    ("Blue", "BLUE"), ("é", "e\u{301}"), ("É", "e\u{301}"), ("σ", "ς"), ("Straße", "STRASSE"), ("ẞ", "ß"),
    ("k", "\u{212A}"),
    ("a\u{200D}b", "AB"), ("Группа", "ГРУППА"), ("ﬁ", "FI"),
  ])
  func `names that some system takes for the same are alike`(one: String, other: String) {
    #expect(PathName.likeness(one) == PathName.likeness(other))
  }

  @Test(arguments: [("e", "é"), ("Blue", "Blue 2"), ("か", "が"), ("и", "й"), ("-", "_")])
  func `names that all systems tell apart aren't alike`(one: String, other: String) {
    #expect(PathName.likeness(one) != PathName.likeness(other))
  }
}
