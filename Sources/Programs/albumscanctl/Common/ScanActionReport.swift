internal import Albums
internal import ArgumentParser
internal import Console
internal import Records

/// The outcome of an action on several scans, with its exit code.
struct ScanActionReport {
  private(set) var carriedOut: [ScanID] = []
  private var refused: [(id: ScanID, reason: String)] = []
  private(set) var unknown: [ScanID] = []

  /// Those that were refused, as JSON.
  var refusals: [JSONObject] { refused.map { ["id": $0.id, "reason": $0.reason] } }

  mutating func note(_ id: ScanID, _ outcome: CommandOutcome) {
    switch outcome {
    case .carriedOut: carriedOut.append(id)
    case .unknown: unknown.append(id)
    case .notNow(let reason): refused.append((id, reason))
    }
  }

  /// Prints what was done, and throws the exit code if part of it failed.
  /// - Parameter schema: of the JSON document.
  func report(_ schema: String, on context: CommandContext, done: String) throws {
    if context.output.json {
      try context.output.print(schema, ["carriedOut": carriedOut, "refused": refusals, "unknown": unknown])
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
