/// A query in Lucene's syntax, as MusicBrainz's search takes it: fields, phrases, groups, operators, fuzzy and wild words,
/// ranges, boosts, escapes (Apache Lucene, classic query parser).
indirect enum LuceneQuery: Equatable {
  case word(String, fuzzy: Int)
  case phrase([String], slop: Int)
  case range(from: String, to: String)
  case field(String, LuceneQuery)
  /// At least one of those that aren't required, all that are, and none that are forbidden.
  case all(required: [LuceneQuery], optional: [LuceneQuery], forbidden: [LuceneQuery])
  case everything

  struct SyntaxError: Error, CustomStringConvertible { let description: String }

  static func parse(_ text: String) throws(SyntaxError) -> LuceneQuery {
    var parser = LuceneParser(text)
    let query = try parser.clauses(isNested: false)
    guard query != .all(required: [], optional: [], forbidden: []) else {
      throw SyntaxError(description: "empty query")
    }
    return query
  }
}

/// Reads a query from left to right.
private struct LuceneParser {
  private let characters: [Character]
  private var position = 0

  init(_ text: String) { characters = Array(text) }

  private enum Operator { case and, or }

  mutating func clauses(isNested: Bool) throws(LuceneQuery.SyntaxError) -> LuceneQuery {
    var clauses: [(query: LuceneQuery, occurs: Character)] = []
    var joint: Operator?
    while true {
      skipSpace()
      guard let next = peek, next != ")" else { break }
      if let found = takeOperator() {
        guard joint == nil, !clauses.isEmpty else { throw error("an operator without something before it") }
        joint = found
        // AND binds what stands before it too.
        if found == .and, clauses[clauses.count - 1].occurs == " " { clauses[clauses.count - 1].occurs = "+" }
        continue
      }
      var occurs: Character = joint == .and ? "+" : " "
      if take("NOT ") || take("!") || take("-") { occurs = "-" } else if take("+") { occurs = "+" }
      clauses.append((try clause(), occurs))
      joint = nil
    }
    guard joint == nil else { throw error("an operator without something behind it") }
    if isNested { guard take(")") else { throw error("a parenthesis that isn't closed") } }
    guard isNested || position == characters.count else { throw error("a parenthesis too many") }
    let of = { (occurs: Character) in clauses.filter { $0.occurs == occurs }.map(\.query) }
    return .all(required: of("+"), optional: of(" "), forbidden: of("-"))
  }

  private mutating func clause() throws(LuceneQuery.SyntaxError) -> LuceneQuery {
    if take("*:*") { return .everything }
    let query: LuceneQuery
    switch peek {
    case "(":
      position += 1
      query = try clauses(isNested: true)
    case "\"": query = try phrase()
    case "[", "{": query = try range()
    case "/": throw error("a regular expression that isn't closed")
    default:
      let word = try word()
      if peek == ":" {
        position += 1
        guard let next = peek, next != " ", next != ")" else { throw error("a field without a value") }
        return .field(word.lowercased(), try clause())
      }
      var fuzzy = 0
      if take("~") { fuzzy = number() ?? 2 }
      query = .word(word, fuzzy: fuzzy)
    }
    if take("^") { guard number() != nil else { throw error("a boost without a number") } }
    return query
  }

  private mutating func phrase() throws(LuceneQuery.SyntaxError) -> LuceneQuery {
    position += 1
    var text = ""
    while let next = peek, next != "\"" {
      position += 1
      if next == "\\", let escaped = peek {
        position += 1
        text.append(escaped)
      } else {
        text.append(next)
      }
    }
    guard take("\"") else { throw error("a quotation mark that isn't closed") }
    var slop = 0
    if take("~") { slop = number() ?? 2 }
    return .phrase(Words(text).list.map(String.init), slop: slop)
  }

  private mutating func range() throws(LuceneQuery.SyntaxError) -> LuceneQuery {
    position += 1
    let from = rangeEnd()
    skipSpace()
    guard take("TO") else { throw error("a range without TO") }
    let to = rangeEnd()
    skipSpace()
    guard take("]") || take("}") else { throw error("a range that isn't closed") }
    return .range(from: from, to: to)
  }

  private mutating func rangeEnd() -> String {
    skipSpace()
    var text = ""
    while let next = peek, next != " ", next != "]", next != "}" {
      text.append(next)
      position += 1
    }
    return text
  }

  /// Up to a space or a character of the syntax; `\` takes the next character as it is.
  private mutating func word() throws(LuceneQuery.SyntaxError) -> String {
    var text = ""
    while let next = peek, !" \t\n()[]{}\"^~:/!".contains(next) {
      position += 1
      if next == "\\" {
        guard let escaped = peek else { throw error("a backslash at the end") }
        position += 1
        text.append(escaped)
      } else {
        text.append(next)
      }
    }
    guard !text.isEmpty else { throw error("something that can't stand here") }
    return text
  }

  private mutating func takeOperator() -> Operator? {
    for (word, found) in [("AND", Operator.and), ("OR", .or)] {
      let end = position + word.count
      if characters[position...].starts(with: word), end == characters.count || " (\t".contains(characters[end]) {
        position = end
        return found
      }
    }
    if take("&&") { return .and }
    if take("||") { return .or }
    return nil
  }

  private mutating func number() -> Int? {
    var digits = ""
    while let next = peek, next.isNumber || next == "." {
      digits.append(next)
      position += 1
    }
    return Double(digits).map { Int($0.rounded(.up)) }
  }

  private var peek: Character? { position < characters.count ? characters[position] : nil }

  private mutating func take(_ text: String) -> Bool {
    guard characters[position...].starts(with: text) else { return false }
    position += text.count
    return true
  }

  private mutating func skipSpace() {
    while let next = peek, next.isWhitespace { position += 1 }
  }

  private func error(_ what: String) -> LuceneQuery.SyntaxError {
    LuceneQuery.SyntaxError(description: "Cannot parse '\(String(characters))': \(what) at \(position)")
  }
}
