/// An amount in US dollars, counted in millionths so that sums are exact.
package struct Money: Codable, Hashable, Comparable, Sendable {
  package let microdollars: Int

  package init(microdollars: Int) { self.microdollars = microdollars }

  /// Rounds up to the next millionth: a reservation is never too small.
  package init(dollars: Double) { microdollars = Int((dollars * 1_000_000).rounded(.up)) }

  package static let zero = Money(microdollars: 0)
  package var dollars: Double { Double(microdollars) / 1_000_000 }

  package static func < (a: Money, b: Money) -> Bool { a.microdollars < b.microdollars }
  package static func + (a: Money, b: Money) -> Money { Money(microdollars: a.microdollars + b.microdollars) }
  package static func - (a: Money, b: Money) -> Money { Money(microdollars: a.microdollars - b.microdollars) }

  package init(from decoder: any Decoder) throws {
    microdollars = try decoder.singleValueContainer().decode(Int.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(microdollars)
  }
}
