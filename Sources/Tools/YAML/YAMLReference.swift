/// An anchor (`&a`) or an alias (`*a`) in a YAML text. Files that people write for AlbumScan never need them.
///
/// They are searched for before a parser sees the text. A few nested ones stand for billions of values ("billion
/// laughs"), which would keep any code that traverses or compares them busy for years.
package struct YAMLReference: Equatable, Sendable {
  package var character: Character
  /// Starting with 1.
  package var line: Int
  /// Starting with 1, in characters.
  package var column: Int

  /// The first one; nil if there is none. Quoted text and comments don't count, but in a multi-line string something
  /// may be mistaken for one.
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
            // An anchor may follow a tag.
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
