/// What the providers' structured outputs accept of JSON schema.
enum SchemaRules {
  /// Anthropic, Structured outputs: every object closed; no ranges, lengths or recursion.
  static let anthropic = Rules(
    keywords: "type properties required additionalProperties items enum const anyOf allOf $ref $defs definitions format"
      + " description title default minItems",
    requiresAll: false)

  /// OpenAI, Structured outputs: every object closed, and every property required.
  static let openAI = Rules(
    keywords: "type properties required additionalProperties items enum const anyOf $ref $defs format description title"
      + " pattern minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems",
    requiresAll: true)

  struct Rules {
    var keywords: String
    var requiresAll: Bool

    /// What is wrong with a schema; nil when it is accepted.
    func objection(to schema: JSON, at path: String = "schema") -> String? {
      guard let members = schema.members else { return "\(path): a schema must be an object" }
      let known = keywords.split(separator: " ")
      for member in members where !known.contains(where: { $0 == member.name }) {
        return "\(path): For '\(schema["type"]?.text ?? "any")' type, property '\(member.name)' is not supported"
      }
      if let least = schema["minItems"]?.int, !requiresAll, least > 1 {
        return "\(path): For 'array' type, 'minItems' values other than 0 or 1 are not supported"
      }
      if let objection = objectionToObject(schema, at: path) { return objection }
      for name in ["anyOf", "allOf"] {
        for (index, choice) in (schema[name]?.items ?? []).enumerated() {
          if let objection = objection(to: choice, at: "\(path).\(name)[\(index)]") { return objection }
        }
      }
      return schema["items"].flatMap { objection(to: $0, at: "\(path).items") }
    }

    private func objectionToObject(_ schema: JSON, at path: String) -> String? {
      let types = schema["type"]?.text.map { [$0] } ?? schema["type"]?.items?.compactMap(\.text) ?? []
      guard types.contains("object") || schema["properties"] != nil else { return nil }
      guard schema["additionalProperties"] == .bool(false) else {
        return "\(path): For 'object' type, 'additionalProperties' must be explicitly set to false"
      }
      let names = (schema["properties"]?.members ?? []).map(\.name)
      let required = schema["required"]?.items?.compactMap(\.text) ?? []
      if let stranger = required.first(where: { !names.contains($0) }) {
        return "\(path): 'required' names '\(stranger)', which isn't a property"
      }
      if requiresAll, let missing = names.first(where: { !required.contains($0) }) {
        return "\(path): 'required' is required to be supplied and to be an array including every key in properties."
          + " Missing '\(missing)'."
      }
      for property in schema["properties"]?.members ?? [] {
        if let objection = objection(to: property.value, at: "\(path).\(property.name)") { return objection }
      }
      return nil
    }
  }
}
