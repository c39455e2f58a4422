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

  private func problems(_ change: (inout ReviewDraft) -> Void) -> [ReviewProblem] {
    var draft = good
    change(&draft)
    return check.problems(in: draft)
  }

  @Test func `a good review passes, its rating rounded to one decimal`() throws {
    let review = try check.review(from: good)
    #expect(review.rating == 7.5)
    #expect(review.recommendation == .recommended && review.label == .radioGold)
  }

  @Test func `each fault is named`() {
    #expect(problems { $0.contextSummary = "Only one." } == [.summarySentences(1)])
    #expect(problems { $0.contextSummary = "" } == [.summarySentences(0)])
    #expect(problems { $0.contextSummary = "One. Two. Three. Four." } == [.summarySentences(4)])
    #expect(problems { $0.contextBullets = ["a", "b"] } == [.bulletCount(2)])
    #expect(problems { $0.contextBullets = ["a", "b", "c", "d", "e", "f"] } == [.bulletCount(6)])
    #expect(problems { $0.contextBullets = ["a", "b", " "] } == [.bulletCount(2)])
    #expect(problems { $0.rating = 10.1 } == [.ratingOutOfRange(10.1)])
    #expect(problems { $0.rating = -1 } == [.ratingOutOfRange(-1)])
    #expect(problems { $0.rating = .nan }.count == 1)
    #expect(problems { $0.recommendation = "BUY" } == [.unknownRecommendation("BUY")])
    #expect(problems { $0.label = "Great" } == [.unknownLabel("Great")])
    #expect(problems { $0.keyTracks = ["a", "b"] } == [.keyTrackCount(2)])
    #expect(problems { $0.keyTracks = ["a", "A", " ", "b"] } == [.keyTrackCount(2)])
    #expect(problems { $0.keyTracks = (1...8).map { "Song \($0)" } } == [.keyTrackCount(8)])
    #expect(
      problems { $0.contextBullets[1] = "A rare pressing." } == [.moneyTalk("rare pressing", in: "contextBullets")])
    #expect(problems { $0.contextSummary = "It is a joy. It is worth $20." }.count == 1)
  }

  @Test(arguments: [
    "javascript:alert(1)", "ftp://example.org", "example.org", "", "https://", "https://a b.org/",
    "http://user@example.org/",
    "data:text/html,x", "https:///path",
  ])
  func `a source must be a web page`(url: String) {
    #expect(problems { $0.sources = [Source(title: "x", url: url)] } == [.sourceIsNoWebPage(url)])
  }

  @Test(arguments: [
    (ReviewLabel.avoidEntirely, "ESSENTIAL", 6.0), (.essentialClassic, "AVOID", 5), (.essentialClassic, "SKIP", 5),
    (.careerLow, "RECOMMENDED", 5), (.ambitiousFailure, "ESSENTIAL", 6), (.crowdFavorite, "AVOID", 3),
  ])
  func `a label may not contradict the recommendation`(label: ReviewLabel, recommendation: String, rating: Double) {
    let found = problems {
      $0.label = label.rawValue
      $0.recommendation = recommendation
      $0.rating = rating
    }
    #expect(found == [.labelContradicts(label, Recommendation(rawValue: recommendation)!)])
  }

  @Test func `a rating may not contradict the recommendation`() {
    let essential = problems {
      $0.recommendation = "ESSENTIAL"
      $0.rating = 3
    }
    #expect(essential == [.ratingContradicts(3, .essential)])
    let avoid = problems {
      $0.recommendation = "AVOID"
      $0.label = "Avoid Entirely"
      $0.rating = 9
    }
    #expect(avoid == [.ratingContradicts(9, .avoid)])
  }

  @Test(arguments: [
    (ReviewLabel.essentialClassic, "ESSENTIAL", 5.9), (.criticsChoice, "RECOMMENDED", 4.5), (.careerLow, "SKIP", 6.8),
  ])
  func `a label may not contradict the rating`(label: ReviewLabel, recommendation: String, rating: Double) {
    func found(_ rating: Double) -> [ReviewProblem] {
      problems {
        $0.label = label.rawValue
        $0.recommendation = recommendation
        $0.rating = rating
      }
    }
    #expect(found(rating) == [.labelBelies(label, rating: rating)])
    #expect(found(6) == [])
  }

  @Test func `every label allows something, and its plainest goes with its recommendation`() {
    for label in ReviewLabel.allCases { #expect(Recommendation.allCases.contains(where: label.allows)) }
    for word in Recommendation.allCases { #expect(ReviewLabel.plainest(for: word).allows(word)) }
  }

  @Test func `a rejected review says all that is wrong with it`() {
    var draft = good
    draft.rating = 11
    draft.keyTracks = []
    #expect(throws: ReviewCheck.Rejection(problems: [.ratingOutOfRange(11), .keyTrackCount(0)])) {
      try check.review(from: draft)
    }
    for problem in check.problems(in: draft) { #expect("\(problem)".hasSuffix(".")) }
  }

  @Test(arguments: [
    ("One sentence", 1), ("One. Two.", 2), ("One! Two? Three…", 3), ("", 0), ("   ", 0), ("...", 0),
    ("Mr. Mister met Dr. John in St. Louis. They played.", 2), ("It runs 3.5 minutes at 7.1 on the scale. Fine.", 2),
    ("St. Vincent made it. It shows.", 2), ("He left the U.S. The band stayed.", 2),
    ("The U.S. Army band plays. It swings.", 2),
    ("J. Cole raps. S. Carter listens.", 2), ("R.E.M. found its voice here. It whispers.", 2),
    ("Vol. 4 is heavy. No. 9 is not.", 2), ("\"It rocks.\" So they said.", 2), ("“Stop!” they sang. And stopped.", 2),
    ("And then… silence. Then noise.", 2), ("He said it was over. \"It wasn't.\"", 2), ("First (and last.) Second.", 2),
    ("By Dr. Dre, feat. Snoop Dogg, e.g. on Nuthin. Yes.", 2), ("Prince et al. made it. It lasts.", 2),
    ("これは名盤だ。間違いない。", 2), ("One.  \n Two.", 2), ("1977 was a year. 1978 was another.", 2),
    ("Sammy Davis Jr. sings. He swings.", 2), ("Sammy Davis Jr. The rest is history.", 2),
    ("It begins… It ends.", 2), ("What? No!", 2), ("Ain't it grand?! It is.", 2),
  ])
  func `sentences are counted as a reader counts them`(text: String, count: Int) {
    #expect(Sentences.count(in: text) == count)
  }

  @Test(arguments: [
    ("Wham! Records released it. Nobody slept.", ["Wham!"], 2), ("This is Wham! It is loud.", ["Wham!"], 2),
    ("Godspeed You! Black Emperor drone on. It works.", ["Godspeed You! Black Emperor"], 2),
    ("Therapy? Guitars like saws. Fine.", ["Therapy?"], 2),
    ("Help! Its title track runs. It never stops.", ["Help!"], 3),
    ("On Oh! Darling he shouts. Twice.", ["Oh! Darling"], 2),
  ])
  func `a name's own mark ends no sentence`(text: String, names: [String], count: Int) {
    #expect(Sentences.count(in: text, names: names) == count)
  }
}
