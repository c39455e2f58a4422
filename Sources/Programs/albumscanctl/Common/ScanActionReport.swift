internal import Albums
internal import ArgumentParser
internal import Console
internal import Records

/// The outcome of an action on several scans, with its exit code.
struct ScanActionReport: Encodable {
  struct Refusal: Encodable {
    let id: ScanID
    let reason: String
  }

  let schema: String
  private(set) var carriedOut: [ScanID] = []
  private(set) var refused: [Refusal] = []
  private(set) var unknown: [ScanID] = []

  init(schema: String) { self.schema = schema }

  mutating func note(_ id: ScanID, _ outcome: CommandOutcome) {
    switch outcome {
    case .carriedOut: carriedOut.append(id)
    case .unknown: unknown.append(id)
    case .notNow(let reason): refused.append(Refusal(id: id, reason: reason))
    }
  }

  /// Prints what was done, and throws the exit code if part of it failed.
  func report(on context: CommandContext, done: String) throws {
    if context.output.json {
      try context.output.print(document: self)
    } else {
      for id in carriedOut { context.output.say("Scan \(id) \(done).") }
      for refusal in refused { CommandOutput.complain(refusal.reason) }
      for id in unknown { CommandOutput.complain("There is no scan \(id). See: albumscanctl history") }
    }
    try end()
  }

  /// Throws the exit code if part of it failed.
  func end() throws {
    if refused.isEmpty, unknown.isEmpty { return }
    if !carriedOut.isEmpty { throw ExitCode.partly }
    throw refused.isEmpty ? ExitCode.noSuchScan : ExitCode.failure
  }
}
