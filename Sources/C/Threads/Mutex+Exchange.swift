package import Synchronization

extension Mutex where Value: Sendable {
  /// Replaces the value.
  /// - Returns: the one before.
  package func exchange(_ new: Value) -> Value {
    withLock { value in
      defer { value = new }
      return value
    }
  }
}
