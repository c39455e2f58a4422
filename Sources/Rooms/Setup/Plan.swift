package import Albums

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

  /// Nil where the plan leaves it to the default.
  var webSearch: Bool? {
    switch self {
    case .own: nil
    case .free, .base: false
    case .ultra: true
    }
  }

  var alwaysSearch: Bool? { self == .ultra ? true : nil }
  var reviewWebSearch: Bool? {
    switch self {
    case .own: nil
    case .free, .base: false
    case .ultra: true
    }
  }
}
