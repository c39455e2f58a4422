internal import Logging
internal import ServiceLifecycle

/// Makes sure, once after each start, that all covers in the ledger are in the index.
package struct CoverIndexer: NamedService {
  let context: @Sendable () -> ScanContext

  package init(context: @escaping @Sendable () -> ScanContext) { self.context = context }

  package func run() async throws {
    await cancelWhenGracefulShutdown { await tidy() }
    try await gracefulShutdown()
  }

  /// Never fails: what can't be recognized is read by a model, as ever.
  package func tidy() async {
    do { try await context().coverStore.tidy() } catch is CancellationError {} catch {
      Logger.current.warning("not all known covers can be recognized: \(error)")
    }
  }
}
