internal import Albums
internal import Records

/// The journal of one scan's steps. A step's output is committed when the step ends; after a crash it is read instead of
/// made again. A step that the crash cut off is made again.
struct StepJournal: Sendable {
  let scan: Scan
  let ledger: Ledger
  let time: TimeSource
  /// The clock that tells how long a step takes; nil if nobody looks at it.
  var clock: StepClock?
  /// False for a scan that is done, and whose steps are made again for a follow-up: then no step is begun in the ledger,
  /// which checks that the scan is still this run's, nor by the clock, so that none has a deadline of its own.
  var isClaimed = true
  /// True once the program is being stopped: then no step begins.
  let isStopping: @Sendable () -> Bool

  /// - Parameters:
  ///   - shouldKeep: false for output that isn't stored, since it may be better next time.
  ///   - undo: takes back changes outside the ledger, if the scan was withdrawn meanwhile.
  func once<Output: Codable & Sendable>(
    _ step: Step, keepIf shouldKeep: (Output) -> Bool = { _ in true },
    undoIfWithdrawn undo: (Output) async -> Void = { _ in },
    _ make: () async throws -> Output
  ) async throws -> Output {
    if let made: Output = try await ledger.output(of: step, in: scan.id) { return made }
    if isStopping() { throw CancellationError() }
    let began = time.now()
    if isClaimed {
      try await ledger.begin(step, of: scan.id, now: began)
      clock?.begin(step)
    }
    let output = try await make()
    if !shouldKeep(output) { return output }
    do {
      // Of a follow-up's, nobody knows how long it waited in between.
      try await ledger.keep(
        output, of: step, in: scan.id, began: isClaimed ? began : nil, now: time.now())
    } catch let withdrawn as ScanWithdrawn {
      await undo(output)
      throw withdrawn
    }
    return output
  }
}
