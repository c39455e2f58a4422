internal import Albums
internal import Foundation
internal import Pipeline

/// How well reviews follow the rules: the document of `eval --reviews`.
struct ReviewTrialReport: Encodable {
  struct Entry: Encodable {
    let artist: String
    let title: String
    let kind: String
    @Nullable var model: String?
    @Nullable var rating: Double?
    @Nullable var recommendation: Recommendation?
    @Nullable var label: ReviewLabel?
    /// The rules that the first answer broke, by name.
    var broken: [String] = []
    /// What was put right without a call, in sentences.
    var mends: [String] = []
    var bullets = 0
    var keyTracks = 0
    var forFansOf: [String] = []
    var repairs = 0
    var usd = 0.0
    @Nullable var file: String?
    /// Why there is no review.
    @Nullable var error: String?

    init(artist: String, title: String, kind: String) { (self.artist, self.title, self.kind) = (artist, title, kind) }

    mutating func take(_ outcome: ReviewTrial.Outcome) {
      let review = outcome.review
      (model, rating, recommendation, label) = (outcome.model, review.rating, review.recommendation, review.label)
      broken = outcome.broken.map { "\($0)" }
      mends = review.mends ?? []
      (bullets, keyTracks, forFansOf) = (review.contextBullets.count, review.keyTracks.count, review.forFansOf ?? [])
      repairs = outcome.repairs
    }

    /// In a few words, what isn't as it was asked for.
    var check: String {
      if let error { return error }
      var words = broken + mends.map { _ in "mended" }
      if bullets < 3 { words.append("\(bullets) bullets") }
      if keyTracks < 3 { words.append("\(keyTracks) tracks") }
      if recommendation == .recommended, forFansOf.isEmpty { words.append("for whom?") }
      return words.isEmpty ? "kept" : words.joined(separator: ", ")
    }
  }

  let schema = "albumscan/eval-reviews/1"
  let reviews: [Entry]
  /// What it may have come to, said before anything was asked.
  let mostUSD: Double
  let usd: Double

  init(entries: [Entry], mostUSD: Double) {
    reviews = entries
    self.mostUSD = mostUSD
    usd = entries.map(\.usd).reduce(0, +)
  }

  func tell(on output: CommandOutput) {
    let rows = reviews.map { entry in
      [
        "\(entry.artist): \(entry.title)", entry.kind, entry.rating.map { String(format: "%.1f", $0) } ?? "–",
        entry.recommendation?.rawValue ?? "–", entry.label?.rawValue ?? "–", entry.check, "\(entry.repairs)",
        Phrases.cost(entry.usd),
      ]
    }
    let header = ["ALBUM", "KIND", "RATING", "VERDICT", "LABEL", "RULES", "REPAIRS", "COST"]
    for line in Table(header: header, rows: rows).lines(on: output) { output.say(line) }
    output.say("\nSpent: \(Phrases.cost(usd)).")
  }
}
