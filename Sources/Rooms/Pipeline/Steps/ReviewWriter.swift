package import Albums
internal import Records

/// Has a review written: one attempt, and one repair that is told what was wrong. Whatever is usable in the repaired
/// answer counts.
package struct ReviewWriter: Sendable {
  let model: MeteredModel
  let promptBuilder: PromptBuilder

  package struct Written: Sendable {
    package let review: Review
    /// The model that wrote it.
    package let model: String
    /// The rules that the first answer broke, if it was sent back.
    package var broken: [ReviewRule] = []
  }

  /// - Parameters:
  ///   - scan: nil for a trial.
  ///   - rest: what is left of the first answer without forbidden content.
  /// - Throws: `ReviewCheck.Rejection`, and what `MeteredModel.answer` throws.
  func answer(
    to question: Question, for scan: ScanID?, _ check: ReviewCheck, mayRepair: Bool = true, rest: inout Written?
  ) async throws -> Written {
    let asked = try await model.answer(question, for: scan)
    let first = asked.answer
    let rejection: ReviewCheck.Rejection
    do { return Written(review: try check.review(in: first), model: first.model) } catch { rejection = error }
    let broken = ReviewRule.allCases.filter { rule in rejection.problems.contains { $0.rule == rule } }
    // What can't be left as it is goes back with the rules that it broke.
    if let left = try? check.review(in: first, asLast: true) {
      rest = Written(review: left, model: first.model, broken: broken)
    }
    // The first answer stays stored until the second arrives, so that a crash or failure in between doesn't pay for it
    // again.
    guard mayRepair else { throw rejection }
    var repair = promptBuilder.repair(of: question, answered: first.text, because: rejection.description)
    if first.truncated { repair.maxOutputTokens *= 2 }
    let again = try await model.answer(repair, for: scan)
    do {
      return Written(
        review: try check.review(in: again.answer, asLast: true), model: again.answer.model, broken: broken)
    } catch {
      if rest == nil {
        try await model.discard(asked)
        try await model.discard(again)
      }
      throw error
    }
  }
}
