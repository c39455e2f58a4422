/// An anchor (`&a`) or an alias (`*a`) in a YAML text: what files that people write for us never need.
///
/// They are looked for before a parser sees the text. A few nested ones stand for billions of values ("billion laughs"),
/// which keep whoever walks through them, or compares two of them, busy for years.
package struct YAMLReference: Equatable, Sendable {
  package var character: Character
  /// From 1.
  package var line: Int
  /// From 1, in characters.
  package var column: Int

  /// The first one; nil where there is none. What stands in quotes or in a comment doesn't count; in a text of several
  /// lines it may be taken for one.
  package static func first(in text: String) -> YAMLReference? {
    for (number, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      var quote: Character?
      var before: Character = "-"
      var isApart = true
      var isTag = false
      for (index, (character, next)) in zip(line, line.dropFirst() + "\n").enumerated() {
        if let open = quote {
          if character == open { quote = nil }
        } else if character.isWhitespace {
          isApart = true
          isTag = false
          continue
        } else if isTag {
          continue
        } else {
          let opens = "[{,".contains(before) || (isApart && "-:?".contains(before))
          if opens, "&*".contains(character), !next.isWhitespace {
            return YAMLReference(character: character, line: number + 1, column: index + 1)
          }
          if opens, "'\"".contains(character) { quote = character }
          if opens, character == "!" {
            // An anchor may stand behind a tag.
            isTag = true
            continue
          }
          if isApart, character == "#" { break }
        }
        before = character
        isApart = false
      }
    }
    return nil
  }
}
