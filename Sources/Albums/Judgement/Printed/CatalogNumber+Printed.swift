/// Catalog numbers among the lines that were read.
extension CatalogNumber {
  /// More of them on a sleeve are a list of other records.
  private static let most = 2
  /// A digit that is another makes it the number of another record.
  private static let leastConfidence = 0.75
  /// Of its pieces between blanks: `UAS 29 211`.
  private static let mostPieces = 3

  /// The surest first.
  static func numbers(in lines: [PrintedText.Line]) -> [CatalogNumber] {
    let sure = lines.filter { $0.confidence >= leastConfidence }.sorted { $0.confidence > $1.confidence }
    return sure.compactMap { number(in: $0.text) }.reduce(into: []) { numbers, number in
      if numbers.count < most, !numbers.contains(where: { $0.key == number.key }) { numbers.append(number) }
    }
  }

  /// Whether a line says nothing else.
  static func isAll(of line: PrintedText.Line) -> Bool { number(in: line.text)?.key == key(line.text) }

  private static func number(in line: String) -> CatalogNumber? {
    let pieces = line.split(separator: " ")
    for start in pieces.indices {
      for end in (start + 1)...min(start + mostPieces, pieces.count) {
        if let number = number(of: pieces[start..<end]) { return number }
      }
    }
    return nil
  }

  private static func number(of pieces: ArraySlice<Substring>) -> CatalogNumber? {
    guard let first = pieces.first, !pieces.joined().contains(where: \.isLowercase) else { return nil }
    let rest = pieces.dropFirst()
    // A word before a number is no part of it, and a year behind a word is a year.
    guard rest.allSatisfy({ $0.first?.isNumber == true }),
      rest.isEmpty || first.count < 5 && !PrintedWords.areBoilerplate([Fold.key(String(first))[...]]),
      !(rest.count == 1 && isYear(rest.last!))
    else { return nil }
    // With digits behind a letter only: the reader takes O for 0.
    let digits = pieces.joined(separator: " ").reduce(into: "") { text, letter in
      let isBehindDigit = text.last?.isNumber == true
      text.append(isBehindDigit && letter == "O" ? "0" : isBehindDigit && letter == "I" ? "1" : letter)
    }
    return CatalogNumber(digits)
  }

  private static func isYear(_ text: Substring) -> Bool {
    text.count == 4 && (text.hasPrefix("19") || text.hasPrefix("20"))
  }
}
