/// The limits and locks that all scans share for as long as the process runs. Every context gets the same ones: scans in
/// progress finish with the settings from before a reload, and must neither call more models at once together with new
/// scans, nor have an album's review written, and paid, a second time.
package final class ProcessLimits: Sendable {
  /// How many calls of models are made at once.
  let modelCalls = ConcurrencyLimit(1)
  /// One at a time per album.
  let reviews = KeyedMutex()
  /// One at a time per photo of several sleeves.
  let filing = KeyedMutex()
  let circuitBreakers = CircuitBreakers()

  package init() {}

  /// Follows a setting that may have changed. Calls in progress go on.
  package func allow(modelCalls number: Int) { modelCalls.resize(to: number) }
}
