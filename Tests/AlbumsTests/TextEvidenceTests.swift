import Testing

@testable import Albums

@Suite struct TextEvidenceTests {
  @Test(arguments: [
    ("RADIOHEAD\nOK COMPUTER", "Radiohead", "OK Computer", ["artist", "title"]),
    ("Ok Computer", "Radiohead", "OK Computer (Deluxe Edition)", ["title"]),
    ("the beatles", "The Beatles", "Abbey Road", ["artist"]),
    ("BEATLES", "The Beatles", "The Beatles", ["artist", "title"]),
    ("Bjork - Debut", "Björk", "Debut", ["artist", "title"]),
    ("R A D I O H E A D", "Radiohead", "Kid A", ["artist"]),
    ("Simon Garfunkel\nBookends", "Simon & Garfunkel", "Bookends", ["artist", "title"]),
    ("Bob Marley\nExodus", "Bob Marley & The Wailers", "Exodus", ["artist", "title"]),
    ("Earth", "Earth, Wind & Fire", "I Am", []),
    ("YOU CANNOT HEAR", "Can", "Ear", []),
    ("Queens of the Stone Age", "Queen", "News of the World", []),
    ("YES", "Yes", "Fragile", ["artist"]),
    ("STEREO LP ALBUM", "Stereo MCs", "The Album", []),
    ("LIVE", "Live", "Live", []),
    ("Greatest Hits", "ABBA", "Greatest Hits", []),
    ("1989", "Taylor Swift", "1989", ["title"]),
    ("19899", "Taylor Swift", "1989", []),
    ("IV", "Toto", "IV", []),
    ("THE", "The The", "Dusk", []),
    ("椎名林檎\n無罪モラトリアム", "椎名林檎", "無罪モラトリアム", ["artist", "title"]),
    ("東芝EMI椎名林檎無罪モラトリアム", "椎名林檎", "無罪モラトリアム", ["artist", "title"]),
    ("林檎", "椎名林檎", "無罪モラトリアム", []),
    ("КИНО ГРУППА КРОВИ", "Кино", "Группа крови", ["artist", "title"]),
    ("فيروز", "فيروز", "إلى عاصي", ["artist"]),
    ("÷", "Ed Sheeran", "÷", ["title"]),
    ("2 ÷ 3", "Ed Sheeran", "÷", []),
    ("!!!\nMyth Takes", "!!!", "Myth Takes", ["artist", "title"]),
    ("", "Radiohead", "Kid A", []),
    ("KID A", "", "", []),
  ])
  func `only whole, telling words on the cover count`(text: String, artist: String, title: String, matched: [String]) {
    #expect(TextEvidence.matched(text: text, artist: artist, title: title) == matched)
  }

  @Test(
    arguments: [
      ("RADIOHEAD\nO.K. Computer!", "Radiohead", "OK Computer", ["RADIOHEAD", "O.K. Computer!"]),
      ("the Beatles\nAbbey  Road", "The Beatles", "Abbey Road", ["Beatles", "Abbey Road"]),
      ("R A D I O H E A D", "Radiohead", "Kid A", ["radiohead"]),
      ("BJÖRK: Début", "Björk", "Debut", ["BJÖRK:", "Début"]),
      ("東芝EMI椎名林檎", "椎名林檎", "勝訴ストリップ", ["椎名林檎"]), ("PABLO HONEY", "Radiohead", "Kid A", []),
    ] as [(String, String, String, [String])])
  func `the words are quoted as they stand on the cover`(text: String, artist: String, title: String, words: [String]) {
    #expect(TextEvidence.found(text: text, artist: artist, title: title).map(\.words) == words)
  }

  @Test func `no text is no evidence`() {
    #expect(TextEvidence.matched(text: nil, artist: "Radiohead", title: "Kid A") == [])
  }

  @Test(
    arguments: [
      (.searchNeeded, "abc", .high, nil),
      (.searchNeeded, "a b-3", .medium, nil), (.searchNeeded, "ab", .high, .tooLittleText),
      (.searchNeeded, "?! - …", .high, .tooLittleText), (.searchNeeded, nil, .high, .tooLittleText),
      (.searchNeeded, "abc", .low, .textIsUncertain), (.searchNeeded, "abc", nil, .textIsUncertain),
      (.searchNeeded, "無罪モ", .high, nil), (.identified, "abc", .high, .alreadyIdentified),
      (.notIdentifiable, "abc", .high, .notIdentifiable),
    ] as [(CoverReading.Outcome, String?, CoverReading.TextConfidence?, SearchGate.Refusal?)])
  func `a search needs three legible characters and some confidence`(
    outcome: CoverReading.Outcome, text: String?, confidence: CoverReading.TextConfidence?,
    refusal: SearchGate.Refusal?
  ) {
    let cover = CoverReading(outcome: outcome, extractedText: text, textConfidence: confidence)
    #expect(SearchGate(webSearch: true, alwaysSearch: false).refusal(for: cover) == refusal)
  }

  @Test func `settings open the gate, or shut it`() {
    let blank = CoverReading(outcome: .searchNeeded, albumDescription: "a white square")
    let known = CoverReading(outcome: .identified, artistName: "a", albumTitle: "b")
    #expect(SearchGate(webSearch: true, alwaysSearch: true).refusal(for: blank) == nil)
    #expect(SearchGate(webSearch: false, alwaysSearch: true).refusal(for: blank) == .switchedOff)
    #expect(SearchGate(webSearch: true, alwaysSearch: true).refusal(for: known) == .alreadyIdentified)
  }
}
