internal import Albums
internal import Digests
internal import Foundation
internal import Logging
internal import Records
internal import Synchronization

/// A model whose calls are metered: it checks the limits, reserves and settles the cost, and reuses stored answers. The
/// caller sees none of this.
struct MeteredModel: Sendable {
  let model: any LanguageModel
  /// Nil without a fallback.
  var fallback: FallbackProvider?
  let gate: ServiceGate
  let budget: ScanSettings.Budget

  private var ledger: Ledger { gate.ledger }
  private var time: TimeSource { gate.time }

  var canSearch: Bool { model.canSearch }

  /// An answer, the model that gave it, and the question: the fallback has its own models.
  typealias Given = (answer: Answer, service: ServiceName, question: Question, recipe: Digest)

  /// The amount reserved for a model without a known price, so that limits still hold.
  static let unknownPrice = Money(dollars: 0.25)

  /// Asks the provider, or the fallback while the provider is unavailable.
  /// - Throws: `Fault` (from the model, or a wait: budget, plan, paused service), or a ledger error.
  func answer(_ question: Question, for scan: ScanID?) async throws -> Given {
    guard let fallback, fallback.model.service != model.service, let own = fallback.question(for: question)
    else { return try await ask(model, question, for: scan) }
    do { return try await ask(model, question, for: scan) } catch let fault as Fault {
      guard fault.service == model.service, let pause = try await ledger.servicePause(of: model.service) else {
        throw fault
      }
      let turn = pause.needsPerson ? pause.since : pause.since + fallback.after
      guard turn <= time.now() else {
        // The scan comes back when it is the other's turn, however long this one wants to be left alone.
        throw turn >= pause.until ? fault : pause.wait(of: model.service, until: turn)
      }
      Logger.current.info(
        "\(fallback.model.service.rawValue) is asked instead of \(model.service.rawValue): \(pause.reason)")
      return try await ask(fallback.model, own, for: scan)
    }
  }

  private func ask(_ model: any LanguageModel, _ question: Question, for scan: ScanID?) async throws -> Given {
    let recipe = Self.recipe(of: question, question.picture.map { Digest(hex: SHA256.hex(of: $0.jpeg)) })
    let answer = try await answer(question, recipe, by: model, for: scan)
    return (answer, model.service, question, recipe)
  }

  private func answer(
    _ question: Question, _ recipe: Digest, by model: any LanguageModel, for scan: ScanID?
  ) async throws -> Answer {
    // A photo that somebody waits for goes before the review of an album that is known.
    try await gate.limits.modelCalls.run(hasLowPriority: question.step == .review) {
      try await gate.pass(model.service) {
        let now = time.now()
        let reservation = try await ledger.reserve(
          model.worstCase(of: question) ?? Self.unknownPrice, for: scan, step: question.step, service: model.service,
          model: question.model, recipe: recipe, caps: budget.caps(at: now),
          prompt: Prompt(text: question.instructions).digest, now: now)
        switch reservation {
        case .answered(let answer): return answer
        case .refused(let cap, let spent, let limit):
          throw try await refused(budget.postponement(for: cap, spent: spent, limit: limit, at: now))
        case .usedUp(let used, let limit):
          throw try await refused(budget.postponement(afterScans: used, of: limit, at: now))
        case .unanswered(let calls):
          throw try await refused(
            Fault(
              .unanswered, .wait(until: .distantFuture),
              """
              \(calls) calls for it weren't answered, and all of them may be billed. To ask once more: \
              albumscanctl retry \(scan.map { "\($0)" } ?? "ID")
              """,
              cure: .advice("See which photos they were (`albumscanctl status`), then run `albumscanctl retry ID`.")))
        case .granted(let expense): return try await answer(question, by: model, for: scan, as: expense)
        }
      }
    }
  }

  private func answer(
    _ question: Question, by model: any LanguageModel, for scan: ScanID?, as expense: ExpenseID
  ) async throws -> Answer {
    let refusal = Mutex<(any Error)?>(nil)
    do {
      let answer = try await model.answer(question) { more in
        let now = time.now()
        do {
          let refused = try await ledger.extend(expense, by: more, for: scan, caps: budget.caps(at: now))
          guard case .refused(let cap, let spent, let limit) = refused else { return true }
          refusal.withLock { $0 = budget.postponement(for: cap, spent: spent, limit: limit, at: now) }
        } catch {
          // What can't be reserved isn't spent.
          refusal.withLock { $0 = error }
        }
        return false
      }
      try await ledger.settle(expense, with: answer)
      try await watch.look()
      return answer
    } catch let fault as Fault {
      try await ledger.settle(expense, billed: fault.bill)
      try await watch.look()
      switch refusal.withLock({ $0 }) {
      case let limit as Fault: throw try await refused(limit)
      case let error?: throw error
      case nil: throw fault
      }
    }
  }

  private var watch: SpendingWatch { SpendingWatch(ledger: ledger, budget: budget, time: time) }

  private func refused(_ refusal: Fault) async throws -> Fault {
    try await watch.report(refusal)
    return refusal
  }

  /// Discards an unusable answer, so that the same question is asked again next time.
  func discard(_ given: Given) async throws { try await ledger.drop(answerTo: given.recipe) }

  /// The identity of a question: everything that is sent.
  static func recipe(of question: Question, _ picture: Digest?) -> Digest {
    let parts = [
      question.model, question.instructions, question.material, question.schema?.json ?? "",
      picture?.hex ?? "", String(question.maxOutputTokens),
      String(question.searches),
    ]
    // Lengths are included, so that no two lists of parts give the same digest.
    return Digest(hex: SHA256.hex(of: Array(parts.map { "\($0.utf8.count):\($0)" }.joined(separator: "\n").utf8)))
  }
}
