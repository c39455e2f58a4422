package import FoundationEssentials

/// Many questions sent to a model together, answered within a day at a lower price.
package struct BatchRequest: Equatable, Sendable {
  /// Of our own making; it stands in every `customID`, so that what was sent can be known again.
  package let nonce: String
  /// All questions are for this one.
  package let model: String
  /// The questions in the provider's dialect, as they are sent.
  package var body = Data()
  package var count = 0

  package init(nonce: String, model: String) {
    self.nonce = nonce
    self.model = model
  }

  /// `[a-zA-Z0-9_-]`, at most 64 characters: what both providers take.
  package static func customID(nonce: String, number: Int64) -> String { "as-\(nonce)-\(number)" }

  /// The number in a custom id with this nonce; nil for a stranger's.
  package static func number(in customID: String, nonce: String) -> Int64? {
    let start = "as-\(nonce)-"
    guard customID.hasPrefix(start) else { return nil }
    return Int64(customID.dropFirst(start.count)).flatMap { $0 > 0 ? $0 : nil }
  }
}

/// The state of a batch at its provider.
package struct BatchStanding: Equatable, Sendable {
  package enum Phase: Equatable, Sendable {
    case working
    /// There may be answers; not to all questions where it expired or was canceled.
    case ended
    /// Nothing was answered and nothing billed: what should happen with the questions.
    case refused(ServiceFault)
  }

  /// The provider's id.
  package var handle: String
  package var phase: Phase
  /// By the provider's clock.
  package var created: Date
  package var expires: Date?
  /// How many questions it holds; nil where the provider doesn't say yet.
  package var count: Int?
  /// Files with results, where they aren't found by the handle alone.
  package var files: [String]

  package init(
    handle: String, phase: Phase, created: Date, expires: Date? = nil, count: Int? = nil, files: [String] = []
  ) {
    self.handle = handle
    self.phase = phase
    self.created = created
    self.expires = expires
    self.count = count
    self.files = files
  }
}

/// The result of looking for one of our batches when it is unknown whether the provider received it.
package enum BatchSighting: Equatable, Sendable {
  case found(BatchStanding)
  /// There is one that may be it, which only its results can tell.
  case perhaps
  case none
}

/// The outcome of one question of a batch.
package enum BatchOutcome: Equatable, Sendable {
  case answered(Answer)
  case failed(ModelFailure)
  /// It was never worked on, and isn't billed: the day was over, or somebody canceled the batch.
  case untouched
}

/// A model's batch service: the same questions and answers as `LanguageModel`, at a lower price, within a day. It never
/// retries either.
package protocol BatchModel: Sendable {
  var service: ServiceName { get }
  /// The most questions and bytes that a batch request may hold.
  var mostQuestions: Int { get }
  var mostBytes: Int { get }

  /// As `LanguageModel.worstCase`, at the price of a batch.
  func worstCase(of question: Question) -> Money?

  /// Puts a question into a batch request, or leaves the batch request alone and says false where there is no room for it.
  func add(_ question: Question, as customID: String, to batchRequest: inout BatchRequest) -> Bool

  func submit(_ batchRequest: BatchRequest) async throws(ModelFailure) -> BatchStanding

  /// Nil when the provider doesn't have it (any more).
  func standing(of handle: String) async throws(ServiceFault) -> BatchStanding?

  /// Looks for a batch whose submission was begun at a time and whose answer was never heard.
  /// - Parameter known: handles of batches that are others for certain.
  func find(nonce: String, count: Int, since: Date, known: Set<String>) async throws(ServiceFault) -> BatchSighting

  /// What became of the questions, by custom id. Those that the provider says nothing of are missing.
  func results(of batch: BatchStanding, to questions: [String: Question]) async throws(ServiceFault) -> [String:
    BatchOutcome]

  /// Has the provider delete what it keeps of the batch, as far as it lets itself be asked.
  func forget(_ batch: BatchStanding) async
}
