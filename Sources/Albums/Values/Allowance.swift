/// How many scans a plan gives.
package enum Allowance: Equatable, Sendable {
  case unlimited
  case inAll(Int)
  /// A calendar month, where the user lives.
  case perMonth(Int)

  /// Nil for any number.
  package var scans: Int? {
    switch self {
    case .unlimited: nil
    case .inAll(let scans), .perMonth(let scans): scans
    }
  }
}
