package import FoundationEssentials

/// Many questions sent to a model together, answered within a day at a lower price.
package struct BatchRequest: Equatable, Sendable {
  /// AlbumScan's own id of the request, part of every `customID`, so that a sent batch can be recognized.
  package let nonce: String
  /// The model for all questions.
  package let model: String
  /// The questions in the provider's format.
  package var body = Data()
  package var count = 0

  package init(nonce: String, model: String) {
    self.nonce = nonce
    self.model = model
  }

  /// `[a-zA-Z0-9_-]`, at most 64 characters: what both providers take.
  package static func customID(nonce: String, number: Int64) -> String { "as-\(nonce)-\(number)" }

  /// The number in a custom id with this nonce; nil for any other id.
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
    /// Answers may be available, though not for all questions if it expired or was canceled.
    case ended
    /// Nothing was answered or billed; the fault says what to do with the questions.
    case refused(ServiceFault)
  }

  /// The provider's id.
  package var handle: String
  package var phase: Phase
  /// By the provider's clock.
  package var created: Date
  package var expires: Date?
  /// The number of its questions; nil while the provider doesn't report it.
  package var count: Int?
  /// Files with results, if the handle alone doesn't lead to them.
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
  /// There is a batch that may be it; only its results can tell.
  case perhaps
  case none
}

/// The outcome of one question of a batch.
package enum BatchOutcome: Equatable, Sendable {
  case answered(Answer)
  case failed(ModelFailure)
  /// It wasn't processed and isn't billed: the day was over, or the batch was canceled.
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

  /// Adds a question to a batch request; if there is no room for it, leaves the request unchanged and returns false.
  func add(_ question: Question, as customID: String, to batchRequest: inout BatchRequest) -> Bool

  func submit(_ batchRequest: BatchRequest) async throws(ModelFailure) -> BatchStanding

  /// Nil if the provider no longer has it.
  func standing(of handle: String) async throws(ServiceFault) -> BatchStanding?

  /// Looks for a batch that was submitted at a given time without a response.
  /// - Parameter known: handles of batches that are certainly different ones.
  func find(nonce: String, count: Int, since: Date, known: Set<String>) async throws(ServiceFault) -> BatchSighting

  /// The outcomes of the questions by custom id. Questions that the provider doesn't mention are missing.
  func results(of batch: BatchStanding, to questions: [String: Question]) async throws(ServiceFault) -> [String:
    BatchOutcome]

  /// Deletes the provider's data of the batch, as far as the provider allows.
  func forget(_ batch: BatchStanding) async
}
