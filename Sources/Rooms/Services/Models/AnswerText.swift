import FoundationEssentials

/// Extracts the requested text from an answer, for models that can't be forced to return only that.
enum AnswerText {
  /// Without the thoughts that a reasoning model of a local server puts before its answer (`<think>…</think>`; some
  /// templates leave out the first tag), and without a fence around all of it.
  static func withoutThoughts(_ text: String) -> String {
    var text = text.trimmingCharacters(where: { $0.isWhitespace })
    while text.hasPrefix("<think>") {
      guard let end = text.firstRange(of: "</think>") else { return "" }
      text = text[end.upperBound...].trimmingCharacters(where: { $0.isWhitespace })
    }
    if !text.hasPrefix("{"), let end = text.firstRange(of: "</think>") {
      text = text[end.upperBound...].trimmingCharacters(where: { $0.isWhitespace })
    }
    return withoutFence(text)
  }

  private static func withoutFence(_ text: String) -> String {
    guard text.hasPrefix("```"), text.hasSuffix("```"), let line = text.firstIndex(where: \.isNewline) else {
      return text
    }
    let inside = text[line...].dropLast(3)
    return inside.trimmingCharacters(where: { $0.isWhitespace })
  }

  /// Without the citation marks of OpenAI's search (`U+E200 cite U+E202 turn0search1 U+E201`), which leak into the
  /// text (openai-agents-python#2051).
  static func withoutMarks(_ text: String) -> String {
    let marks: ClosedRange<Unicode.Scalar> = "\u{E200}"..."\u{E2FF}"
    guard text.unicodeScalars.contains(where: marks.contains) else { return text }
    var kept = String.UnicodeScalarView()
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      guard marks.contains(scalar) else {
        kept.append(scalar)
        continue
      }
      if scalar == "\u{E200}", let end = rest.prefix(200).firstIndex(of: "\u{E201}") {
        rest = rest[rest.index(after: end)...]
      }
    }
    return String(kept)
  }
}
