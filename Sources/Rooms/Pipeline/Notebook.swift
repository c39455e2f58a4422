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

  /// - Parameter recipe: the digest of what asks for the output, kept with it.
  func once<Output: Codable & Sendable>(
    _ step: Step, recipe: Digest? = nil, _ make: () async throws -> Output
  ) async throws -> Output {
    if let made: Output = try await ledger.output(of: step, in: scan.id) { return made }
    if isStopping() { throw CancellationError() }
    try await ledger.begin(step, of: scan.id, now: time.now())
    let output = try await make()
    try await ledger.keep(output, of: step, in: scan.id, recipe: recipe, now: time.now())
    return output
  }
}
