import Foundation
import Testing

@testable import Albums

@Suite struct ReviewCheckTests {
  private let check = ReviewCheck(artistName: "Wham!", albumTitle: "Make It Big")
  private let good = ReviewDraft(
    contextSummary: "Two friends set out to be loved by everybody, and for forty minutes they are. It holds up.",
    contextBullets: ["The brass on Freedom is a grin.", "Careless Whisper outgrew its band.", "The filler is filler."],
    rating: 7.46, recommendation: "recommended", label: "Radio Gold",
    keyTracks: ["Freedom", "Everything She Wants", "Heartbeat"],
    sources: [Source(title: "A page", url: "https://example.org/wham")])

  private func review(
    asLast last: Bool = false, _ change: (inout ReviewDraft) -> Void
  ) throws(ReviewCheck.Rejection) -> Review {
    var draft = good
    change(&draft)
    return try check.review(from: draft, asLast: last)
  }

  /// The rules that a draft breaks.
  private func broken(asLast last: Bool = false, _ change: (inout ReviewDraft) -> Void) -> [ReviewRule] {
    do { _ = try review(asLast: last, change) } catch { return error.problems.map(\.rule) }
    return []
  }

  @Test func `a good review passes as it is, its rating rounded to one decimal`() throws {
    let review = try check.review(from: good)
    #expect(review.rating == 7.5)
    #expect(review.recommendation == .recommended && review.label == .radioGold)
    #expect(review.contextSummary == good.contextSummary && review.contextBullets == good.contextBullets)
    #expect(review.keyTracks == good.keyTracks && review.sources == good.sources)
    #expect(review.mends == nil)
  }

  @Test func `a summary may have any number of sentences, and its length is bounded`() throws {
    for summary in ["Only one", "One. Two. Three. Four. Five."] {
      #expect(try review { $0.contextSummary = summary }.contextSummary == summary)
    }
    #expect(try review { $0.contextSummary = String(repeating: "la ", count: 9000) }.contextSummary.count <= 2000)
  }

  @Test func `bullets and tracks beyond the most are cut, empty ones and repeats go, and few are enough`() throws {
    let many = try review {
      $0.contextBullets = (1...7).map { "Point \($0)." }
      $0.keyTracks = (1...9).map { "Song \($0)" }
    }
    #expect(many.contextBullets == (1...5).map { "Point \($0)." } && many.keyTracks == (1...7).map { "Song \($0)" })
    #expect(many.mends == ["Cut 2 of 7 bullets.", "Cut 2 of 9 key tracks."])
    let few = try review {
      $0.contextBullets = ["One.", " ", "one.", "\u{202e}"]
      $0.keyTracks = ["A", "a", "", "B"]
    }
    #expect(few.contextBullets == ["One."] && few.keyTracks == ["A", "B"])
    #expect(few.mends == ["Dropped 1 repeated bullet.", "Dropped 1 repeated key track."])
    #expect(try review { $0.keyTracks = ["A"] }.keyTracks == ["A"])
    #expect(try review { $0.keyTracks = [] }.keyTracks == [])
  }

  @Test func `where it comes from and where it leads: five names each, no repeats, no talk of money`() throws {
    let review = try review {
      $0.influences = (1...7).map { "Band \($0)" }
      $0.influenced = ["Kestrel Avenue", "kestrel avenue", "collectors of rare pressings", "WHAM"]
    }
    #expect(review.influences == (1...5).map { "Band \($0)" } && review.influenced == ["Kestrel Avenue"])
    #expect(review.mends == ["Cut 2 of 7 influences.", "Dropped 1 repeated influenced artist."])
    let older = try check.review(from: good)
    #expect(older.influences == nil && older.influenced == nil)
  }

  @Test(arguments: [(85, 8.5, "Rating 85 was read as 8.5 out of 10."), (100, 10, nil), (9.99, 10, nil), (0, 0, nil)])
  func `a rating of a hundred is read as one of ten`(given: Double, rating: Double, mend: String?) throws {
    let review = try review { ($0.rating, $0.recommendation, $0.label) = (given, "", "Time Capsule") }
    #expect(review.rating == rating)
    if let mend { #expect(review.mends?.first == mend) }
  }

  @Test(arguments: [10.1, 11, 20, 101, -1, -0.01, .nan, .infinity])
  func `a rating that could mean anything breaks a rule`(rating: Double) {
    #expect(broken { $0.rating = rating } == [.rating])
    #expect(broken(asLast: true) { $0.rating = rating } == [.rating])
  }

  @Test(arguments: [
    "javascript:alert(1)", "ftp://example.org", "example.org", "", "https://", "https://a b.org/",
    "http://user@example.org/", "data:text/html,x", "https:///path",
  ])
  func `a source that is no web page is dropped`(url: String) throws {
    let review = try review { $0.sources.append(Source(title: "x", url: url)) }
    #expect(review.sources == good.sources)
    #expect(review.mends == ["Dropped 1 source: no web page, or about prices."])
  }

  @Test func `a source whose title talks of money is dropped`() throws {
    let shop = Source(title: "Make It Big: prices on Discogs", url: "https://example.org/shop")
    #expect(try review { $0.sources = [shop] }.sources == [])
  }

  @Test func `a recommendation that contradicts the rating gives way to the one of its part of the scale`() throws {
    for (word, rating, fitting) in [
      ("ESSENTIAL", 4.9, Recommendation.skip), ("ESSENTIAL", 3, .avoid), ("AVOID", 7.1, .recommended),
      ("AVOID", 9, .essential),
    ] {
      let review = try review { ($0.recommendation, $0.rating, $0.label) = (word, rating, "Time Capsule") }
      #expect(review.recommendation == fitting)
      #expect(review.mends == ["Recommendation \(word) contradicts rating \(rating); used \(fitting.rawValue)."])
    }
    for (word, rating) in [("ESSENTIAL", 5.0), ("ESSENTIAL", 4.96), ("AVOID", 7), ("SKIP", 9), ("RECOMMENDED", 2)] {
      let review = try review { ($0.recommendation, $0.rating, $0.label) = (word, rating, "Time Capsule") }
      #expect(review.recommendation.rawValue == word && review.mends == nil)
    }
  }

  @Test func `an unknown recommendation or label becomes the plainest`() throws {
    let unknown = try review { ($0.recommendation, $0.label, $0.rating) = ("BUY", "Great", 7.5) }
    #expect(unknown.recommendation == .recommended && unknown.label == .reliableListen)
    #expect(
      unknown.mends == [
        "Recommendation \"BUY\" is none of the four; used RECOMMENDED, after rating 7.5.",
        "Label \"Great\" is none of the 24; used \"Reliable Listen\".",
      ])
    let none = try review { ($0.recommendation, $0.label, $0.rating) = ("", "", 2) }
    #expect(none.recommendation == .avoid && none.label == .avoidEntirely)
    #expect(
      none.mends == [
        "No recommendation was given; used AVOID, after rating 2.0.", "No label was given; used \"Avoid Entirely\".",
      ])
  }

  @Test func `a label that contradicts gives way, and it is said to what`() throws {
    let staple = try review { ($0.recommendation, $0.label, $0.rating) = ("AVOID", "Genre Staple", 3) }
    #expect(staple.label == .unevenEffort)
    #expect(staple.mends == ["Label \"Genre Staple\" contradicts AVOID; used \"Uneven Effort\"."])
    let low = try review { ($0.recommendation, $0.label, $0.rating) = ("SKIP", "Career Low", 6.8) }
    #expect(low.mends == ["Label \"Career Low\" contradicts rating 6.8; used \"Uneven Effort\"."])
    // What gives way first decides what the label is held against.
    let both = try review { ($0.recommendation, $0.label, $0.rating) = ("AVOID", "Avoid Entirely", 9.2) }
    #expect(both.recommendation == .essential && both.label == .divisiveWork && both.mends?.count == 2)
  }

  @Test func `only what says nothing, or talks of money, breaks a rule`() {
    #expect(broken { $0.contextSummary = "" } == [.summary])
    #expect(broken { $0.contextSummary = " … " } == [.summary])
    #expect(broken { $0.contextBullets = [" ", ""] } == [.bullets])
    #expect(broken { $0.contextBullets[1] = "A rare pressing." } == [.musicAlone])
    #expect(
      broken {
        $0.contextSummary = ""
        $0.contextBullets = []
        $0.rating = 11
      } == [.summary, .bullets, .rating])
  }

  @Test func `a rejection says all that is wrong, and each rule once`() {
    #expect {
      try review {
        $0.contextSummary = "It is a joy. Copies are scarce."
        $0.contextBullets = ["A rare pressing."]
        $0.rating = 11
      }
    } throws: {
      "\($0)" == "rating can't be read as one. \(ReviewRule.rating.rawValue) contextSummary says \"copies are scarce\"."
        + " contextBullets says \"rare pressing\". \(ReviewRule.musicAlone.rawValue)"
    }
  }

  @Test func `at last the sentences that talk of money are cut, and the rest stands`() throws {
    let rest = try review(asLast: true) {
      $0.contextSummary = "It is a joy. An original pressing sells for $400. It holds up."
      $0.contextBullets = ["A rare pressing.", "Wham! are loud. It is a sound investment.", "The filler is filler."]
    }
    #expect(rest.contextSummary == "It is a joy. It holds up.")
    #expect(rest.contextBullets == ["Wham! are loud.", "The filler is filler."])
    #expect(rest.mends == ["Cut 3 sentences about money or collecting."])
    #expect(broken(asLast: true) { $0.contextSummary = "It is worth $20. Buy it as an investment." } == [.summary])
    #expect(broken(asLast: true) { $0.contextBullets = ["A rare pressing."] } == [.bullets])
  }

  // MARK: Answers

  private func answer(_ text: String, truncated: Bool = false) -> Answer {
    Answer(text: text, model: "m", usage: nil, cost: nil, truncated: truncated)
  }

  private let said = #"""
    {"contextSummary":"It holds up.","contextBullets":["The brass is a grin."],"rating":"7,5","recommendation":\#
    "Highly recommended 👍","label":"Tier 3: Radio Gold","keyTracks":["Freedom"]}
    """#

  @Test func `what stands around an answer, and slips in its form, cost nothing`() throws {
    for text in [said, "```json\n\(said)\n```", "<think>{}</think>Here: \(said) Enjoy!", "{\"album_review\":\(said)}"] {
      let review = try check.review(in: answer(text))
      #expect(review.rating == 7.5 && review.recommendation == .recommended && review.label == .radioGold)
      #expect(review.mends == nil)
    }
  }

  @Test(arguments: [
    ("I'd rather not.", ReviewRule.shape), (#"{"answer":"lovely"}"#, .summary),
    (#"{"contextSummary":"It holds up.","contextBullets":[{"point":"The brass"}],"rating":7}"#, .shape),
  ])
  func `an answer that can't be read names the rule`(text: String, rule: ReviewRule) {
    #expect { try check.review(in: answer(text)) } throws: {
      ($0 as? ReviewCheck.Rejection)?.problems.first?.rule == rule
    }
  }

  @Test func `an answer that was cut off, or is partly of another shape, counts only at last`() throws {
    let odd = said.replacingOccurrences(of: #"["Freedom"]"#, with: #"[{"title":"Freedom"},"Heartbeat"]"#)
    for answer in [answer(said, truncated: true), answer(odd)] {
      #expect(throws: ReviewCheck.Rejection.self) { try check.review(in: answer) }
      #expect(try check.review(in: answer, asLast: true).contextSummary == "It holds up.")
    }
    #expect(try check.review(in: answer(odd), asLast: true).keyTracks == ["Heartbeat"])
    #expect(throws: ReviewCheck.Rejection.self) { try check.review(in: answer(String(said.prefix(60))), asLast: true) }
  }

  @Test func `sources that no search came upon are dropped, and it is said`() throws {
    let named =
      String(said.dropLast()) + #","sources":[{"title":"A","url":"https://a.example/x"},"https://b.example/"]}"#
    var answer = answer(named)
    answer.consulted = [Source(title: "A", url: "https://a.example/x"), Source(title: "C", url: "https://c.example/")]
    let review = try check.review(in: answer)
    #expect(review.sources.map(\.url) == ["https://a.example/x"])
    #expect(review.mends == ["Dropped 1 source that no search found."])
  }

  @Test func `reviews that were kept before anything was put right are read, and mends are kept`() throws {
    let plain = try check.review(from: good)
    let old = try JSONEncoder().encode(plain)
    #expect(!String(decoding: old, as: UTF8.self).contains("mends"))
    #expect(try JSONDecoder().decode(Review.self, from: old) == plain)
    let mended = try review { $0.label = "" }
    #expect(mended.mends?.count == 1)
    #expect(try JSONDecoder().decode(Review.self, from: try JSONEncoder().encode(mended)) == mended)
  }
}
