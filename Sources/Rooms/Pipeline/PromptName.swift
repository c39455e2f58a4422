/// The names of the prompts, which are also their file names.
package enum PromptName: String, CaseIterable, Sendable {
  /// Call 1.
  case identification = "album_identification"
  /// Call 2.
  case search = "album_search"
  /// Phase 1A.
  case extraction = "phase1a_vision_extraction"
  /// Phase 1B.
  case mapping = "phase1b_web_search_mapping"
  /// The single call.
  case everything = "single_call"
  /// Extracts the result of a search in prose.
  case finding = "search_finding"
  case review = "album_review"
  /// A review that cites critics from the web.
  case searchedReview = "album_review_ultra"
}
