package import FoundationEssentials

/// A JSON value that keeps the order of its keys and the spelling of its numbers, so that a provider's blocks can be
/// sent back unchanged, and the same request always has the same bytes.
package enum JSON: Equatable, Sendable {
  case null
  case bool(Bool)
  /// As it was spelled.
  case number(String)
  case string(String)
  case array([JSON])
  case object([Member])

  package struct Member: Equatable, Sendable {
    package var key: String
    package var value: JSON

    package init(key: String, value: JSON) {
      self.key = key
      self.value = value
    }
  }
}

extension JSON {
  /// The value of a key; nil if it is missing or null, or if this isn't an object.
  package subscript(key: String) -> JSON? {
    guard case .object(let members) = self, let value = members.last(where: { $0.key == key })?.value else {
      return nil
    }
    return value == .null ? nil : value
  }

  package var text: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// A whole number; nil for fractions and for numbers outside the range of `Int`.
  package var whole: Int? {
    guard case .number(let text) = self else { return nil }
    return Int(text) ?? Double(text).flatMap { Int(exactly: $0) }
  }

  /// Nil for a number that no `Double` comes near.
  package var number: Double? {
    guard case .number(let text) = self, let number = Double(text), number.isFinite else { return nil }
    return number
  }

  package var flag: Bool? {
    guard case .bool(let flag) = self else { return nil }
    return flag
  }

  /// The elements of an array; empty for anything else.
  package var items: [JSON] {
    guard case .array(let items) = self else { return [] }
    return items
  }

  /// The members of an object in their order; nil for anything else.
  package var members: [Member]? {
    guard case .object(let members) = self else { return nil }
    return members
  }

  package var isObject: Bool { members != nil }

  /// This value overridden by another: objects are merged key by key, anything else is replaced.
  package func merging(_ other: JSON) -> JSON {
    guard case .object(var members) = self, case .object(let others) = other else { return other }
    for member in others {
      if let index = members.firstIndex(where: { $0.key == member.key }) {
        members[index].value = members[index].value.merging(member.value)
      } else {
        members.append(member)
      }
    }
    return .object(members)
  }

  /// An object without the members whose value is nil.
  package static func object(dropping members: KeyValuePairs<String, JSON?>) -> JSON {
    .object(members.compactMap { key, value in value.map { Member(key: key, value: $0) } })
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int) { self = .number(String(value)) }
  package init(booleanLiteral value: Bool) { self = .bool(value) }
  package init(arrayLiteral elements: JSON...) { self = .array(elements) }
  package init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(elements.map { Member(key: $0.0, value: $0.1) })
  }
}

extension JSON {
  /// Without whitespace, with the keys in their order.
  package var data: Data {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return Data(bytes)
  }

  private func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let flag): bytes += (flag ? "true" : "false").utf8
    case .number(let text): bytes += text.utf8
    case .string(let text): Self.write(text, to: &bytes)
    case .array(let items):
      bytes.append(UInt8(ascii: "["))
      for (index, item) in items.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        item.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.write(member.key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): bytes += #"\""#.utf8
      case UInt8(ascii: "\\"): bytes += #"\\"#.utf8
      case UInt8(ascii: "\n"): bytes += #"\n"#.utf8
      case 0..<0x20:
        let digits = String(byte, radix: 16)
        bytes += (digits.count == 1 ? #"\u000"# : #"\u00"#).utf8
        bytes += digits.utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
