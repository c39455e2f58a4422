import Albums
import FoundationEssentials
import Synchronization

/// A batch service that does as it is told: it keeps what it takes, and ends when it is let.
final class ScriptedBatches: BatchModel {
  struct Taken: Sendable {
    var standing: BatchStanding
    var nonce: String
    var ids: [String]
  }

  private struct State {
    var taken: [Taken] = []
    var batchRequests: [String: [String]] = [:]
    var failures: [ModelFailure] = []
    var losesReceipts = false
    var outcomes: [String: BatchOutcome] = [:]
    var always: BatchOutcome?
    var forgotten: [String] = []
    var isAway: ServiceFault?
    var hides = false
  }

  private let state = Mutex(State())
  let service = ServiceName.anthropic
  let mostQuestions = 100
  let mostBytes = 1 << 20
  private let time: HandSetTime

  init(_ time: HandSetTime) { self.time = time }

  /// Every batch that was taken.
  var taken: [Taken] { state.withLock { $0.taken } }
  var forgotten: [String] { state.withLock { $0.forgotten } }

  /// The next submissions fail like this, and nothing is taken.
  func refuses(_ failures: ModelFailure...) { state.withLock { $0.failures += failures } }
  var isRefusing: Bool { state.withLock { !$0.failures.isEmpty } }
  /// What is taken is kept, but whoever hands it in doesn't hear of it.
  func losesReceipts(_ loses: Bool) { state.withLock { $0.losesReceipts = loses } }
  /// Knows no batch any more.
  func loseAll() { state.withLock { $0.taken = [] } }
  func isAway(_ fault: ServiceFault?) { state.withLock { $0.isAway = fault } }
  /// Lists no batches, as if they hadn't come through yet.
  func hides(_ hides: Bool) { state.withLock { $0.hides = hides } }

  func end(_ phase: BatchStanding.Phase = .ended) {
    state.withLock { state in for index in state.taken.indices { state.taken[index].standing.phase = phase } }
  }

  func answersAll(_ outcome: BatchOutcome) { state.withLock { $0.always = outcome } }
  func answers(_ id: String, _ outcome: BatchOutcome) { state.withLock { $0.outcomes[id] = outcome } }

  // MARK: BatchModel

  func worstCase(of question: Question) -> Money? { Money(dollars: 0.025) }

  func add(_ question: Question, as customID: String, to batchRequest: inout BatchRequest) -> Bool {
    state.withLock { $0.batchRequests[batchRequest.nonce, default: []].append(customID) }
    batchRequest.body.append(question.picture?.jpeg ?? Data(question.material.utf8))
    batchRequest.count += 1
    return true
  }

  func submit(_ batchRequest: BatchRequest) async throws(ModelFailure) -> BatchStanding {
    let result = state.withLock { state -> Result<BatchStanding, ModelFailure> in
      if !state.failures.isEmpty { return .failure(state.failures.removeFirst()) }
      let standing = BatchStanding(
        handle: "batch-\(state.taken.count + 1)", phase: .working, created: time.now,
        expires: time.now.addingTimeInterval(86_400), count: batchRequest.count)
      state.taken.append(
        Taken(standing: standing, nonce: batchRequest.nonce, ids: state.batchRequests[batchRequest.nonce] ?? []))
      return state.losesReceipts
        ? .failure(ModelFailure(.transient("the connection broke", service: service), bill: .unknown))
        : .success(standing)
    }
    return try result.get()
  }

  func standing(of handle: String) async throws(ServiceFault) -> BatchStanding? {
    if let fault = state.withLock({ $0.isAway }) { throw fault }
    return taken.first { $0.standing.handle == handle }?.standing
  }

  func find(nonce: String, count: Int, since: Date, known: Set<String>) async throws(ServiceFault) -> BatchSighting {
    if let fault = state.withLock({ $0.isAway }) { throw fault }
    if state.withLock({ $0.hides }) { return .none }
    return taken.first { $0.nonce == nonce }.map { .found($0.standing) } ?? .none
  }

  func results(of batch: BatchStanding, to questions: [String: Question]) async throws(ServiceFault) -> [String:
    BatchOutcome]
  {
    if let fault = state.withLock({ $0.isAway }) { throw fault }
    return state.withLock { state in
      questions.keys.reduce(into: [:]) { $0[$1] = state.outcomes[$1] ?? state.always }
    }
  }

  func forget(_ batch: BatchStanding) async { state.withLock { $0.forgotten.append(batch.handle) } }
}
