internal import Albums
internal import Foundation
internal import Logging
internal import Records
internal import Systemd

/// Submits batches to the provider and fetches their results, one provider call at a time. The ledger records each call
/// before and after.
struct BatchExchange: Sendable {
  let batches: any BatchModel
  let ledger: Ledger
  let gate: ServiceGate
  let timing: BatchTiming
  let watch: SpendingWatch
  let time: TimeSource

  enum SubmissionResult: Equatable, Sendable {
    /// The provider has it, or may have it.
    case taken
    /// Not now: the questions go back to waiting.
    case rest(until: Date)
    /// Never: the questions are asked individually.
    case refused
  }

  func handIn(_ batchRequest: BatchRequest, of expenses: [ExpenseID]) async throws -> SubmissionResult {
    let batch = try await ledger.beginBatch(
      expenses, nonce: batchRequest.nonce, service: batches.service, now: time.now())
    do {
      let standing = try await gate.pass(batches.service) { try await batches.submit(batchRequest) }
      try await take(batch, standing)
      return .taken
    } catch is Postponed {
      // Until the service is available again, which is checked before each batch.
      try await ledger.giveBack(batch)
      return .rest(until: time.now())
    } catch let failure as ModelFailure {
      Logger.current.warning("a batch wasn't accepted: \(failure.fault.reason)")
      // The provider may have received it after all. That is checked before anything is sent again.
      guard failure.bill == .nothing else {
        try await ledger.looked(at: batch, nextAt: time.now() + timing.pause(after: batch.looks))
        return .taken
      }
      return try await giveBack(batch, failure.fault)
    }
  }

  /// Checks on a batch, and books it if it is finished.
  /// - Returns: whether scans can continue.
  func look(at batch: BatchRecord) async throws -> Bool {
    do {
      return try await gate.pass(batches.service) { try await inspect(batch) }
    } catch let postponed as Postponed {
      try await ledger.looked(at: batch, nextAt: postponed.until)
    } catch let fault as ServiceFault {
      Logger.current.info("couldn't check a batch: \(fault.reason)")
      let wait = max(timing.pause(after: batch.looks), fault.retryAfter.map { .seconds($0) } ?? .zero)
      try await ledger.looked(at: batch, nextAt: time.now() + wait)
    }
    return false
  }

  private func inspect(_ batch: BatchRecord) async throws -> Bool {
    guard let handle = batch.handle else { return try await search(for: batch) }
    guard let standing = try await batches.standing(of: handle) else {
      // Another key may be set temporarily. A day later the answers can't be fetched anymore.
      guard time.now() > batch.expires + timing.overdue else { return try await later(batch) }
      try await ledger.collect(batch, [:])
      return true
    }
    switch standing.phase {
    case .working: return try await later(batch)
    case .refused(let fault): return try await giveBack(batch, fault) == .refused
    case .ended:
      try await book(batch, standing)
      return true
    }
  }

  private func search(for batch: BatchRecord) async throws -> Bool {
    switch try await batches.find(
      nonce: batch.nonce, count: batch.count, since: batch.began, known: try await ledger.batchHandles())
    {
    case .found(let standing):
      Logger.current.notice("found a batch that was submitted before")
      try await take(batch, standing)
      return false
    case .none where time.now() > batch.began + timing.grace:
      try await ledger.giveBack(batch)
      return false
    case .none, .perhaps: return try await later(batch)
    }
  }

  private func take(_ batch: BatchRecord, _ standing: BatchStanding) async throws {
    try await ledger.took(batch, as: standing)
    try await ledger.looked(at: batch, nextAt: time.now() + timing.pause(after: 0))
    Logger.current.notice(
      "submitted \(batch.count) questions to the batch service of \(batches.service.rawValue)",
      metadata: ["service": .string(batches.service.rawValue)])
  }

  private func later(_ batch: BatchRecord) async throws -> Bool {
    try await ledger.looked(at: batch, nextAt: time.now() + timing.pause(after: batch.looks))
    return false
  }

  private func book(_ batch: BatchRecord, _ standing: BatchStanding) async throws {
    let items = try await ledger.items(of: batch)
    let named = items.map { (BatchRequest.customID(nonce: batch.nonce, number: $0.expense.number), $0) }
    let results = try await batches.results(
      of: standing, to: Dictionary(named.map { ($0, $1.question) }, uniquingKeysWith: { first, _ in first }))
    let outcomes = named.compactMap { id, item in results[id].map { (item.expense, $0) } }
    try await ledger.collect(batch, Dictionary(outcomes, uniquingKeysWith: { first, _ in first }))
    try await watch.look()
    let answered = outcomes.count { if case .answered = $1 { true } else { false } }
    Logger.current.notice(
      "a batch answered \(answered) of \(items.count) questions",
      metadata: ["service": .string(batches.service.rawValue)])
    await batches.forget(standing)
  }

  private func giveBack(_ batch: BatchRecord, _ fault: ServiceFault) async throws -> SubmissionResult {
    guard fault.kind == .permanent else {
      try await ledger.giveBack(batch)
      // The user may fix it at any time; until then the service is paused.
      let wait = fault.kind == .needsAttention ? .zero : max(.seconds(fault.retryAfter ?? 0), timing.longest)
      return .rest(until: time.now() + wait)
    }
    let items = try await ledger.items(of: batch)
    try await ledger.collect(batch, Dictionary(uniqueKeysWithValues: items.map { ($0.expense, .untouched) }))
    return .refused
  }
}
