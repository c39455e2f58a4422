internal import Logging
package import Records
internal import ServiceLifecycle

/// Makes sure, once after each start, that all covers in the ledger are in the index.
package struct CoverIndexer: Service {
  let ledger: Ledger
  let line: @Sendable () -> Line

  package init(ledger: Ledger, line: @escaping @Sendable () -> Line) {
    self.ledger = ledger
    self.line = line
  }

  package func run() async throws {
    await cancelWhenGracefulShutdown { await tidy() }
    try await gracefulShutdown()
  }

  /// Never fails: what can't be recognized is read by a model, as ever.
  package func tidy() async {
    do { try await line().coverStore(ledger).tidy() } catch is CancellationError {} catch {
      Logger.current.warning("not all known covers can be recognized: \(error)")
    }
  }
}
