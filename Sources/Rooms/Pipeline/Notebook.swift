internal import Albums
internal import Records

/// The memory of one scan. A step's output is kept in the same breath as it is made; after a crash it is read and not
/// made again.
struct Notebook: Sendable {
  let scan: Scan
  let ledger: Ledger
  let time: TimeSource
  /// True once the program is being stopped: no step is begun any more.
  let isStopping: @Sendable () -> Bool

  /// - Parameters:
  ///   - isLate: output that isn't kept, since it may be better next time.
  ///   - recipe: the digest of what asks for the output, kept with it.
  ///   - orTakeBack: undoes what was made outside of the ledger, where the scan was taken back while it was made.
  func once<Output: Codable & Sendable>(
    _ step: Step, recipe: Digest? = nil, unlessLate isLate: (Output) -> Bool = { _ in false },
    orTakeBack undo: (Output) -> Void = { _ in },
    _ make: () async throws -> Output
  ) async throws -> Output {
    if let made: Output = try await ledger.output(of: step, in: scan.id) { return made }
    if isStopping() { throw CancellationError() }
    try await ledger.begin(step, of: scan.id, now: time.now())
    StepClock.current?.begin(step)
    let output = try await make()
    if isLate(output) { return output }
    do {
      try await ledger.keep(output, of: step, in: scan.id, recipe: recipe, now: time.now())
    } catch let superseded as Superseded {
      undo(output)
      throw superseded
    }
    return output
  }
}
