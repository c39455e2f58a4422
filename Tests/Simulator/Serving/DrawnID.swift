import Synchronization

/// Identifiers for answers, one after the other.
enum DrawnID {
  private static let counter = Atomic<Int>(1)

  static func next() -> String {
    let digits = String(counter.add(1, ordering: .relaxed).newValue)
    return "sim" + String(repeating: "0", count: max(0, 12 - digits.count)) + digits
  }
}
