/// How a model is asked which album it is (`identification.strategy`).
package enum Strategy: String, Codable, Sendable, CaseIterable {
  /// One look at the photo, and a web search only where that look can't say.
  case twoTier = "two-tier"
  /// The photo is only described; who made the album is found out from the description alone.
  case fourPhase = "four-phase"
  /// One answer says which album it is and reviews it.
  case singleCall = "single-call"
}
