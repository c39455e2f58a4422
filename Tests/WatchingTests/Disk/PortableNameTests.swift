import Disk
import DrawnCovers
import Foundation
import Testing

/// Whatever text a name is made from, each system that it may come to takes it.
@Suite struct PortableNameTests {
  /// Of these texts are put together: what one system or another has rules for, and what letters do to each other.
  private static let pieces =
    [
      "", " ", ".", "..", "...", "/", "\\", ":", "*", "?", "\"", "<", ">", "|", "\0", "\u{1}", "\u{1F}", "\u{7F}",
      "\u{85}",
    ]
    + ["CON", "con", "PRN", "aux", "NUL", "COM0", "com9", "COM¹", "LPT²", "lpt³", "CONIN$", "conout$", "COM", "LPT"]
    + [
      "a", "B", "é", "e\u{301}", "\u{301}", "\u{338}", "ﬁ", "\u{212B}", "\u{37E}", "\u{344}", "한",
      "\u{1112}\u{1161}\u{11AB}",
    ]
    + ["👩‍👩‍👧", "🏴\u{E0067}\u{E0062}\u{E007F}", "\u{200D}", "\u{200B}", "\u{202E}", "\u{FEFF}", "\u{FFFF}", "\u{378}"]
    + [
      "\u{F02A}", "\u{10FFFF}", "\u{600}", "\u{110BD}", ".jpg", ".JPEG", " 2", " (12)", "_", "-", "~", "$", "%20", "音楽",
    ]
    + [
      String(repeating: "é", count: 97), String(repeating: "x. ", count: 65),
      "e" + String(repeating: "\u{301}", count: 99),
    ]

  private static let texts: [String] = {
    var random = SeededRandom(20_261_123)
    let mixed = (0..<4000).map { _ in
      (0..<Int.random(in: 1...9, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
    }
    let strange = (0..<2000).map { _ in
      String(
        String.UnicodeScalarView(
          (0..<Int.random(in: 1...90, using: &random)).compactMap { _ in
            Unicode.Scalar(UInt32.random(in: 0...(Bool.random(using: &random) ? 0x2FF : 0x10FFFF), using: &random))
          }))
    }
    return pieces + pieces.flatMap { one in pieces.map { one + $0 } } + mixed + strange
  }()

  private static func names(of text: String) -> [PathName] {
    [PathName(text), PathName(ofFile: text), PathName(text, before: " (12)"), PathName(text, bytes: 30)]
  }

  @Test(arguments: NameRules.allCases)
  func `each system takes each name, with a number and without`(rules: NameRules) {
    for text in Self.texts {
      for name in Self.names(of: text) {
        for given in [name.text, name.numbered(2), name.numbered(1000)] where !rules.takes(given) {
          Issue.record("\(rules) refuses \(given.debugDescription), made of \(text.debugDescription)")
        }
      }
    }
  }

  @Test func `a name stays within 200 bytes, whole in its characters, and no blank or dot stands before what follows`()
  {
    for text in Self.texts {
      for name in Self.names(of: text) {
        for given in [name.text, name.numbered(2)] {
          #expect(given.utf8.count <= 200 && given.first != "." && given.first != " ", "\(given.debugDescription)")
        }
      }
      let (name, uncut) = (PathName(text).text, PathName(text, bytes: 1 << 20).text)
      if name != "untitled", !name.hasSuffix("_"), !Array(uncut).starts(with: Array(name)) {
        Issue.record("\(name.debugDescription) is no beginning of \(uncut.debugDescription)")
      }
      let two = PathName(text).numbered(2).dropLast(2)
      #expect(!two.hasSuffix(".") && !two.hasSuffix(" "), "\(two.debugDescription)")
    }
  }

  @Test func `a name made safe stays the same when it is made safe again`() {
    for text in Self.texts {
      for (name, again) in [
        (PathName(text).text, PathName(PathName(text).text).text),
        (PathName(ofFile: text).text, PathName(PathName(ofFile: text).text).text),
      ] where Array(name.unicodeScalars) != Array(again.unicodeScalars) {
        Issue.record("\(name.debugDescription) becomes \(again.debugDescription)")
      }
    }
  }

  @Test func `names that are fine everywhere keep every letter`() {
    for text in [
      "IMG_20261123_140322", "Sigur Rós - ( )", "!!! - Myth Takes", "Café Tacvba - Re", "100% & more; #1 + 1 = [2]",
    ] {
      #expect(PathName(text).text == text)
    }
  }

  @Test(
    arguments: zip(
      NameRules.allCases, [["a/b", ""], ["NUL .txt", "a.", "COM¹"], ["a*"], ["a\u{7F}"], ["e\u{301}", "\u{378}"]]))
  func `the rules refuse what the systems refuse`(rules: NameRules, names: [String]) {
    for name in names { #expect(!rules.takes(name)) }
  }
}
