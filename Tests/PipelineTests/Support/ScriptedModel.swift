import Albums
import Synchronization
import TestSupport
import Testing

/// A model that answers as it was told to, step by step. Whoever asks once too often fails the test.
final class ScriptedModel: LanguageModel {
  typealias Act = @Sendable (Question) async throws(Fault) -> Answer

  private struct State {
    var next: [Step: [Act]] = [:]
    var always: [Step: Act] = [:]
    var asked: [Question] = []
  }

  private let state = Mutex(State())
  let service: ServiceName
  private let price = Mutex(Money?.some(Money(dollars: 0.05)))

  init(at service: ServiceName = .anthropic) { self.service = service }

  /// All questions so far.
  var asked: [Question] { state.withLock { $0.asked } }
  /// Acts that nobody asked for yet.
  var left: Int { state.withLock { $0.next.values.map(\.count).reduce(0, +) } }

  func asked(_ step: Step) -> [Question] { asked.filter { $0.step == step } }

  /// What the next questions of a step are answered with.
  func answers(_ step: Step, _ acts: Act...) { state.withLock { $0.next[step, default: []] += acts } }

  /// What any number of questions of a step are answered with.
  func always(_ step: Step, _ act: @escaping Act) { state.withLock { $0.always[step] = act } }

  func costsAtMost(_ money: Money?) { price.withLock { $0 = money } }
  func worstCase(of question: Question) -> Money? { price.withLock { $0 } }

  func answer(
    _ question: Question, extending extend: @Sendable (Money) async -> Bool
  ) async throws(Fault) -> Answer {
    let act = state.withLock { state -> Act? in
      state.asked.append(question)
      guard var acts = state.next[question.step], !acts.isEmpty else { return state.always[question.step] }
      let act = acts.removeFirst()
      state.next[question.step] = acts
      return act
    }
    guard let act else {
      Issue.record("the model was asked once too often, at \(question.step): \(question.material)")
      throw Fault.fail(.unknown, "not in the script").billed(.nothing)
    }
    return try await act(question)
  }
}

/// What a scripted model does.
enum Act {
  static func says(_ text: String, dollars: Double? = 0.01, truncated: Bool = false, sources: [Source] = [])
    -> ScriptedModel.Act
  {
    { (_: Question) async throws(Fault) -> Answer in
      Answer(
        text: text, sources: sources, model: "scripted-1", usage: Usage(inputTokens: 1000, outputTokens: 100),
        cost: dollars.map(Money.init(dollars:)), truncated: truncated)
    }
  }

  /// Looks at something while the call is out, then answers.
  static func after(_ look: @escaping @Sendable () async -> Void, _ act: @escaping ScriptedModel.Act)
    -> ScriptedModel.Act
  {
    { (question: Question) async throws(Fault) -> Answer in
      await look()
      return try await act(question)
    }
  }

  static func fails(_ fault: Fault, _ bill: Fault.Bill = .nothing) -> ScriptedModel.Act {
    { (_: Question) async throws(Fault) -> Answer in throw fault.billed(bill) }
  }

  /// Says that it was asked, and acts after a while, or gives no answer when the call is given up before.
  static func takes(
    _ duration: Duration, on clock: ManualClock, _ wasAsked: Latch, _ act: @escaping ScriptedModel.Act
  ) -> ScriptedModel.Act {
    { (question: Question) async throws(Fault) -> Answer in
      wasAsked.open()
      // Nil when it is canceled.
      guard (try? await clock.sleep(for: duration)) != nil else {
        throw
          .retry(.unknown, "the call was canceled", service: .anthropic, isCounted: false).billed(.unknown)
      }
      return try await act(question)
    }
  }

  /// Says that it was asked, and answers only when the call is given up.
  static func hangs(_ wasAsked: Latch) -> ScriptedModel.Act {
    { (_: Question) async throws(Fault) -> Answer in
      wasAsked.open()
      try? await Task.sleep(for: .seconds(3600))
      throw
        .retry(.unknown, "the call was canceled", service: .anthropic, isCounted: false).billed(.unknown)
    }
  }
}
