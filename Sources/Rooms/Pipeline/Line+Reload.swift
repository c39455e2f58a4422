internal import Albums
internal import Records

extension Line {
  /// What older settings or an older key refused while these were read, these may allow: the reload couldn't see it, since it
  /// was in hand.
  /// - Returns: whether something may go on that was refused.
  func reopen(after old: Line, in ledger: Ledger) async throws -> Bool {
    // Each reading of the settings has a limit of its own.
    guard modelLimit !== old.modelLimit else { return false }
    let hasOtherBudget = settings.budget != old.settings.budget
    if hasOtherBudget { try await ledger.openBudget() }
    // There is somebody to ask now.
    if old.model == nil, model != nil { return try await ledger.wake(heldBy: Identifier.holder) || hasOtherBudget }
    guard let service = old.model?.service, try await ledger.closure(of: service)?.kind == .needsAttention else {
      return hasOtherBudget
    }
    return try await ledger.open(service) || hasOtherBudget
  }
}
