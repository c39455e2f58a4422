/// Presets with the names that users of the phone app know.
package enum Plan: String, CaseIterable, Sendable {
  case own, free, base, ultra

  package var allowance: Allowance {
    switch self {
    case .own: .unlimited
    case .free: .inAll(5)
    case .base, .ultra: .perMonth(120)
    }
  }
}
