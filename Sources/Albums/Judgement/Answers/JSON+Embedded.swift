extension JSON {
  /// The JSON object in an answer that also contains prose, code fences, or thoughts.
  ///
  /// It is the last object at the top level that has most of the wanted keys: what a model quotes before it answers, of
  /// a page that gives orders say, is not its answer. Thoughts (`<think>…</think>`) don't count, and neither does what
  /// stands before a `</think>` that was never opened.
  static func object(embeddedIn text: String, with keys: [String]) throws(UnreadableAnswer) -> JSON {
    let bytes = Array(text.utf8)
    guard bytes.count <= 400_000 else { throw UnreadableAnswer(problems: ["The answer is far too long."]) }
    var found: (object: JSON, hits: Int)?
    var isThinking = false
    var attempts = 0
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "<"), let tag = thoughtTag(at: index, in: bytes) {
        isThinking = tag.opens
        if !tag.opens { found = nil }
        index = tag.end
      } else if !isThinking, bytes[index] == UInt8(ascii: "{"), attempts < 64 {
        attempts += 1
        if let (value, end) = JSONParser.lenientValue(in: bytes, at: index) {
          // {"album_review": {…}}
          let only = value.members?.count == 1 ? value.members?[0].value : nil
          let object = only?.isObject == true ? only! : value
          let hits = keys.count { object.value(named: $0) != nil }
          if hits >= found?.hits ?? 0 { found = (object, hits) }
          index = end
        } else {
          index += 1
        }
      } else {
        index += 1
      }
    }
    if let found { return found.object }
    let why = attempts == 0 ? "The answer has no JSON object." : "The answer's JSON object is broken or cut off."
    throw UnreadableAnswer(problems: [why])
  }

  private static func thoughtTag(at index: Int, in bytes: [UInt8]) -> (opens: Bool, end: Int)? {
    for name in ["think", "thinking", "thought", "reasoning"] {
      if bytes[index...].starts(with: "<\(name)>".utf8) { return (true, index + name.utf8.count + 2) }
      if bytes[index...].starts(with: "</\(name)>".utf8) { return (false, index + name.utf8.count + 3) }
    }
    return nil
  }

  /// The value of a key in camelCase, snake_case, or whatever case it is written in; nil only if it is missing.
  func value(named key: String) -> JSON? {
    func plain(_ key: String) -> String { key.lowercased().filter { $0.isLetter || $0.isNumber } }
    guard let members else { return nil }
    if let member = members.last(where: { $0.key == key }) { return member.value }
    let wanted = plain(key)
    return members.filter { plain($0.key) == wanted }.min { $0.key < $1.key }?.value
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
