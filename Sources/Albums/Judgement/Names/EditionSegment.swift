/// The end of a title that names an edition and not another album: `(Deluxe Edition)`, `[2011 Remaster]`, `CD1`.
enum EditionSegment {
  /// The title without its last edition segment, or nil when it doesn't end with one.
  static func removed(from title: Substring) -> Substring? {
    bracketed(title) ?? dashed(title) ?? bareDisc(title)
  }

  /// The title without the disc that it ends with, or nil when it doesn't end with one.
  static func withoutDisc(_ title: Substring) -> Substring? {
    if let (head, inside) = lastBracket(of: title) { return nameDisc(inside) ? head : nil }
    if let (head, tail) = lastBreak(of: title), nameDisc(tail) { return head }
    return bareDisc(title)
  }

  /// The bracket at the end of a title: what is before it, and what is in it. Nil when the title doesn't end with one.
  static func lastBracket(of title: Substring) -> (head: Substring, inside: Substring)? {
    guard let close = title.unicodeScalars.last, let open = opening[close] else { return nil }
    let scalars = title.unicodeScalars
    var depth = 0
    var index = scalars.endIndex
    while index > scalars.startIndex {
      index = scalars.index(before: index)
      if scalars[index] == close { depth += 1 }
      if scalars[index] == open { depth -= 1 }
      guard depth == 0 else { continue }
      let inside = title[scalars.index(after: index)..<scalars.index(before: scalars.endIndex)]
      return (trimmed(title[..<index]), inside)
    }
    return nil
  }

  /// The last place where ` - ` or `: ` parts a title from what follows it.
  static func lastBreak(of title: Substring) -> (head: Substring, tail: Substring)? {
    let scalars = title.unicodeScalars
    var index = scalars.endIndex
    while index > scalars.startIndex {
      let next = index
      index = scalars.index(before: index)
      guard index > scalars.startIndex, next < scalars.endIndex else { continue }
      guard scalars[next].isWhitespace else { continue }
      let before = scalars[scalars.index(before: index)]
      let isBreak =
        scalars[index] == ":" || scalars[index] == "：" || (scalars[index].isDash && before.isWhitespace)
      if isBreak { return (trimmed(title[..<index]), trimmed(title[next...])) }
    }
    return nil
  }

  static func trimmed(_ title: Substring) -> Substring {
    func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.isWhitespace || scalar.isInvisible }
    var view = title.unicodeScalars
    while let last = view.last, isBlank(last) { view.removeLast() }
    while let first = view.first, isBlank(first) { view.removeFirst() }
    return Substring(view)
  }

  private static let opening: [Unicode.Scalar: Unicode.Scalar] = [
    ")": "(", "]": "[", "}": "{", "）": "（", "］": "［", "】": "【", "〕": "〔", "〉": "〈", "》": "《",
  ]

  private static func bracketed(_ title: Substring) -> Substring? {
    guard let (head, inside) = lastBracket(of: title), nameEdition(inside, inBrackets: true) else {
      return nil
    }
    return head
  }

  private static func dashed(_ title: Substring) -> Substring? {
    guard let (head, tail) = lastBreak(of: title), nameEdition(tail, inBrackets: false) else { return nil }
    return head
  }

  /// `Mellon Collie and the Infinite Sadness CD1`, `The Wall, Disc 2`.
  private static func bareDisc(_ title: Substring) -> Substring? {
    let words = title.suffix(24).split(whereSeparator: \.isWhitespace)
    for count in [1, 2] where words.count > count {
      let start = words[words.count - count].startIndex
      let marker = title[start...]
      guard marker.unicodeScalars.allSatisfy({ $0.isWordPart || $0.isWhitespace }) else { continue }
      guard isDiscMarker(Fold.key(String(marker)).split(separator: " ")) else { continue }
      var head = trimmed(title[..<start])
      if let last = head.unicodeScalars.last, last == "," || last.isDash || last == ":" {
        head = trimmed(head.dropLast())
      }
      return head
    }
    return nil
  }
}
