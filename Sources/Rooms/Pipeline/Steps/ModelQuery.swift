internal import Albums
internal import Records

/// A question to a model whose answer must have a given form.
struct ModelQuery: Sendable {
  let model: MeteredModel
  let ledger: Ledger

  /// Asks the question, and parses the answer.
  ///
  /// After an unusable answer it asks again, at most twice, each time with a higher output limit if the answer was cut
  /// off.
  /// - Parameter rescue: a smaller question about an answer in prose, asked before that answer is discarded.
  func ask<Value>(
    _ question: Question, of scan: Scan, read: (String) throws(UnreadableAnswer) -> Value,
    orAsk rescue: (_ prose: String) -> Question? = { _ in nil }
  ) async throws -> (value: Value, sources: [Source], model: String) {
    var question = question
    var useless = 0
    for code in [FaultCode.answerUnusable, .thoughtsTooLong] {
      useless += try await ledger.faults(of: scan.id, at: question.step, code: code)
    }
    question.maxOutputTokens <<= min(useless, 2)
    let given = try await model.answer(question, for: scan.id)
    let answer = given.answer
    let problem: String
    let isEmpty = answer.text.allSatisfy(\.isWhitespace)
    // Whatever was cut off before its first word was spent on thoughts.
    let isAllThoughts = answer.truncated && isEmpty
    if isAllThoughts {
      problem = "its thoughts used up the limit of tokens, and left none for the answer"
    } else if answer.truncated {
      problem = "it was cut off"
    } else if isEmpty {
      problem = "it is empty"
    } else {
      do { return (try read(answer.text), answer.pages, given.question.model) } catch { problem = error.description }
      // The first answer stays stored until this one arrives, so that a crash in between doesn't pay for it again.
      if !answer.text.isEmpty, let smaller = rescue(answer.text) {
        let rescued = try await model.answer(smaller, for: scan.id)
        // The second answer failed like the first, whose error is thrown below.
        if !rescued.answer.truncated, let value = try? read(rescued.answer.text) {
          return (value, answer.pages, given.question.model)
        }
        try await model.discard(rescued)
      }
    }
    try await model.discard(given)
    let reason = "The model's answer can't be used: \(problem)"
    let code: FaultCode = isAllThoughts ? .thoughtsTooLong : .answerUnusable
    if useless < 2 { throw Fault.retry(code, reason) }
    // A model that has answered such a question before is suitable, so this photo is at fault, not the service.
    let isFit = try await ledger.hasAnswer(to: question.step, from: given.service, by: given.question.model)
    let headroom =
      "Give \(given.question.model) more headroom in ~/.config/albumscan/models.json (docs/models.md), or choose a model "
      + "that thinks less; then run `albumscanctl retry \(scan.id)`."
    throw Fault.fail(
      code, reason, service: isFit ? nil : given.service,
      cure: isAllThoughts ? .advice(headroom) : .command("albumscanctl retry \(scan.id)"))
  }
}
