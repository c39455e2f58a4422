internal import Albums
internal import Records

/// A question to a model whose answer must have a given form.
struct ModelQuery: Sendable {
  let model: MeteredModel
  let ledger: Ledger

  /// How the reason of a fault begins when the answer came but was of no use.
  static let unusable = "The model's answer can't be used"
  /// Asks, and reads the answer.
  ///
  /// An answer that can't be used is asked for again, at most twice, each time with more room if it was cut off.
  /// - Parameter rescue: a smaller question about an answer in prose, which is asked before that answer is given up.
  func ask<Value>(
    _ question: Question, of scan: Scan, read: (String) throws(UnreadableAnswer) -> Value,
    orAsk rescue: (_ prose: String) -> Question? = { _ in nil }
  ) async throws -> (value: Value, sources: [Source], model: String) {
    var question = question
    let useless = try await ledger.faults(of: scan.id, at: question.step, beginning: Self.unusable)
    question.maxOutputTokens <<= min(useless, 2)
    let given = try await model.answer(question, for: scan.id)
    let answer = given.answer
    let problem: String
    if answer.truncated {
      problem = "it was cut off"
    } else {
      do { return (try read(answer.text), answer.pages, given.question.model) } catch { problem = error.description }
      // The first answer stays known until this one is there: a crash in between doesn't buy it again.
      if !answer.text.isEmpty, let smaller = rescue(answer.text) {
        let rescued = try await model.answer(smaller, for: scan.id)
        if !rescued.answer.truncated, let value = try? read(rescued.answer.text) {
          return (value, answer.pages, given.question.model)
        }
        try await model.discard(rescued)
      }
    }
    try await model.discard(given)
    let reason = "\(Self.unusable): \(problem)"
    if useless < 2 { throw ServiceFault.transient(reason) }
    // A model that has answered such a question before is fit for it: it is this photo then, and not the service.
    let isFit = try await ledger.hasAnswer(to: question.step, from: given.service, by: given.question.model)
    throw ServiceFault.permanent(
      reason, service: isFit ? nil : given.service, cure: "albumscanctl retry \(scan.id)")
  }
}
