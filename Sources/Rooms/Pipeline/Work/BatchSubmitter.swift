internal import Albums
internal import Foundation
internal import Logging
package import Records
internal import ServiceLifecycle
internal import Synchronization
internal import Systemd

/// Submits collected questions to the provider's batch service, and books the answers when they arrive.
///
/// Everything is recorded before it is sent. If it is unknown whether the provider received a batch (after a crash or a
/// broken connection), the provider is asked first, and nothing is submitted again before that is clear.
package final class BatchSubmitter: Service {
  private let ledger: Ledger
  private let line: @Sendable () -> Line
  private let wakeSignal: WakeSignal
  /// Fired when scans can continue.
  private let booked: @Sendable () -> Void
  private let timing = BatchTiming()
  /// No submission before this time: the provider requested a pause.
  private let restUntil = Mutex(Date.distantPast)

  /// The maximum bytes per submission: they are held in memory, briefly twice.
  private static let mostBytes = 16 << 20

  /// - Parameter wakeSignal: fired whenever the line comes to rest, or the ledger changes.
  package init(
    ledger: Ledger, line: @escaping @Sendable () -> Line, wakeSignal: WakeSignal, booked: @escaping @Sendable () -> Void
  ) {
    self.ledger = ledger
    self.line = line
    self.wakeSignal = wakeSignal
    self.booked = booked
  }

  package func run() async throws {
    try await cancelWhenGracefulShutdown { [self] in
      while !Task.isCancelled {
        let next = try await round()
        let time = line().time
        let wait = next.map { max(Duration.milliseconds(50), .seconds($0.timeIntervalSince(time.now()))) }
        await wakeSignal.wait(atMost: wait, sleep: time.sleep)
      }
    }
  }

  /// For callers that don't wait: fetches results that are available.
  package func lookOnce() async throws { try await round() }

  /// Does the work that is due.
  /// - Returns: when there is more to do, unless something wakes it before.
  @discardableResult
  func round() async throws -> Date? {
    let line = line()
    let next = try await round(on: line)
    guard try await self.line().reopen(after: line, in: ledger) else { return next }
    booked()
    return line.time.now()
  }

  private func round(on line: Line) async throws -> Date? {
    // Turned off: questions that weren't sent yet are asked individually.
    if try await ledger.unqueueAll(but: line.batchPolicy?.batches.service) { booked() }
    guard let batches = line.batches else { return nil }
    let exchange = BatchExchange(
      batches: batches, ledger: ledger, gate: line.gate(ledger), timing: timing,
      watch: SpendingWatch(ledger: ledger, budget: line.settings.budget, time: line.time), time: line.time)
    for batch in try await ledger.openBatches()
    where batch.service == batches.service && batch.notBefore <= line.time.now() && !Task.isCancelled {
      if try await exchange.look(at: batch) { booked() }
    }
    while try await handIn(on: line, at: exchange) {}
    return try await next(on: line, batches.service)
  }

  private func next(on line: Line, _ service: ServiceName) async throws -> Date? {
    let queue = try await ledger.batchQueue(for: service, now: line.time.now())
    let closed = try await ledger.closure(of: service)?.until ?? .distantPast
    let handIn = timing.due(queue, now: line.time.now()).map { max($0, closed, restUntil.withLock { $0 }) }
    let looks = try await ledger.openBatches().filter { $0.service == service }.map(\.notBefore)
    return (looks + [handIn].compactMap { $0 }).min()
  }

  /// Submits one batch, if one is due.
  /// - Returns: whether there may be another.
  private func handIn(on line: Line, at exchange: BatchExchange) async throws -> Bool {
    let now = line.time.now()
    guard !Task.isCancelled, restUntil.withLock({ $0 <= now }),
      try await ledger.closure(of: exchange.batches.service)?.until ?? now <= now,
      let due = timing.due(try await ledger.batchQueue(for: exchange.batches.service, now: now), now: now), due <= now
    else { return false }
    let batchRequest = try await pack(on: line, exchange.batches)
    guard batchRequest.contents.count > 0 else { return batchRequest.isStuck }
    switch try await exchange.handIn(batchRequest.contents, of: batchRequest.expenses) {
    case .taken: return true
    case .rest(let until):
      restUntil.withLock { $0 = until }
      return false
    case .refused:
      booked()
      return true
    }
  }

  /// Collects as many questions as fit into one batch.
  /// - Returns: also whether questions were rejected, so that there may be others.
  private func pack(
    on line: Line, _ batches: any BatchModel
  ) async throws -> (contents: BatchRequest, expenses: [ExpenseID], isStuck: Bool) {
    let most = min(timing.most, batches.mostQuestions)
    let items = try await ledger.queuedItems(for: batches.service, limit: most)
    let nonce = String(UInt64.random(in: .min ... .max), radix: 16)
    var batchRequest = BatchRequest(nonce: nonce, model: items.first?.question.model ?? "")
    var expenses: [ExpenseID] = []
    var unfit: [ExpenseID] = []
    for item in items {
      var question = item.question
      if let name = item.picture {
        // Its scan prepares it again where it has gone.
        guard let jpeg = line.pictures.picture(name) else {
          unfit.append(item.expense)
          continue
        }
        question.picture?.jpeg = jpeg
      }
      let id = BatchRequest.customID(nonce: nonce, number: item.expense.number)
      guard batchRequest.body.count < Self.mostBytes, batches.add(question, as: id, to: &batchRequest) else { break }
      expenses.append(item.expense)
    }
    if !unfit.isEmpty {
      try await ledger.unqueue(unfit)
      booked()
    }
    return (batchRequest, expenses, !unfit.isEmpty)
  }
}
