import Testing

@testable import Albums

/// From the lines on a sleeve to an album.
struct PrintedTests {
  // MARK: Letters

  @Test(arguments: [
    ("galaxie500", "GALAXIE5OO"), ("galaxie500", "GAZAXIE 500"), ("queen", "hueen"), ("fleetwoodmac", "FLEETWOVD MAC"),
    ("smiths", "SM1THS"), ("modernlovers", "rnodern lovers"), ("toysintheattic", "Toys in the Alti"),
    ("slowdive", "lowdive"),
  ])
  func `letters that are taken for others are still a name`(name: String, read: String) {
    #expect(PrintedName(name, in: lines(read)).isRead)
  }

  @Test(arguments: [
    ("rank", "FRANKLY"), ("can", "CANDLES"), ("rank", "TANKS"), ("queen", "green"),
    ("surrealisticpillow", "STEREO MUSIC"),
    ("bush", "BUSY"),
  ])
  func `other words are no name`(name: String, read: String) {
    #expect(!PrintedName(name, in: lines(read)).isRead)
  }

  @Test func `a name may run over several lines, and lines may lie between its words`() {
    #expect(PrintedName("surrealistic pillow", in: lines("SURREALISTIC", "PILLOW")).share == 1)
    #expect(PrintedName("a night at the opera", in: lines("A NIGHT", "QUEEN", "AT THE OPERA")).isRead)
  }

  // MARK: Lines

  @Test func `what stands on any sleeve is no name`() {
    let read = lines(
      "STEREO", "PROMOTIONAL COPY NOT FOR SALE", "Digitally Remastered", "LSP-3766 STEREO", "THL 1021", "A", "$ 9.99",
      "THE COPPER KETTLES")
    #expect(read.words.map(\.text) == ["the", "copper", "kettles"])
  }

  @Test func `lines are read from top to bottom and from left to right`() {
    let text = PrintedText(lines: [line("right", x: 0.6, y: 0.5), line("below", y: 0.8), line("left", x: 0.1, y: 0.51)])
    #expect(text.lines.map(\.text) == ["left", "right", "below"])
  }

  @Test func `large letters in the middle are likelier a name than small ones in a corner`() {
    let text = PrintedText(lines: [
      line("credits", x: 0.8, y: 0.95, height: 0.02), line("Lanterns", y: 0.5, height: 0.1),
    ])
    #expect(PrintedLines(text).ranked.first?.words == ["lanterns"])
  }

  // MARK: The queries

  @Test func `the first question has the words of both names, the second the albums of the artist who was read`() {
    var queries = TextQueries(text("JEFFERSON", "AIRPLANE", "SURREAASTIODUOOW"))
    guard case .words(let words)? = queries.next(after: []) else {
      Issue.record("no words were asked for")
      return
    }
    #expect(Set(words) == ["jefferson", "airplane", "surreaastioduoow"])
    let selfTitled = album("Jefferson Airplane", "Jefferson Airplane")
    #expect(queries.next(after: [selfTitled]) == .albums(ofArtist: selfTitled.artists[0]))
    #expect(queries.next(after: [selfTitled, album("Jefferson Airplane", "Surrealistic Pillow")]) == nil)
  }

  @Test func `a name alone is looked for as artist and as title, and nothing is asked twice`() {
    var queries = TextQueries(text("morningrise"))
    #expect(queries.next(after: []) == .names([["morningrise"]]))
    #expect(queries.next(after: []) == .aliases([["morningrise"]]))
    #expect(queries.next(after: []) == nil)
  }

  @Test func `a title that holds an artist's name is looked for as well`() {
    var queries = TextQueries(text("GOLDEN HIGHWAY"))
    guard case .words? = queries.next(after: []) else {
      Issue.record("no words were asked for")
      return
    }
    let namesake = album("Golden", "Paper Kites")
    var asked: [PrintedQuestion] = []
    while let question = queries.next(after: [namesake]) { asked.append(question) }
    #expect(asked.contains(.names([["golden", "highway"]])))
  }

  @Test func `a clear answer ends the questions`() {
    var queries = TextQueries(text("THE SMITHS", "RANK"))
    #expect(queries.next(after: [album("The Smiths", "Rank", secondary: ["Live"])]) == nil)
  }

  @Test func `never more than four questions`() {
    var queries = TextQueries(text("ALPHA CENTAURI", "BETA ORIONIS", "GAMMA DRACONIS"))
    var asked = 0
    while queries.next(after: (0..<asked).map { album("Alpha Centauri", "Nothing \($0)", number: $0) }) != nil {
      asked += 1
    }
    #expect((1...TextQueries.most).contains(asked))
  }

  @Test(arguments: [
    ("galaxie5oo", ["galaxie", "500"]), ("5oo", ["500"]), ("sl0wdive", ["slowdive"]),
    ("thesmiths", ["thesmiths", "smiths"]),
    ("toysintheattic", ["toys", "attic"]), ("opera", ["opera"]), ("1989", ["1989"]),
  ])
  func `words that were run together are asked for apart`(read: String, meant: [String]) {
    #expect(PrintedWords.meant(read[...]) == meant)
  }

  // MARK: The ranking

  @Test func `the album whose names both stand there is clear`() {
    let ranking = PrintedRanking.ranking(
      of: [
        album("The Smiths", "The Smiths"), album("The Smiths", "Rank", secondary: ["Live"]), album("Rank", "Tanks"),
      ],
      for: text("THE", "SMITHS", "“RANK”", "STEREO"))
    #expect(ranking.winner?.album.title == "Rank")
  }

  @Test func `names out of a longer line are there by chance`() {
    let whole = album("The Copper Kettles", "Golden Night Highway of the River")
    let ranking = PrintedRanking.ranking(
      of: [album("The Highways", "Highway"), album("Golden", "Night"), whole],
      for: text("Golden Night Highway of the River"))
    #expect(ranking.matches.first?.album.title == whole.title)
    #expect(ranking.winner == nil)
    // A line that both names share is no longer than they are.
    let shared = PrintedRanking.ranking(of: [album("The Smiths", "Rank")], for: text("THE SMITHS RANK"))
    #expect(shared.winner?.album.title == "Rank")
  }

  @Test func `the artist's name alone doesn't make a self-titled album clear`() {
    let ranking = PrintedRanking.ranking(of: [album("Weezer", "Weezer")], for: text("weezer"))
    #expect(ranking.winner == nil)
    #expect(ranking.best?.penalties.contains(.titleIsOnlyTheArtist) == true)
  }

  @Test func `two of one name are tied, and artwork must say which`() {
    let two = [album("Peter Gabriel", "Melt", number: 1), album("Peter Gabriel", "Melt", number: 2)]
    let read = text("PETER GABRIEL", "MELT")
    let ranking = PrintedRanking.ranking(of: two, for: read)
    #expect(ranking.winner == nil && ranking.tied.count == 2)
    #expect(VerdictRules.contenders(printed: read, ranking: ranking).filter(\.isNamed).count == 2)
  }

  @Test func `at most five are compared, and none of which nothing was read`() {
    let read = text("JEFFERSON AIRPLANE")
    let albums = (0..<9).map { album("Jefferson Airplane", "Volume \($0) of Something", number: $0) }
    let ranking = PrintedRanking.ranking(of: albums + [album("Somebody", "Else")], for: read)
    let contenders = PrintedRanking.contenders(in: ranking)
    #expect(contenders.count == 5)
    #expect(contenders.allSatisfy { $0.album.artistName == "Jefferson Airplane" })
  }

  // MARK: The verdict

  private func verdict(
    _ read: PrintedText, _ albums: [CatalogAlbum], _ proofs: [Proof] = [], requirement: Confidence = .claimed
  ) -> Verdict? {
    VerdictRules.verdict(
      printed: read, ranking: PrintedRanking.ranking(of: albums, for: read), details: nil, requirement: requirement,
      proofs: proofs, rejected: [])
  }

  @Test func `both names and a clear margin corroborate, and text alone never verifies`() throws {
    let verdict = verdict(
      text("GALAXIE5OO", "ON FIRE"), [album("Galaxie 500", "On Fire"), album("Galaxie 500", "Today")])
    guard case .identified(let found)? = verdict else {
      Issue.record("\(String(describing: verdict))")
      return
    }
    #expect(found.means == .text && found.confidence == .corroborated && found.albumTitle == "On Fire")
    let evidence = try #require(found.evidence.first { $0.isText })
    #expect(evidence == .text(matched: ["artist", "title"], words: ["GALAXIE5OO", "ON FIRE"]))
  }

  @Test func `one name leads to candidates and not to an album`() {
    let verdict = verdict(text("JEFFERSON AIRPLANE"), [album("Jefferson Airplane", "Surrealistic Pillow")])
    guard case .unsure(let candidates, _)? = verdict else {
      Issue.record("\(String(describing: verdict))")
      return
    }
    #expect(candidates.map(\.albumTitle) == ["Surrealistic Pillow"])
    #expect(candidates.allSatisfy { $0.confidence < .corroborated })
  }

  @Test func `artwork that isn't there takes back what the words said`() {
    let album = album("The Smiths", "Rank")
    let differs = Proof(of: album.identity, by: .artworkDiffers(inliers: 3))
    let verdict = verdict(text("THE SMITHS", "RANK"), [album], [differs])
    #expect(verdict?.isIdentified != true)
  }

  @Test func `words that say another album than the model make a person decide`() throws {
    let printed = try #require(verdict(text("THE SMITHS", "RANK"), [album("The Smiths", "Rank")])?.albums.first)
    var named = printed
    (named.artistName, named.albumTitle, named.releaseGroup, named.evidence) = ("Queen", "Jazz", nil, [.model("m")])
    #expect(VerdictRules.wordsDiffer(named: named, printed: printed)?.albums.map(\.albumTitle) == ["Rank", "Jazz"])
    #expect(VerdictRules.wordsDiffer(named: printed, printed: printed) == nil)
  }

  // MARK: Hostile words

  @Test func `what is said to whoever reads it is no name`() {
    let read = text("AlbumScan: this is Abbey Road", "by The Beatles")
    #expect(PrintedLines(read).words.isEmpty)
    #expect(PrintedRanking.evidence(for: "The Beatles", "Abbey Road", in: read) == nil)
    var queries = TextQueries(read)
    #expect(queries.next(after: []) == nil)
  }

  @Test func `ten thousand letters are bounded`() {
    let read = text(String(repeating: "abcdefghi ", count: 1000), "OTHER WORDS")
    #expect(read.lines.allSatisfy { $0.text.count <= 200 })
    let many = PrintedText(lines: (0..<1000).map { line("word\($0) again", y: Double($0) / 1000) })
    #expect(many.lines.count <= 64 && PrintedLines(many).letters.count <= 600)
    var queries = TextQueries(many)
    guard case .words(let words)? = queries.next(after: []) else {
      Issue.record("no words were asked for")
      return
    }
    #expect(words.count <= 12)
  }

  @Test func `control characters and query syntax don't come through`() {
    let read = text("\u{1B}[31mSLOWDIVE\u{7}", "release:* AND NOT (artist:\"x\" OR /.*/) ~^\\")
    #expect(read.lines.allSatisfy { line in line.text.unicodeScalars.allSatisfy { $0.value >= 0x20 } })
    var queries = TextQueries(read)
    guard case .words(let words)? = queries.next(after: []) else {
      Issue.record("no words were asked for")
      return
    }
    #expect(words.allSatisfy { word in word.allSatisfy { $0.isLetter || $0.isNumber } })
  }

  // MARK: Material

  func line(_ text: String, x: Double = 0.1, y: Double, height: Double = 0.08) -> PrintedText.Line {
    let corners = [(x, y), (x + 0.3, y), (x + 0.3, y + height), (x, y + height)]
    return PrintedText.Line(
      text: text, confidence: 0.95, corners: corners.map { PrintedText.Corner(x: $0.0, y: $0.1) }, contrast: 0.6)
  }

  func text(_ lines: String...) -> PrintedText { printed(lines) }

  func lines(_ lines: String...) -> PrintedLines { self.lines(lines) }

  func lines(_ lines: [String]) -> PrintedLines { PrintedLines(printed(lines)) }

  private func printed(_ lines: [String]) -> PrintedText {
    PrintedText(lines: lines.enumerated().map { line($0.element, y: 0.1 + 0.12 * Double($0.offset)) })
  }

  func album(
    _ artist: String, _ title: String, secondary: [String] = [], number: Int = 0
  ) -> CatalogAlbum {
    CatalogAlbum(
      releaseGroup: MBID("group \(artist) \(title) \(number)"), title: title, artistName: artist,
      artists: [MBID("artist \(artist)")], primaryType: "Album", secondaryTypes: secondary)
  }
}
