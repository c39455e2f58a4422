/// The prompts that models are asked with.
package struct Prompts: Equatable, Sendable {
  /// Call 1.
  package var identification: Prompt
  /// Call 2.
  package var search: Prompt
  /// Phase 1A.
  package var extraction: Prompt
  /// Phase 1B.
  package var mapping: Prompt
  /// The single call.
  package var everything: Prompt
  /// The prompt that extracts the result from a search in prose.
  package var finding: Prompt
  package var review: Prompt
  /// For a review that cites critics from the web.
  package var searchedReview: Prompt

  package init(text: (PromptName) throws -> String) rethrows {
    func prompt(_ name: PromptName) throws -> Prompt { Prompt(text: try text(name)) }
    (identification, search) = (try prompt(.identification), try prompt(.search))
    (extraction, mapping) = (try prompt(.extraction), try prompt(.mapping))
    (everything, finding) = (try prompt(.everything), try prompt(.finding))
    (review, searchedReview) = (try prompt(.review), try prompt(.searchedReview))
  }
}
