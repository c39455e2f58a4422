/// Removes the citation marks that models with web search put into their texts. The provider reports the sources
/// separately; inside a name or a sentence the marks are noise, and nobody has checked their links.
enum CitationMarks {
  /// Without `([site.example](https://…))`, `<cite …>` tags and `【1†source】`; of another link its words stay.
  static func removed(from text: String) -> String {
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
