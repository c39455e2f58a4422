package import FoundationEssentials

/// Parses untrusted JSON (RFC 8259): it never traps, limits nesting, and replaces invalid UTF-8 and halves of surrogate
/// pairs with U+FFFD.
package struct JSONParser {
  private let bytes: [UInt8]
  private var index = 0
  private var depth = 0
  /// Accepts what models write if no schema is enforced: a line break inside a string, a comma before a bracket.
  private var isLenient = false

  static let deepest = 128

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// A single value, followed only by whitespace; nil for anything else.
  package static func whole(_ data: Data) -> JSON? {
    var parser = JSONParser([UInt8](data))
    guard let value = parser.value() else { return nil }
    parser.skipSpace()
    return parser.index == parser.bytes.count ? value : nil
  }

  /// The value that begins at `index`, as a model writes it, and where it ends; nil if there is none.
  static func lenientValue(in bytes: [UInt8], at index: Int) -> (value: JSON, end: Int)? {
    var parser = JSONParser(bytes)
    parser.index = index
    parser.isLenient = true
    guard let value = parser.value() else { return nil }
    return (value, parser.index)
  }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
  }

  private mutating func take(_ byte: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: byte) else { return false }
    index += 1
    return true
  }

  private mutating func take(_ word: StaticString) -> Bool {
    let end = index + word.utf8CodeUnitCount
    let wanted = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard end <= bytes.count, bytes[index..<end].elementsEqual(wanted) else { return false }
    index = end
    return true
  }

  private mutating func value() -> JSON? {
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return nested { $0.object() }
    case UInt8(ascii: "["): return nested { $0.array() }
    case UInt8(ascii: "\""): return string().map(JSON.string)
    case UInt8(ascii: "t"): return take("true") ? .bool(true) : nil
    case UInt8(ascii: "f"): return take("false") ? .bool(false) : nil
    case UInt8(ascii: "n"): return take("null") ? .null : nil
    default: return number()
    }
  }

  private mutating func nested(_ read: (inout JSONParser) -> JSON?) -> JSON? {
    guard depth < Self.deepest else { return nil }
    depth += 1
    defer { depth -= 1 }
    index += 1
    return read(&self)
  }

  private mutating func object() -> JSON? {
    var members: [JSON.Member] = []
    skipSpace()
    if take("}" as Unicode.Scalar) { return .object([]) }
    repeat {
      skipSpace()
      if isLenient, next == UInt8(ascii: "}") { break }
      guard let key = string() else { return nil }
      skipSpace()
      guard take(":" as Unicode.Scalar), let value = value() else { return nil }
      members.append(JSON.Member(key: key, value: value))
      skipSpace()
    } while take("," as Unicode.Scalar)
    return take("}" as Unicode.Scalar) ? .object(members) : nil
  }

  private mutating func array() -> JSON? {
    var items: [JSON] = []
    skipSpace()
    if take("]" as Unicode.Scalar) { return .array([]) }
    repeat {
      skipSpace()
      if isLenient, next == UInt8(ascii: "]") { break }
      guard let value = value() else { return nil }
      items.append(value)
      skipSpace()
    } while take("," as Unicode.Scalar)
    return take("]" as Unicode.Scalar) ? .array(items) : nil
  }

  private mutating func number() -> JSON? {
    let start = index
    _ = take("-" as Unicode.Scalar)
    let whole = digits()
    guard whole == 1 || (whole > 1 && bytes[index - whole] != UInt8(ascii: "0")) else { return nil }
    if take("." as Unicode.Scalar), digits() == 0 { return nil }
    if take("e" as Unicode.Scalar) || take("E" as Unicode.Scalar) {
      if !take("+" as Unicode.Scalar) { _ = take("-" as Unicode.Scalar) }
      if digits() == 0 { return nil }
    }
    return .number(String(decoding: bytes[start..<index], as: UTF8.self))
  }

  private mutating func digits() -> Int {
    let start = index
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { index += 1 }
    return index - start
  }

  private mutating func string() -> String? {
    guard take("\"" as Unicode.Scalar) else { return nil }
    var text = ""
    var start = index
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        text += String(decoding: bytes[start..<index], as: UTF8.self)
        index += 1
        return text
      case UInt8(ascii: "\\"):
        text += String(decoding: bytes[start..<index], as: UTF8.self)
        index += 1
        guard let scalar = escaped() else { return nil }
        text.unicodeScalars.append(scalar)
        start = index
      case 0..<0x20 where !isLenient: return nil
      default: index += 1
      }
    }
    return nil
  }

  private mutating func escaped() -> Unicode.Scalar? {
    guard let byte = next else { return nil }
    index += 1
    switch byte {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "u"): return fourDigits().map { scalar($0) }
    default: return nil
    }
  }

  /// A surrogate without its other half becomes U+FFFD.
  private mutating func scalar(_ unit: UInt32) -> Unicode.Scalar {
    let replacement: Unicode.Scalar = "\u{FFFD}"
    guard (0xD800..<0xDC00).contains(unit) else { return Unicode.Scalar(unit) ?? replacement }
    let start = index
    if take(#"\u"# as StaticString), let low = fourDigits(), (0xDC00..<0xE000).contains(low) {
      return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)) ?? replacement
    }
    index = start
    return replacement
  }

  private mutating func fourDigits() -> UInt32? {
    guard index + 4 <= bytes.count else { return nil }
    var unit: UInt32 = 0
    for byte in bytes[index..<index + 4] {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      unit = unit << 4 + UInt32(digit)
    }
    index += 4
    return unit
  }
}
