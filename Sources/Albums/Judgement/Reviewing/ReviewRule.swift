/// The rules that an answer must follow to become a review, in the same words as in the prompts. An answer that breaks
/// one is sent back once. `ReviewCheck` corrects everything else without another call.
package enum ReviewRule: String, CaseIterable, Sendable {
  case shape = "Answer with one JSON object of this shape and nothing else."
  case length = "Keep the whole answer under 700 words."
  case summary = "The summary is never empty."
  case bullets = "There is at least one bullet."
  case rating = "The rating is a number from 0 to 10."
  case musicAlone = """
    Never talk about money or objects: no prices, no value, no investment, no market, no rarity, no collectors, no \
    pressings or editions, no condition, no buying or selling, no "worth" in money.
    """
}

/// A rule that an answer breaks.
package struct ReviewProblem: Equatable, Sendable {
  package let rule: ReviewRule
  /// Where and how; a sentence.
  package let detail: String

  init(_ rule: ReviewRule, _ detail: String) {
    self.rule = rule
    self.detail = detail
  }
}
