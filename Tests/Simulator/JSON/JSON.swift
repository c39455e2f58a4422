/// A JSON value that keeps the order of its members and tells whole numbers from others.
package enum JSON: Equatable, Sendable {
  case null
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case array([JSON])
  case object([Member])

  package struct Member: Equatable, Sendable {
    package var name: String
    package var value: JSON
  }

  package subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  package var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  package var int: Int? {
    if case .int(let number) = self { number } else { nil }
  }

  package var number: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number
    default: nil
    }
  }

  package var flag: Bool? {
    if case .bool(let flag) = self { flag } else { nil }
  }

  package var items: [JSON]? {
    if case .array(let items) = self { items } else { nil }
  }

  package var members: [Member]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// What a person would call its type.
  var kind: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .int: "integer"
    case .double: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }

  static func strings(_ texts: [String]) -> JSON { .array(texts.map(JSON.string)) }

  static func optional(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }
}

extension JSON: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral, ExpressibleByStringLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
  package init(dictionaryLiteral members: (String, JSON)...) {
    self = .object(members.map { Member(name: $0.0, value: $0.1) })
  }

  package init(arrayLiteral items: JSON...) { self = .array(items) }
  package init(stringLiteral text: String) { self = .string(text) }
  package init(integerLiteral number: Int) { self = .int(number) }
  package init(booleanLiteral flag: Bool) { self = .bool(flag) }
}
