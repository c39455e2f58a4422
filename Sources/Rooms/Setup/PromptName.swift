/// The prompts that there are, by the names of their files.
package enum PromptName: String, CaseIterable, Sendable {
  case identification = "album_identification"
  case search = "album_search"
  case extraction = "phase1a_vision_extraction"
  case mapping = "phase1b_web_search_mapping"
  case everything = "single_call"
  case finding = "search_finding"
  case review = "album_review"
  case searchedReview = "album_review_ultra"
}
