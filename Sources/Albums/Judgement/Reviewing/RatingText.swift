/// Reads a rating as critics write one: "8.5", "8,5", "8.5/10", "8.5 out of 10", "85/100", "85%", "4/5".
enum RatingText {
  /// The number, of ten where the text says of how many; nil for what could mean more than one thing.
  static func value(in text: String) -> Double? {
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
