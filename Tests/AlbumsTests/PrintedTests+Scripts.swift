import Testing

@testable import Albums

/// Sleeves in scripts without blanks, and those with a catalog number.
extension PrintedTests {
  // MARK: Japanese

  @Test(arguments: [
    ("ワインの匂い", "オフコース ワインの匂い"), ("ワインの匂い", "ワインの勾い"), ("ロケット", "ロケット パレード"), ("氷の世界", "名盤氷の世界"),
    ("力ナリヤ", "カナリヤ"),
  ])
  func `a Japanese name is found letter by letter`(name: String, read: String) {
    #expect(PrintedName(name, in: lines(read)).isRead)
  }

  @Test(arguments: [("ロック", "ロックンロール"), ("愛の歌", "愛の唄"), ("夜", "夜明けまで")])
  func `part of a katakana word, another letter of three, and one kanji are no name`(name: String, read: String) {
    let (sleeve, album) = (lines(read), album("だれか", name))
    #expect(PrintedRanking.ranking(of: [album], for: sleeve).winner == nil)
    #expect(!PrintedName(name, in: sleeve).isRead || PrintedRanking.match(album, for: sleeve).titleLevel == 0)
  }

  @Test func `artist and title in one row without blanks are both read, and quoted without`() {
    let sleeve = text("ほたるの庭冬の手紙")
    #expect(PrintedRanking.ranking(of: [album("ほたるの庭", "冬の手紙")], for: sleeve).winner?.album.title == "冬の手紙")
    #expect(
      PrintedRanking.evidence(for: "ほたるの庭", "冬の手紙", in: sleeve)
        == .text(matched: ["artist", "title"], words: ["ほたるの庭", "冬の手紙"]))
  }

  @Test func `an artist is known by a name in the script of the sleeve`() {
    var found = album("ほたるの庭", "冬の手紙")
    found.artistAliases = (0..<20).map { "別名\($0)" } + ["Hotaru no Niwa"]
    #expect(PrintedRanking.match(found, for: lines("HOTARU NO NIWA", "STEREO")).artistLevel == 1)
    found.releases = [CatalogRelease(id: MBID("r"), title: "Winter Letters", status: "Pseudo-Release")]
    #expect(PrintedRanking.match(found, for: lines("HOTARU NO NIWA", "WINTER LETTERS")).titleLevel == 1)
  }

  @Test func `an artist whose name is in nothing that was found is looked for by all names, within the four requests`()
  {
    var queries = TextQueries(text("HOTARU NO NIWA"))
    var asked: [PrintedQuestion] = []
    while let question = queries.next(after: []) { asked.append(question) }
    #expect(asked.last == .aliases([["hotaru", "no", "niwa"]]))
    #expect(asked.map(\.requests).reduce(0, +) <= TextQueries.most)
  }

  @Test(arguments: [["香香"], ["合"], ["香香香"], ["拿鳴"]])
  func `kanji that an ornament was taken for say nothing`(invented: [String]) {
    let sleeve = lines(["JEFFERSON AIRPLANE"] + invented)
    #expect(sleeve.words.map(\.text) == ["jefferson", "airplane"])
  }

  @Test func `a title of two kanji counts where the sleeve has more of their kind`() {
    #expect(lines("小田和正", "星空").words.count == 6)
    #expect(lines("ほたる", "星空").words.count == 5)
  }

  @Test func `Greek capitals that were taken for Latin ones are still Greek`() {
    #expect(lines("ΣΠAΣMENA φΩTA").words.map(\.text) == ["σπασμενα", "φωτα"])
    #expect(lines("THE COPPER KETTLES").words.map(\.text) == ["the", "copper", "kettles"])
  }

  // MARK: Catalog numbers

  @Test(arguments: [
    ("WPCR-12345", "WPCR12345"), ("CA35-1032", "CA351032"), ("SHVL 804", "SHVL804"), ("LSP-3766 STEREO", "LSP3766"),
    ("32DH 553", "32DH553"), ("UAS 29 211", "UAS29211"), ("THL 1O21", "THL1021"), ("P-10235A", "P10235A"),
  ])
  func `a catalog number is one however it is written`(line: String, key: String) {
    #expect(lines(line, "THE COPPER KETTLES").numbers.map(\.key) == [key])
  }

  @Test(arguments: [
    "1975", "TOKYO 1979", "U2", "UB40", "Blink 182", "BLINK-182", "GALAXIE 500", "¥2,800", "33 1/3 RPM", "SIDE 1",
    "STEREO 360", "VOL 2", "90125",
    "MCMLXXV", "4 015698 000009",
  ])
  func `what has letters and digits is no catalog number for that`(line: String) {
    #expect(lines(line, "THE COPPER KETTLES").numbers.isEmpty)
  }

  @Test func `a catalog number is asked for first, and a name beside it is enough`() {
    let sleeve = text("CA35-1032", "OFF CURSE")
    var queries = TextQueries(sleeve)
    guard case .catalogNumber(let number, _)? = queries.next(after: []) else {
      Issue.record("no number was asked for")
      return
    }
    #expect(number.key == "CA351032")
    var found = album("Off Curse", "冬の手紙")
    found.releases = [CatalogRelease(id: MBID("r"), title: "冬の手紙", catalogNumber: "CA35 1032")]
    let others = [album("Off Curse", "Paper Kites"), album("Somebody Else", "Kites")]
    #expect(queries.next(after: others + [found]) == nil)
    let winner = PrintedRanking.ranking(of: others + [found], for: sleeve).winner
    #expect(winner?.album == found && winner?.catalogNumber == number)
    #expect(winner.map(VerdictRules.find)?.means == .catalogNumber)
  }

  @Test func `a number alone wins nothing, but its album's artwork is compared first`() {
    var found = album("Off Curse", "冬の手紙")
    found.releases = [CatalogRelease(id: MBID("r"), title: "冬の手紙", catalogNumber: "CA35-1032")]
    let ranking = PrintedRanking.ranking(of: [album("Horses", "Winter"), found], for: text("CA35-1032", "WINTER"))
    #expect(ranking.winner == nil)
    #expect(PrintedRanking.contenders(in: ranking).first?.album == found)
  }

  @Test func `two numbers and many names are still no more than four questions`() {
    var queries = TextQueries(text("CA35-1032", "WPCR-12345", "ALPHA CENTAURI", "BETA ORIONIS"))
    var asked = 0
    while queries.next(after: (0..<asked).map { album("Alpha Centauri", "Nothing \($0)", number: $0) }) != nil {
      asked += 1
    }
    #expect((2...TextQueries.most).contains(asked))
  }
}
