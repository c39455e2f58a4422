internal import Albums
internal import Records

/// A question whose answer must have a shape.
struct Inquiry: Sendable {
  let model: MeteredModel
  let ledger: Ledger

  /// How the reason of a setback begins when the answer came but was of no use.
  static let unusable = "The model's answer can't be used"
  /// How it begins when no answer came, though the call may be on the bill.
  static let unanswered = "No answer came"

  /// Asks, and reads the answer.
  ///
  /// An answer that can't be used is asked for again, at most twice, each time with more room if it was cut off. A call
  /// that may have been billed without an answer (a timeout, say) is made once more and no oftener: whoever wants a
  /// third says so (`albumscanctl retry`).
  /// - Parameter rescue: a smaller question about an answer in prose, which is asked before that answer is given up.
  func ask<Value>(
    _ question: Question, of scan: Scan, read: (String) throws(UnreadableAnswer) -> Value,
    orAsk rescue: (_ prose: String) -> Question? = { _ in nil }
  ) async throws -> (value: Value, sources: [Source]) {
    var question = question
    let useless = try await ledger.setbacks(of: scan.id, at: question.step, beginning: Self.unusable)
    question.maxOutputTokens <<= min(useless, 2)
    let answer = try await answer(to: question, of: scan)
    let problem: String
    if answer.truncated {
      problem = "it was cut off"
    } else {
      do { return (try read(answer.text), answer.pages) } catch { problem = error.description }
      // The first answer stays known until this one is there: a crash in between doesn't buy it again.
      if !answer.text.isEmpty, let smaller = rescue(answer.text) {
        let rescued = try await self.answer(to: smaller, of: scan)
        if !rescued.truncated, let value = try? read(rescued.text) { return (value, answer.pages) }
        try await model.discard(smaller)
      }
    }
    try await model.discard(question)
    let reason = "\(Self.unusable): \(problem)"
    throw useless < 2 ? Setback.transient(reason) : Setback.permanent(reason, cure: "albumscanctl retry \(scan.id)")
  }

  private func answer(to question: Question, of scan: Scan) async throws -> Answer {
    do {
      return try await model.answer(question, for: scan.id)
    } catch let failure as ModelFailure {
      guard failure.bill != .nothing, failure.setback.kind == .transient else { throw failure.setback }
      let before = try await ledger.setbacks(of: scan.id, at: question.step, beginning: Self.unanswered)
      let reason = "\(Self.unanswered): \(failure.setback.reason)"
      throw before == 0
        ? Setback.transient(reason, service: failure.setback.service, retryAfter: failure.setback.retryAfter)
        : Setback.permanent(reason, cure: "albumscanctl retry \(scan.id)")
    }
  }
}
