internal import Albums
internal import Foundation
internal import Records

/// The result of requesting a review.
enum ReviewOutcome: Codable, Equatable, Sendable {
  case written(KeptReview, cached: Bool)
  /// No model, or no money, yet; with the time at which it is tried again, and what it waits for until then.
  case pending(until: Date?, by: String? = nil)
  /// Tried, failed.
  case unavailable(String)
}
