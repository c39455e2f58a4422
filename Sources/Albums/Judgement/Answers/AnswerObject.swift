/// Reads a model's answer, a JSON object, leniently: a missing key counts as null, the case of keys is ignored, a
/// number is accepted for its digits, and a single text for an array of one. Every other deviation is recorded as a
/// problem.
struct AnswerObject {
  private let values: JSON
  private(set) var problems: [String] = []

  /// The answer that was asked for in this shape, wherever in the text it stands.
  init(in text: String, of schema: AnswerSchema) throws(UnreadableAnswer) {
    values = try JSON.object(embeddedIn: text, with: schema.keys)
  }

  mutating func note(_ problem: String) { problems.append(problem) }

  /// Notes which of the keys aren't there, null or not.
  mutating func require(_ keys: String...) {
    for key in keys where values.value(named: key) == nil { note("The key \"\(key)\" is missing.") }
  }

  func throwIfUnreadable() throws(UnreadableAnswer) {
    if !problems.isEmpty { throw UnreadableAnswer(problems: problems) }
  }

  /// A line of text, cleaned, without marks of citations; nil for null and for nothing.
  mutating func text(_ key: String, limit: Int = 300) -> String? { Self.line(string(key), limit: limit) }

  /// A mark that is cut off by the limit would no longer be one: first a wide cut, then the marks, then the fine one.
  private static func line(_ text: String?, limit: Int) -> String? {
    Cleaned.text(Cleaned.text(text, limit: limit + 4000).map(Self.withoutCitations), limit: limit)
  }

  /// Text of several lines.
  mutating func lines(_ key: String) -> String? { Cleaned.lines(string(key)) }

  /// One of an enumeration's words, whatever its case; nil for null where that is allowed.
  mutating func word<Word: RawRepresentable & CaseIterable>(_ key: String, _ type: Word.Type, nullable: Bool) -> Word?
  where Word.RawValue == String {
    let allowed = Word.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ") + (nullable ? " or null" : "")
    let value = value(key)
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
    let value = value(key)
    if case .bool(let bool) = value { return bool }
    note("\"\(key)\" must be true or false, not \(value.kind).")
    return nil
  }

  /// A number, or a text that says a rating; nil for anything else.
  func rating(_ key: String) -> Double? {
    let value = value(key)
    return value.number ?? value.text.flatMap(Self.rating)
  }

  /// Four digits, from a number or a string; nil for null and whatever is no year.
  mutating func year(_ key: String) -> String? {
    let value = value(key)
    switch value {
    case .null: return nil
    case .number: return value.number.flatMap(Self.year)
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
    elements(key).prefix(most).compactMap { Self.line(string($0, of: key), limit: limit) }
  }

  /// The elements of an array; null is none, and anything else an array of one.
  func elements(_ key: String) -> [JSON] {
    switch value(key) {
    case .null: []
    case .array(let array): array
    case let single: [single]
    }
  }

  private func value(_ key: String) -> JSON { values.value(named: key) ?? .null }

  private mutating func string(_ key: String) -> String? { string(value(key), of: key) }

  private mutating func string(_ value: JSON, of key: String) -> String? {
    if value == .null { return nil }
    if let text = value.text { return text }
    if let number = value.number {
      return number == number.rounded() && number.magnitude < 1e9 ? String(Int(number)) : String(number)
    }
    note("\"\(key)\" must be text, not \(value.kind).")
    return nil
  }

  /// The first recordings to the near future.
  private static func year(_ number: Double) -> String? {
    number == number.rounded() && (1860...2100).contains(number) ? String(Int(number)) : nil
  }
}

/// Citation marks, which models with web search put into their texts. The provider reports the sources separately; inside
/// a name or a sentence the marks are noise, and nobody has checked their links.
extension AnswerObject {
  /// Without `([site.example](https://…))`, `<cite …>` tags and `【1†source】`; of another link its words stay.
  static func withoutCitations(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0 == "[" || $0 == "<" || $0 == "【" }) else { return text }
    var result = ""
    var rest = text[...]
    while let character = rest.first {
      switch character {
      case "[":
        guard let (words, end) = link(at: rest) else { break }
        rest = rest[end...]
        if result.hasSuffix("("), rest.hasPrefix(")") {
          result.removeLast()
          rest.removeFirst()
          while result.last == " " { result.removeLast() }
        } else {
          result += words
        }
        continue
      case "<":
        guard rest.hasPrefix("<cite") || rest.hasPrefix("</cite"), let end = rest.prefix(300).firstIndex(of: ">") else {
          break
        }
        rest = rest[rest.index(after: end)...]
        continue
      case "【":
        let mark = rest.prefix(80)
        guard let end = mark.firstIndex(of: "】"), mark[..<end].contains("†") else { break }
        rest = rest[rest.index(after: end)...]
        continue
      default: break
      }
      result.append(character)
      rest.removeFirst()
    }
    return result
  }

  /// `[words](http…)` at the beginning.
  private static func link(at text: Substring) -> (words: Substring, end: Substring.Index)? {
    let head = text.prefix(300)
    guard let middle = head.firstRange(of: "](http") else { return nil }
    let words = head[head.index(after: head.startIndex)..<middle.lowerBound]
    guard !words.contains("[") else { return nil }
    // Brackets in an address come in pairs.
    var depth = 0
    for index in text[middle.upperBound...].prefix(2000).indices {
      switch text[index] {
      case "(": depth += 1
      case ")" where depth == 0: return (words, text.index(after: index))
      case ")": depth -= 1
      case let character where character.isWhitespace || character == "[": return nil
      default: break
      }
    }
    return nil
  }
}

/// Reads a rating as critics write one: "8.5", "8,5", "8.5/10", "8.5 out of 10", "85/100", "85%", "4/5".
extension AnswerObject {
  /// The number, of ten where the text says of how many; nil for what could mean more than one thing.
  static func rating(_ text: String) -> Double? {
    let plain = text.prefix(40).lowercased().replacing("out of", with: "/").replacing("of", with: "/")
      .replacing("%", with: "/100").replacing(",", with: ".")
    let numbers = plain.split(separator: "/", omittingEmptySubsequences: false).compactMap(number)
    switch numbers.count {
    case 1 where !plain.contains("/"): return numbers[0]
    case 2 where [5, 10, 100].contains(numbers[1]): return numbers[0] / numbers[1] * 10
    default: return nil
    }
  }

  private static func number(_ text: Substring) -> Double? {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count == 1, words[0].allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." }) else { return nil }
    return Double(words[0])
  }
}
