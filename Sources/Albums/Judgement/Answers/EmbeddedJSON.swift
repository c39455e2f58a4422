import FoundationEssentials

/// Finds the JSON object in an answer that also contains prose, code fences, or thoughts.
enum EmbeddedJSON {
  /// The last object at the top level that has most of the wanted keys: what a model quotes before it answers, of a page
  /// that gives orders say, is not its answer. Thoughts (`<think>…</think>`) don't count, and neither does what stands
  /// before a `</think>` that was never opened.
  static func object(in text: String, with keys: [String]) throws(UnreadableAnswer) -> [String: JSONValue] {
    let bytes = Array(text.utf8)
    guard bytes.count <= 400_000 else { throw UnreadableAnswer(problems: ["The answer is far too long."]) }
    var found: (object: [String: JSONValue], hits: Int)?
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
        if let end = end(ofObjectAt: index, in: bytes), let object = parsed(bytes[index..<end]) {
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

  private static func parsed(_ bytes: ArraySlice<UInt8>) -> [String: JSONValue]? {
    for bytes in [bytes, RepairedJSON.mended(bytes)[...]] {
      guard case .object(let object)? = try? JSONDecoder().decode(JSONValue.self, from: Data(bytes)) else { continue }
      // {"album_review": {…}}
      if object.count == 1, case .object(let inner)? = object.values.first { return inner }
      return object
    }
    return nil
  }

  /// The index behind the brace that closes the object; braces in strings don't count. Nil when it never closes.
  private static func end(ofObjectAt start: Int, in bytes: [UInt8]) -> Int? {
    var depth = 0
    var inString = false
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\\") where inString: index += 1
      case UInt8(ascii: "\""): inString.toggle()
      case UInt8(ascii: "{") where !inString: depth += 1
      case UInt8(ascii: "}") where !inString:
        depth -= 1
        if depth == 0 { return index + 1 }
      default: break
      }
      // Nothing we ask for nests deeper; a decoder need not be tried on it.
      if depth > 16 { return nil }
      index += 1
    }
    return nil
  }

  private static func thoughtTag(at index: Int, in bytes: [UInt8]) -> (opens: Bool, end: Int)? {
    for name in ["think", "thinking", "thought", "reasoning"] {
      if bytes[index...].starts(with: "<\(name)>".utf8) { return (true, index + name.utf8.count + 2) }
      if bytes[index...].starts(with: "</\(name)>".utf8) { return (false, index + name.utf8.count + 3) }
    }
    return nil
  }
}
