internal import Albums
internal import Records

/// Decides which questions go into batches when many photos wait.
struct BatchPolicy: Sendable {
  let batches: any BatchModel
  /// How many photos must wait to be read.
  let above: Int

  /// Searches stay: a scan that came so far by itself is close to its end.
  func mayTake(_ question: Question) -> Bool {
    question.searches == 0 && (question.step == .reading || question.step == .review)
  }

  /// A photo is read in bulk while the flood lasts, and reviewed as it was read. What failed in a batch, or came back
  /// to be put right, is asked at once: nobody waits for the same thing twice.
  func takes(_ question: Question, _ facts: BatchPolicyFacts) -> Bool {
    guard mayTake(question), !facts.isAskedFor, !facts.hadItsTurn else { return false }
    return question.step == .review ? facts.wasReadInBulk : facts.unread > above
  }
}
