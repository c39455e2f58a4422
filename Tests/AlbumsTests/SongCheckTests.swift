import Testing

@testable import Albums

/// Songs that a critic names, looked for in track lists.
@Suite struct SongCheckTests {
  private static func list(_ titles: [String]) -> [Track] {
    titles.enumerated().map { Track(position: $0 + 1, title: $1) }
  }

  /// All titles of the cases below: each has to find its own among the others.
  private static let listed = list([
    "Paper Lanterns", "Rock & Roll Night", "Don't Wait Up", "Shine Your Light (Parts I–V)", "The Harbor, Part 1",
    "The Harbor, Part 2", "Slow Money", "Honey", "(I Can't Get No) Rest", "Tides / Undertow", "Éclair de lune",
    "Night Shift (2011 Remaster)", "Grey Morning (live at the Wharf)", "Wish (feat. Ada Lane)",
    "Everything I Ever Meant to Say to You", "Группа крови", "Ночь", "Θάλασσα", "夜明けの歌 (Yoake no Uta)",
    "Suite: Blue Eyes",
    "99 Balloons", "Interlude", "Love Theme (From \"Winter\")", "Colour of the Sea", "Stop!",
  ])

  struct Case: Sendable, CustomTestStringConvertible {
    let named: String
    /// As the list spells it; nil for a song that isn't there.
    let title: String?
    var testDescription: String { named }

    init(_ named: String, _ title: String?) { (self.named, self.title) = (named, title) }
  }

  static let cases = [
    // Right, but for case and punctuation.
    Case("Paper Lanterns", "Paper Lanterns"), Case("paper lanterns", "Paper Lanterns"),
    Case("Dont Wait Up", "Don't Wait Up"), Case("Don’t Wait Up!", "Don't Wait Up"),
    Case("Rock 'n' Roll Night", "Rock & Roll Night"), Case("Rock and Roll Night", "Rock & Roll Night"),
    Case("Eclair de Lune", "Éclair de lune"), Case("Color of the Sea", "Colour of the Sea"), Case("Stop", "Stop!"),
    // With a number, or the artist.
    Case("1. Paper Lanterns", "Paper Lanterns"), Case("A3 - Don't Wait Up", "Don't Wait Up"),
    Case("Marla Quist - Honey", "Honey"), Case("Slow Money by Marla Quist", "Slow Money"),
    // Versions.
    Case("Paper Lanterns (Remastered 2009)", "Paper Lanterns"), Case("Paper Lanterns - Live", "Paper Lanterns"),
    Case("Night Shift", "Night Shift (2011 Remaster)"), Case("Grey Morning", "Grey Morning (live at the Wharf)"),
    Case("Gray Morning (Live)", "Grey Morning (live at the Wharf)"), Case("Wish", "Wish (feat. Ada Lane)"),
    Case("Honey (Single Version)", "Honey"), Case("Wish ft. Ada Lane", "Wish (feat. Ada Lane)"),
    // Parts, brackets, medleys, short forms.
    Case("Shine Your Light", "Shine Your Light (Parts I–V)"),
    Case("Shine Your Light, Pt. 3", "Shine Your Light (Parts I–V)"),
    Case("The Harbor (Part Two)", "The Harbor, Part 2"), Case("Harbor Pt. II", "The Harbor, Part 2"),
    Case("I Can't Get No Rest", "(I Can't Get No) Rest"), Case("Rest", "(I Can't Get No) Rest"),
    Case("Undertow", "Tides / Undertow"),
    Case("Everything I Ever Meant to Say", "Everything I Ever Meant to Say to You"),
    Case("Blue Eyes", "Suite: Blue Eyes"), Case("Love Theme", "Love Theme (From \"Winter\")"),
    // Misspelled.
    Case("Paper Lantens", "Paper Lanterns"),
    Case("Everythng I Ever Ment to Say to You", "Everything I Ever Meant to Say to You"),
    // Other scripts.
    Case("Gruppa Krovi", "Группа крови"), Case("Noch", "Ночь"), Case("Thalassa", "Θάλασσα"),
    Case("Yoake no Uta", "夜明けの歌 (Yoake no Uta)"),
    // Invented.
    Case("Paper Dragons", nil), Case("Money", nil), Case("Horney", nil), Case("The Harbor, Part 3", nil),
    Case("88 Balloons", nil), Case("Night", nil), Case("Last Train from the Coast", nil), Case("Live", nil),
    Case("Lanterns", nil), Case("Zvezda po imeni", nil),
  ]

  @Test(arguments: cases)
  func `a key track is spelled as the list spells it, or dropped`(example: Case) throws {
    let check = try #require(
      SongCheck(artistName: "Marla Quist", albumTitle: "Songs for Nobody", tracks: Self.listed))
    var absent: [String] = []
    #expect(check.keyTracks([example.named], &absent) == [example.title].compactMap(\.self))
    #expect(absent == (example.title == nil ? [example.named] : []))
  }

  @Test func `there are forty cases at least`() { #expect(Self.cases.count >= 40) }

  private func keyTracks(_ named: [String], on titles: [String]) throws -> [String] {
    let check = try #require(SongCheck(artistName: "Marla Quist", albumTitle: "Tides", tracks: Self.list(titles)))
    var absent: [String] = []
    return check.keyTracks(named, &absent)
  }

  @Test func `a medley of songs that are listed one by one is those songs, and none is named twice`() throws {
    #expect(
      try keyTracks(["Sleep / Carry / The End", "Carry"], on: ["Sleep", "Carry", "The End"]) == [
        "Sleep", "Carry", "The End",
      ])
  }

  @Test func `nothing is said of a title in a script that can't be compared with the list's`() throws {
    #expect(try keyTracks(["Blood Type"], on: ["血液型", "夜"]) == ["Blood Type"])
    #expect(try keyTracks(["血液型"], on: ["Blood Type", "Night"]) == ["血液型"])
    #expect(try keyTracks(["血液型"], on: ["夜", "Night"]) == [])
  }

  @Test func `without a list nothing is said`() throws {
    #expect(SongCheck(artistName: "Marla Quist", albumTitle: "Tides", tracks: []) == nil)
  }

  // MARK: Songs in quotation marks

  private static let kept = [
    "\"Honey\" carries the side.", "The drums drop out of “Slow Money,” and it works.",
    "‘Don’t Wait Up’ is the single.",
    "It has \"a difficult second side\" and knows it.", "\"Songs for Nobody\" is the debut.",
    "One critic called it \"The Sound of a House Burning\".", "It was sampled on \"Stronger Than Rain\".",
    "It borrows from Dylan's \"Long Black Road\".", "It echoes \"Long Black Road\" by the Hollow Men.",
    "It came between \"First Light\" and the tour.", "Their album \"First Light\" was colder.",
    "Marla Quist's \"Honey\" is the best thing here.",
    "«Группа крови» is the anthem.", "Lee \"Smokes\" Parry produced it.", "Half of the '60s Tin Men's sound is here.",
    "It ends with \"The Harbor (Part Two)\".",
  ]

  @Test(arguments: kept)
  func `a sentence that quotes the album's songs, or something else, stays`(text: String) throws {
    let check = try #require(
      SongCheck(artistName: "Marla Quist", albumTitle: "Songs for Nobody", tracks: Self.listed))
    var absent: [String] = []
    #expect(check.text(text, &absent) == text)
    #expect(absent.isEmpty)
  }

  @Test(arguments: [
    ("\"Last Train\" carries the side. It holds up.", "It holds up."),
    ("It holds up. The drums drop out of “Broken Mirrors,” and it works.", "It holds up."),
    ("Only ‘Glass Houses’ fails.", nil), ("Quist's \"Glass Houses\" is the best thing here.", nil),
    ("\"Honey\" and \"Vinegar Song\" are the singles. It holds up.", "It holds up."),
    ("The opener, \"Glass Houses\", is by Marla Quist.", nil),
    ("\"Glass Houses\" by Marla Quist is a waltz.", nil),
  ])
  func `a sentence that names a song that isn't there is cut`(text: String, rest: String?) throws {
    let check = try #require(
      SongCheck(artistName: "Marla Quist", albumTitle: "Songs for Nobody", tracks: Self.listed))
    var absent: [String] = []
    #expect(check.text(text, &absent) == rest)
    #expect(absent.count == 1)
  }

  // MARK: Whole reviews

  private let check = ReviewCheck(artistName: "Marla Quist", albumTitle: "Songs for Nobody", tracks: Self.listed)
  private let draft = ReviewDraft(
    contextSummary: "A quiet record. \"Glass Houses\" is its heart.",
    contextBullets: ["\"Honey\" is a waltz.", "\"Glass Houses\" is not."], rating: 8, recommendation: "RECOMMENDED",
    label: "Deep Cut", keyTracks: ["Honey", "Slow Money", "Glass Houses"])

  @Test func `songs that aren't there are left out without another call, and it is said`() throws {
    let review = try check.review(from: draft)
    #expect(review.contextSummary == "A quiet record." && review.contextBullets == ["\"Honey\" is a waltz."])
    #expect(review.keyTracks == ["Honey", "Slow Money"])
    #expect(review.absentSongs == ["Glass Houses", "Glass Houses", "Glass Houses"])
    #expect(review.mends?.contains { $0.contains("“Glass Houses”") } == true)
  }

  @Test func `fewer than two key tracks that are there are asked for once more`() throws {
    var poor = draft
    poor.keyTracks = ["Honey", "Glass Houses", "Broken Mirrors"]
    let rejection = #expect(throws: ReviewCheck.Rejection.self) { try check.review(from: poor) }
    #expect(rejection?.problems.map(\.rule) == [.songs])
    #expect(rejection?.description.contains("\"Broken Mirrors\"") == true)
    #expect(try check.review(from: poor, asLast: true).keyTracks == ["Honey"])
    // One is enough of an album that has no more, or where the critic named no more.
    let short = ReviewCheck(artistName: "Marla Quist", albumTitle: "Honey", tracks: Self.list(["Honey"]))
    #expect(try short.review(from: poor).keyTracks == ["Honey"])
    poor.keyTracks = ["Honey"]
    #expect(try check.review(from: poor).keyTracks == ["Honey"])
  }

  @Test func `a review of nothing but songs that aren't there is asked for once more`() {
    var poor = draft
    poor.contextBullets = ["\"Glass Houses\" is a waltz."]
    let rejection = #expect(throws: ReviewCheck.Rejection.self) { try check.review(from: poor) }
    #expect(rejection?.problems.map(\.rule) == [.songs, .bullets])
  }

  @Test func `a review that is older than the track list is checked without a call, and keeps what it is made of`()
    throws
  {
    let old = Review(
      contextSummary: "\"Glass Houses\" is its heart.", contextBullets: draft.contextBullets, rating: 8,
      recommendation: .recommended, label: .deepCut, keyTracks: ["honey", "Glass Houses"])
    let checked = check.checked(old)
    #expect(checked.contextSummary == old.contextSummary && checked.contextBullets == ["\"Honey\" is a waltz."])
    #expect(checked.keyTracks == ["Honey"])
    #expect(check.checked(checked).keyTracks == ["Honey"])
    #expect(ReviewCheck(artistName: "A", albumTitle: "B").checked(old) == old)
  }
}
