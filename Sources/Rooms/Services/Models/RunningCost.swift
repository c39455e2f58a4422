package import Albums

/// What the requests of one call have cost so far.
struct RunningCost: Equatable, Sendable {
  private var usage: Usage? = Usage(inputTokens: 0, outputTokens: 0)
  private var cost: Money? = .zero
  /// Whether anything was billed at all.
  private var isOpen = false

  /// Adds one request; nil if its usage wasn't reported, after which the total is unknown, too.
  mutating func add(_ count: TokenCount?, price: Price?) {
    isOpen = true
    usage = usage.flatMap { sum in count.map { sum + $0.usage } }
    cost = cost.flatMap { sum in count.flatMap { price?.cost(of: $0) }.map { sum + $0 } }
    // If everything is free, uncounted tokens don't matter.
    if cost == nil, price?.isFree == true { cost = .zero }
  }

  var total: (usage: Usage?, cost: Money?) { (usage, cost) }

  var bill: Fault.Bill {
    guard isOpen else { return .nothing }
    return usage.map { .known($0, cost) } ?? .unknown
  }

  /// The bill of a call whose latest request failed.
  func bill(with failure: Fault.Bill) -> Fault.Bill {
    guard isOpen, case .nothing = failure else { return failure }
    return bill
  }
}

/// The token count of one request, as the provider reports it, with cached tokens separate.
package struct TokenCount: Equatable, Sendable {
  /// Input without cached tokens.
  package var input: Int
  package var cacheRead = 0
  package var cacheWrite = 0
  package var cacheWriteLong = 0
  package var output: Int
  package var searches = 0

  var allInput: Int { input + cacheRead + cacheWrite + cacheWriteLong }

  package var usage: Usage { Usage(inputTokens: allInput, outputTokens: output, searches: searches) }

  /// A number that a provider reports; nil if it is implausible.
  static func plausible(_ number: Int?) -> Int? { number.flatMap { (0...100_000_000).contains($0) ? $0 : nil } }
}
