/// Whether a value fits a JSON schema, for the keywords that structured outputs have.
enum SchemaFit {
  /// Where and why it doesn't fit; nil when it does.
  static func misfit(of value: JSON, in schema: JSON, at path: String = "$") -> String? {
    if let choices = schema["anyOf"]?.items {
      let misfits = choices.map { misfit(of: value, in: $0, at: path) }
      return misfits.contains(nil) ? nil : misfits.compactMap { $0 }.first
    }
    if let type = schema["type"] {
      let types = type.text.map { [$0] } ?? type.items?.compactMap(\.text) ?? []
      let fits = types.contains(value.kind) || (value.kind == "integer" && types.contains("number"))
      if !fits { return "\(path) is \(value.kind), not \(types.joined(separator: " or "))" }
    }
    if let choices = schema["enum"]?.items, !choices.contains(value) {
      return "\(path) is \(value.serialized), which isn't among the choices"
    }
    if let constant = schema["const"], constant != value { return "\(path) isn't \(constant.serialized)" }
    switch value {
    case .object(let members):
      for name in schema["required"]?.items?.compactMap(\.text) ?? [] where value[name] == nil {
        return "\(path).\(name) is missing"
      }
      for member in members {
        guard let property = schema["properties"]?[member.name] else {
          if schema["additionalProperties"] == .bool(false) { return "\(path).\(member.name) isn't foreseen" }
          continue
        }
        if let misfit = misfit(of: member.value, in: property, at: "\(path).\(member.name)") { return misfit }
      }
      return nil
    case .array(let items):
      guard let schema = schema["items"] else { return nil }
      return items.enumerated().lazy.compactMap { misfit(of: $1, in: schema, at: "\(path)[\($0)]") }.first
    default: return nil
    }
  }

  /// The value, or where it doesn't fit an equal one in another type: a year as a number, nothing as an empty text.
  static func nearest(to value: JSON, in schema: JSON) -> JSON {
    guard misfit(of: value, in: schema) != nil else { return value }
    var others: [JSON] = [.null, "", [], 0, false]
    if let text = value.text, let number = Int(text) { others.insert(.int(number), at: 0) }
    if value != .null {
      others = others.filter { $0 == value || $0.int == value.text.flatMap { Int($0) } && $0.int != nil }
    }
    return others.first { misfit(of: $0, in: schema) == nil } ?? value
  }
}
