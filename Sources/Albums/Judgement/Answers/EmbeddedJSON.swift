internal import FoundationEssentials

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
      // A stranger's text: what isn't JSON as it stands may be once it is repaired.
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

/// Repairs the JSON errors that models make if no schema is enforced: a line break inside a string, a comma before a
/// bracket, half of a surrogate pair. It leaves all other errors as they are.
enum RepairedJSON {
  static func mended(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var mended: [UInt8] = []
    mended.reserveCapacity(bytes.count)
    var inString = false
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      if inString, byte == UInt8(ascii: "\\") {
        let length = escape(at: index, in: bytes, into: &mended)
        index += length
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): inString.toggle()
      case 0..<0x20 where inString:
        mended += Array("\\u00".utf8) + [hexDigit(byte >> 4), hexDigit(byte & 15)]
        index += 1
        continue
      case UInt8(ascii: ",") where !inString && isBeforeEnd(index, in: bytes):
        index += 1
        continue
      default: break
      }
      mended.append(byte)
      index += 1
    }
    return mended
  }

  /// Takes over an escape; a surrogate without its other half becomes U+FFFD.
  /// - Returns: how many bytes it was.
  private static func escape(at index: Int, in bytes: ArraySlice<UInt8>, into mended: inout [UInt8]) -> Int {
    guard let unit = unit(at: index, in: bytes) else {
      let end = min(index + 2, bytes.endIndex)
      mended += bytes[index..<end]
      return end - index
    }
    switch unit {
    case 0xD800..<0xDC00:
      if let low = self.unit(at: index + 6, in: bytes), (0xDC00..<0xE000).contains(low) {
        mended += bytes[index..<index + 12]
        return 12
      }
      mended += Array("\\ufffd".utf8)
    case 0xDC00..<0xE000: mended += Array("\\ufffd".utf8)
    default: mended += bytes[index..<index + 6]
    }
    return 6
  }

  /// Of `\u1234` here.
  private static func unit(at index: Int, in bytes: ArraySlice<UInt8>) -> Int? {
    guard index + 6 <= bytes.endIndex, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u") else {
      return nil
    }
    return Int(String(decoding: bytes[index + 2..<index + 6], as: UTF8.self), radix: 16)
  }

  private static func isBeforeEnd(_ comma: Int, in bytes: ArraySlice<UInt8>) -> Bool {
    let next = bytes[(comma + 1)...].first { ![0x20, 0x0A, 0x0D, 0x09].contains($0) }
    return next == UInt8(ascii: "}") || next == UInt8(ascii: "]")
  }

  private static func hexDigit(_ value: UInt8) -> UInt8 { Array("0123456789abcdef".utf8)[Int(value)] }
}
