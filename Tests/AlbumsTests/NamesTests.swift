import TestSupport
import Testing

@testable import Albums

@Suite struct NamesTests {
  @Test(arguments: MatchCases.bases)
  func `an album keeps its base key through all its editions`(line: [String]) {
    #expect(TitleKey.base(of: line[0]) == line[1])
    #expect(Array(TitleKey.base(of: line[0]).unicodeScalars) == Array(line[1].unicodeScalars))
  }

  @Test(arguments: MatchCases.titles)
  func `titles agree as much as the table says, both ways round`(line: [String]) {
    let artist = line.count > 3 ? line[3] : nil
    #expect(TitleKey.level(line[0], line[1], artist: artist) == Int(line[2]))
    #expect(TitleKey.level(line[1], line[0], artist: artist) == Int(line[2]))
  }

  @Test(arguments: MatchCases.artists)
  func `artists agree as much as the table says, both ways round`(line: [String]) {
    #expect(ArtistKey.level(line[0], line[1]) == Int(line[2]))
    #expect(ArtistKey.level(line[1], line[0]) == Int(line[2]))
  }

  @Test(arguments: MatchCases.primaries)
  func `the first of several artists is found`(line: [String]) {
    #expect(ArtistKey.primary(of: line[0]) == line[1])
  }

  @Test(arguments: MatchCases.sortKeys)
  func `a name is sorted without its article`(line: [String]) {
    #expect(SortKey.artist(line[0]) == line[1])
  }

  @Test func `what is known of ASCII is what Unicode says`() {
    for value in UInt8(0)..<0x80 {
      let scalar = Unicode.Scalar(value)
      let (category, properties) = (scalar.properties.generalCategory, scalar.properties)
      #expect(scalar.isLetter == [.uppercaseLetter, .lowercaseLetter].contains(category))
      #expect(scalar.isDigit == (category == .decimalNumber))
      #expect(scalar.isMark == [.nonspacingMark, .spacingMark, .enclosingMark].contains(category))
      #expect(scalar.isDash == (category == .dashPunctuation))
      #expect(scalar.isWhitespace == properties.isWhitespace)
      #expect(scalar.isInvisible == (category == .format || properties.isVariationSelector))
      #expect(String(String.UnicodeScalarView(Fold.plainLetters(String(scalar)))) == properties.lowercaseMapping)
    }
  }

  @Test func `folding twice changes nothing`() {
    for line in MatchCases.bases {
      let once = TitleKey.fold(line[0])
      #expect(TitleKey.fold(once) == once)
    }
  }

  @Test func `composed and decomposed spellings are the same album`() {
    #expect(TitleKey("\u{c1}gætis").base == TitleKey("A\u{301}gætis").base)
    #expect(Array(TitleKey("か\u{3099}").base.utf8) == Array(TitleKey("が").base.utf8))
  }

  @Test(arguments: [
    ("", "("), ("", " (Mono)"), ("Foo", ") - Deluxe"), ("e", "\u{301}\u{323}"), ("", "a."), ("", "$!"), ("", " & "),
    ("", "x: "), ("", "\u{fdfa}"), ("", "🏴‍☠️"),
  ])
  func `a hostile title takes no quadratic time`(start: String, unit: String) {
    let isLinear = isLinear(from: 2_500 / unit.utf8.count) {
      let title = start + String(repeating: unit, count: $0)
      _ = TitleKey.level(title, title + "x", artist: title)
      _ = ArtistKey.level(title, title + "x")
      _ = SortKey.artist(title)
    }
    #expect(isLinear)
  }

  @Test func `the key of a review is artist and base title`() {
    let key = AlbumKey(artistName: "Radiohead", albumTitle: "OK Computer (Deluxe)")
    #expect(key.text == "radiohead\u{1f}ok computer")
    #expect(key == AlbumKey(artistName: "RADIOHEAD", albumTitle: "OK Computer [Remastered]", releaseYear: "1997"))
    #expect(key != AlbumKey(artistName: "Radiohead", albumTitle: "Kid A"))
  }

  @Test func `self-titled albums of one band have reviews of their own`() {
    let blue = AlbumKey(artistName: "Weezer", albumTitle: "Weezer", releaseYear: "1994")
    #expect(blue == AlbumKey(artistName: "Weezer", albumTitle: "Weezer (Deluxe Edition)", releaseYear: "1994"))
    #expect(blue != AlbumKey(artistName: "Weezer", albumTitle: "Weezer", releaseYear: "2001"))
  }
}
