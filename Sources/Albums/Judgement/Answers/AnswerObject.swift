/// A JSON object being read strictly: every problem is noted, none is passed over in silence.
struct AnswerObject {
  let values: [String: JSONValue]
  private(set) var problems: [String] = []

  init(_ values: [String: JSONValue]) { self.values = values }

  /// The answer that was asked for in this shape, wherever in the text it stands.
  init(in text: String, of schema: AnswerSchema) throws(UnreadableAnswer) {
    values = try EmbeddedJSON.object(in: text, with: schema.keys)
  }

  mutating func note(_ problem: String) { problems.append(problem) }

  func throwIfUnreadable() throws(UnreadableAnswer) {
    if !problems.isEmpty { throw UnreadableAnswer(problems: problems) }
  }

  /// A line of text, cleaned, without marks of citations; nil for null and for nothing.
  mutating func text(_ key: String, limit: Int = 300) -> String? { Self.line(string(key), limit: limit) }

  /// A mark that is cut off by the limit would no longer be one: first a wide cut, then the marks, then the fine one.
  private static func line(_ text: String?, limit: Int) -> String? {
    Cleaned.text(Cleaned.text(text, limit: limit + 4000).map(CitationMarks.removed), limit: limit)
  }

  /// Text of several lines.
  mutating func lines(_ key: String) -> String? { Cleaned.lines(string(key)) }

  /// One of an enumeration's words, whatever its case; nil for null where that is allowed.
  mutating func word<Word: RawRepresentable & CaseIterable>(_ key: String, _ type: Word.Type, nullable: Bool) -> Word?
  where Word.RawValue == String {
    let allowed = Word.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ") + (nullable ? " or null" : "")
    guard let value = value(key) else { return nil }
    if value == .null, nullable { return nil }
    if case .string(let string) = value {
      let wanted = Fold.key(string)
      if let word = Word.allCases.first(where: { Fold.key($0.rawValue) == wanted }) { return word }
      if nullable, wanted.isEmpty || wanted == "null" { return nil }
    }
    note("\"\(key)\" must be one of \(allowed).")
    return nil
  }

  mutating func bool(_ key: String) -> Bool? {
    guard let value = value(key) else { return nil }
    if case .bool(let bool) = value { return bool }
    note("\"\(key)\" must be true or false, not \(value.kind).")
    return nil
  }

  /// A number, or a string that holds one.
  mutating func number(_ key: String) -> Double? {
    guard let value = value(key) else { return nil }
    if case .number(let number) = value, number.isFinite { return number }
    if case .string(let string) = value, let text = Cleaned.text(string, limit: 20), let number = Double(text),
      number.isFinite
    {
      return number
    }
    note("\"\(key)\" must be a number, not \(value.kind).")
    return nil
  }

  /// Four digits, from a number or a string; nil for null and whatever is no year.
  mutating func year(_ key: String) -> String? {
    guard let value = value(key) else { return nil }
    switch value {
    case .null: return nil
    case .number(let number): return Self.year(number)
    case .string(let string):
      // "1997", "1997-05-21", "c. 1997", "21 May 1997".
      let runs = string.prefix(60).split { !($0.isASCII && $0.isNumber) }
      return runs.lazy.filter { $0.count == 4 }.compactMap { Double($0) }.compactMap(Self.year).first
    default:
      note("\"\(key)\" must be a string with a year or null, not \(value.kind).")
      return nil
    }
  }

  /// Lines of text, cleaned, without empty ones; null is none.
  mutating func texts(_ key: String, limit: Int, most: Int = 50) -> [String] {
    guard let value = value(key), value != .null else { return [] }
    guard case .array(let array) = value else {
      note("\"\(key)\" must be an array of strings, not \(value.kind).")
      return []
    }
    var texts: [String] = []
    for element in array.prefix(most) {
      guard case .string(let string) = element else {
        note("\"\(key)\" must hold strings only, not \(element.kind).")
        return []
      }
      if let text = Self.line(string, limit: limit) { texts.append(text) }
    }
    return texts
  }

  mutating func value(_ key: String) -> JSONValue? {
    if let value = values[key] { return value }
    note("The key \"\(key)\" is missing.")
    return nil
  }

  private mutating func string(_ key: String) -> String? {
    guard let value = value(key) else { return nil }
    switch value {
    case .null: return nil
    case .string(let string): return string
    default:
      note("\"\(key)\" must be a string or null, not \(value.kind).")
      return nil
    }
  }

  /// The first recordings to the near future.
  private static func year(_ number: Double) -> String? {
    number == number.rounded() && (1860...2100).contains(number) ? String(Int(number)) : nil
  }
}
