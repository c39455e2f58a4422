/// Any JSON.
enum JSONValue: Decodable, Equatable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
      // What kind of value it is, is found out by trying; the last one to be tried throws.
    } else if let bool = try? container.decode(Bool.self) {
      self = .bool(bool)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let string = try? container.decode(String.self) {
      self = .string(string)
    } else if let array = try? container.decode([JSONValue].self) {
      self = .array(array)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// What it is, in words for a model.
  var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension [String: JSONValue] {
  /// The value of a key in camelCase, snake_case or whatever case it is written in.
  func value(named key: String) -> JSONValue? {
    func plain(_ key: String) -> String { key.lowercased().filter { $0.isLetter || $0.isNumber } }
    if let value = self[key] { return value }
    let wanted = plain(key)
    return filter { plain($0.key) == wanted }.min { $0.key < $1.key }?.value
  }
}
