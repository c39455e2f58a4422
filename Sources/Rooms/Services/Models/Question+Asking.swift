import Albums

extension Question {
  /// The instructions, with the schema in words if it isn't enforced: with a search (citations and a schema exclude
  /// each other), or for a model that doesn't support schemas.
  func instructions(enforcing: Bool) -> String {
    guard let schema, !enforcing else { return instructions }
    return instructions + "\n\nAnswer with one JSON object and nothing else: no sentence around it, no code fence. "
      + "It must be valid against this JSON Schema:\n" + schema.json
  }

  /// Whether the provider enforces the answer's format.
  func enforcesSchema(with facts: ModelFacts) -> Bool { schema != nil && facts.schema && searches == 0 }

  /// Throws if the question needs a search and the provider has none.
  func checkSearch(with facts: ModelFacts) throws(Fault) {
    guard searches > 0, !facts.search else { return }
    let setting = step == .review ? "review.webSearch" : "identification.webSearch"
    throw .fail(
      .noSearch, "\(model) can't search the web",
      cure: .advice("Set \(setting) to false, or \(step.modelSetting) to a model that can."))
  }
}
