internal import Albums
internal import Logging
internal import Records
internal import Systemd

extension ActiveWork {
  /// Cancels work that is past its deadline, and reports work that doesn't end even then as stuck.
  /// - Returns: whether all work in progress makes headway or ends when canceled. Otherwise only a restart helps.
  func cancelOverdue(on context: ScanContext) async throws -> Bool {
    var stuck: [String] = []
    for (item, slot) in overdue {
      let clock = slot.clock
      let what = "\(item.words) at \(clock.step?.rawValue ?? "its beginning")"
      if clock.giveUp() {
        Logger.current.warning("\(what) takes too long and is being canceled", metadata: .event(.stepOverdue))
        slot.cancel()
      }
      if clock.overrun > StepClock.grace { stuck.append(what) }
    }
    try await tell(stuck, on: context)
    return stuck.isEmpty
  }

  private func tell(_ stuck: [String], on context: ScanContext) async throws {
    guard !stuck.isEmpty else {
      if setStuck(false), try await context.ledger.clear(.stuck) {
        Logger.current.notice("nothing is stuck anymore")
      }
      return
    }
    let reason = "This hangs and can't be canceled: \(stuck.joined(separator: ", "))."
    guard !setStuck(true) else { return }
    Logger.current.error("\(reason)", metadata: .event(.stepStuck))
    try await context.ledger.report(
      .stuck, reason: reason,
      cure: .advice("systemd's watchdog restarts it; if not: systemctl --user restart albumscand"),
      now: context.time.now()
    )
  }
}
