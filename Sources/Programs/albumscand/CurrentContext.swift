internal import Pipeline
internal import Synchronization

/// The context that new scans use; a reload replaces it.
final class CurrentContext: Sendable {
  private let value: Mutex<ScanContext>

  init(_ context: ScanContext) { value = Mutex(context) }

  var context: ScanContext { value.withLock { $0 } }
  func replace(by context: ScanContext) { value.withLock { $0 = context } }
}
