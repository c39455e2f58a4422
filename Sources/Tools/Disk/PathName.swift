/// One component of a path, made from text that anyone may have written: a cover, a website, a file's tag.
package enum PathName {
  /// The most bytes that Linux file systems take in a name.
  static let longest = 255

  /// Text as a name: readable, in its own script, and harmless.
  ///
  /// Slashes become hyphens, line breaks and runs of blanks a single space. Control characters, and marks that turn
  /// the direction of text around or can't be seen, are left out. No dot or blank begins or ends it. It is cut between
  /// characters to at most `bytes` of UTF-8. What leaves nothing to see is "untitled".
  package static func safe(_ text: String, bytes limit: Int = 200) -> String {
    var clean = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar.properties.isWhitespace {
        if clean.last != " " { clean.append(" ") }
      } else if scalar == "/" {
        clean.append("-")
      } else if !isHarmful(scalar) {
        clean.append(scalar)
      }
    }
    let name = trimmed(cut(trimmed(Substring(String(clean))), bytes: limit))
    let canBeSeen = name.unicodeScalars.contains { !$0.properties.isDefaultIgnorableCodePoint }
    return canBeSeen ? String(name) : String("untitled".prefix(max(1, limit)))
  }

  /// The name with a number behind it, the stem cut so that all of it fits: "IMG 2" and, where what follows the last
  /// dot is an extension, "IMG 2.jpg". Bytes, since a photo's name need not be UTF-8.
  static func numbered(
    _ name: some Collection<UInt8>, _ number: Int, hasExtension: Bool, bytes limit: Int
  ) -> [UInt8] {
    let name = Array(name)
    var stemEnd = name.endIndex
    // A dot at the start hides a file, and an "extension" of many bytes is a title with a dot in it.
    if hasExtension, let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, name.count - dot <= 16 { stemEnd = dot }
    let ending = Array(" \(number)".utf8) + name[stemEnd...]
    var stem = name[..<stemEnd]
    while stem.count + ending.count > limit, let last = stem.popLast() {
      // A character that lost its last byte loses the others too.
      if last & 0b1100_0000 == 0b1000_0000 {
        while let next = stem.last, next & 0b1100_0000 == 0b1000_0000 { stem.removeLast() }
        if let lead = stem.last, lead >= 0b1100_0000 { stem.removeLast() }
      }
    }
    return Array(stem) + ending
  }

  private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .surrogate: return true
    case .format:
      // Joiners (U+200C, U+200D) shape Persian and emoji, tags (U+E0020…) make flags; the rest of this class turns text
      // around (U+202E makes "gpj.exe" of "exe.jpg") or hides in it.
      return !(0x200C...0x200D).contains(scalar.value) && !(0xE0020...0xE007F).contains(scalar.value)
    default: return false
    }
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.unicodeScalars
    while let first = text.first, first == "." || first == " " { text.removeFirst() }
    while let last = text.last, last == "." || last == " " { text.removeLast() }
    return Substring(text)
  }

  private static func cut(_ text: Substring, bytes limit: Int) -> Substring {
    if text.utf8.count <= limit { return text }
    var end = text.startIndex
    while end < text.endIndex {
      let next = text.index(after: end)
      if text[..<next].utf8.count > limit { break }
      end = next
    }
    if end > text.startIndex { return text[..<end] }
    // A single character can be a letter under hundreds of marks: then between the marks.
    var scalars = Substring.UnicodeScalarView()
    var size = 0
    for scalar in text.unicodeScalars {
      size += UTF8.width(scalar)
      if size > limit { break }
      scalars.append(scalar)
    }
    return Substring(scalars)
  }
}
