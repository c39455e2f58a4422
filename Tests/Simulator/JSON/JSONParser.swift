/// Reads JSON as strictly as RFC 8259 has it: valid UTF-8, no member twice, nothing behind the value.
struct JSONParser {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0
  private var depth = 0

  static func parse(_ bytes: some Collection<UInt8>) throws -> JSON {
    try Array(bytes).withUnsafeBufferPointer { buffer in
      var parser = JSONParser(bytes: buffer)
      let value = try parser.value()
      parser.skipSpace()
      guard parser.position == buffer.count else { throw Failure(description: "text behind the JSON value") }
      return value
    }
  }

  private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  private mutating func value() throws -> JSON {
    skipSpace()
    guard position < bytes.count else { throw Failure(description: "the JSON ends too early") }
    switch bytes[position] {
    case UInt8(ascii: "{"): return try nested { try $0.object() }
    case UInt8(ascii: "["): return try nested { try $0.array() }
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func nested(_ read: (inout JSONParser) throws -> JSON) throws -> JSON {
    depth += 1
    defer { depth -= 1 }
    guard depth < 200 else { throw Failure(description: "the JSON is nested too deeply") }
    position += 1
    return try read(&self)
  }

  private mutating func object() throws -> JSON {
    var members: [JSON.Member] = []
    if take("}") { return .object([]) }
    repeat {
      skipSpace()
      guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { throw unexpected("a member's name") }
      let name = try string()
      guard !members.contains(where: { $0.name == name }) else { throw Failure(description: "member twice: \(name)") }
      guard take(":") else { throw unexpected("a colon") }
      members.append(JSON.Member(name: name, value: try value()))
    } while take(",")
    guard take("}") else { throw unexpected("a comma or a closing brace") }
    return .object(members)
  }

  private mutating func array() throws -> JSON {
    var items: [JSON] = []
    if take("]") { return .array([]) }
    repeat { items.append(try value()) } while take(",")
    guard take("]") else { throw unexpected("a comma or a closing bracket") }
    return .array(items)
  }

  private mutating func string() throws -> String {
    position += 1
    var text = ""
    var start = position
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        text += try plain(start)
        position += 1
        return text
      }
      guard byte >= 0x20 else { throw unexpected("an escape for a control character") }
      if byte == UInt8(ascii: "\\") {
        text += try plain(start)
        text.unicodeScalars.append(try escape())
        start = position
      } else {
        position += 1
      }
    }
    throw Failure(description: "a string doesn't end")
  }

  private func plain(_ start: Int) throws -> String {
    guard let text = String(validating: bytes[start..<position], as: UTF8.self) else {
      throw Failure(description: "the text isn't UTF-8")
    }
    return text
  }

  private mutating func escape() throws -> Unicode.Scalar {
    position += 1
    guard position < bytes.count else { throw unexpected("an escape") }
    let letter = bytes[position]
    position += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicodeEscape()
    default: throw unexpected("a known escape")
    }
  }

  private mutating func unicodeEscape() throws -> Unicode.Scalar {
    let first = try fourDigits()
    if let scalar = Unicode.Scalar(first) { return scalar }
    // A high surrogate; its low one must follow (RFC 8259, 7).
    guard first < 0xdc00, position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] == UInt8(ascii: "u")
    else { throw unexpected("the second half of a pair") }
    position += 2
    let second = try fourDigits()
    guard (0xdc00...0xdfff).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xd800) << 10 + (second - 0xdc00))
    else { throw unexpected("the second half of a pair") }
    return scalar
  }

  private mutating func fourDigits() throws -> UInt32 {
    guard position + 4 <= bytes.count,
      let digits = String(validating: bytes[position..<position + 4], as: UTF8.self), !digits.hasPrefix("+"),
      let value = UInt32(digits, radix: 16)
    else { throw unexpected("four hexadecimal digits") }
    position += 4
    return value
  }

  private mutating func number() throws -> JSON {
    let start = position
    while position < bytes.count, "+-.eE0123456789".utf8.contains(bytes[position]) { position += 1 }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil, let value = Double(text) else {
      throw unexpected("a value")
    }
    return Int(text).map(JSON.int) ?? .double(value)
  }

  private mutating func word(_ word: String, _ value: JSON) throws -> JSON {
    guard bytes[position...].starts(with: word.utf8) else { throw unexpected("a value") }
    position += word.utf8.count
    return value
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    skipSpace()
    guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while position < bytes.count, [0x20, 0x09, 0x0a, 0x0d].contains(bytes[position]) { position += 1 }
  }

  private func unexpected(_ wanted: String) -> Failure {
    Failure(description: "\(wanted) was expected at byte \(position)")
  }
}
