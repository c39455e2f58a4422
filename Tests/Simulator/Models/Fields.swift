/// A request that isn't shaped as the service wants it.
struct ShapeError: Error {
  enum Problem {
    case unknown
    case missing
    case wrongType(String)
    case invalid(String)
  }

  var path: [String]
  var problem: Problem

  /// As Anthropic writes paths: `messages.0.content`.
  var dotted: String { path.joined(separator: ".") }

  /// As OpenAI writes them: `messages[0].content`.
  var bracketed: String {
    path.reduce("") { text, part in
      Int(part) != nil ? "\(text)[\(part)]" : text.isEmpty ? part : "\(text).\(part)"
    }
  }
}

/// The members of an object in a request, read strictly: what isn't foreseen is an error.
struct Fields {
  let path: [String]
  let json: JSON

  init(_ json: JSON, path: [String] = []) throws(ShapeError) {
    guard case .object = json else { throw ShapeError(path: path, problem: .wrongType("object")) }
    self.json = json
    self.path = path
  }

  /// - Parameter names: All that may be there, separated by spaces.
  func only(_ names: String) throws(ShapeError) {
    let allowed = names.split(separator: " ")
    for member in json.members ?? [] where !allowed.contains(where: { $0 == member.name }) {
      throw ShapeError(path: path + [member.name], problem: .unknown)
    }
  }

  /// Nil where it is absent or null.
  func optional(_ name: String) -> JSON? {
    let value = json[name]
    return value == .null ? nil : value
  }

  func has(_ name: String) -> Bool { json[name] != nil }

  func required(_ name: String) throws(ShapeError) -> JSON {
    guard let value = json[name] else { throw ShapeError(path: path + [name], problem: .missing) }
    return value
  }

  func text(_ name: String) throws(ShapeError) -> String {
    guard let text = try required(name).text else { throw wrong(name, "string") }
    return text
  }

  func optionalText(_ name: String) throws(ShapeError) -> String? {
    guard has(name), optional(name) != nil else { return nil }
    return try text(name)
  }

  func int(_ name: String, in range: ClosedRange<Int>) throws(ShapeError) -> Int {
    guard let number = try required(name).int else { throw wrong(name, "integer") }
    guard range.contains(number) else {
      throw invalid(name, "must be between \(range.lowerBound) and \(range.upperBound)")
    }
    return number
  }

  func optionalInt(_ name: String, in range: ClosedRange<Int>) throws(ShapeError) -> Int? {
    optional(name) == nil ? nil : try int(name, in: range)
  }

  func optionalFlag(_ name: String) throws(ShapeError) -> Bool? {
    guard let value = optional(name) else { return nil }
    guard let flag = value.flag else { throw wrong(name, "boolean") }
    return flag
  }

  func choice(_ name: String, _ choices: String) throws(ShapeError) -> String {
    let text = try text(name)
    guard choices.split(separator: " ").contains(where: { $0 == text }) else {
      throw invalid(name, "Input should be one of: \(choices)")
    }
    return text
  }

  func optionalChoice(_ name: String, _ choices: String) throws(ShapeError) -> String? {
    optional(name) == nil ? nil : try choice(name, choices)
  }

  func object(_ name: String) throws(ShapeError) -> Fields { try Fields(required(name), path: path + [name]) }

  func optionalObject(_ name: String) throws(ShapeError) -> Fields? { optional(name) == nil ? nil : try object(name) }

  func objects(_ name: String) throws(ShapeError) -> [Fields] {
    guard let items = try required(name).items else { throw wrong(name, "array") }
    var fields: [Fields] = []
    for (index, item) in items.enumerated() { fields.append(try Fields(item, path: path + [name, String(index)])) }
    return fields
  }

  func texts(_ name: String) throws(ShapeError) -> [String]? {
    guard let value = optional(name) else { return nil }
    guard let items = value.items, case let texts = items.compactMap(\.text), texts.count == items.count else {
      throw wrong(name, "array of strings")
    }
    return texts
  }

  func invalid(_ name: String, _ message: String) -> ShapeError {
    ShapeError(path: path + [name], problem: .invalid(message))
  }

  private func wrong(_ name: String, _ type: String) -> ShapeError {
    ShapeError(path: path + [name], problem: .wrongType(type))
  }
}
