import Testing
import YAML

/// Anchors and aliases, however they hide.
@Suite struct YAMLReferenceTests {
  @Test(
    arguments: [
      ("a: &x [1]", 1, 4), ("*x", 1, 1), ("- &x", 1, 3), ("[*x]", 1, 2), ("{a: *x}", 1, 5), ("? &x a\n: b", 1, 3),
      ("--- &x a", 1, 5), ("a: !!seq &x [1]", 1, 10), ("[!t *x]", 1, 5), ("# a note\na: &x 1", 2, 4),
      ("# a note\r\na: &x 1", 2, 4), ("# a note\ra: &x 1", 2, 4), ("a: 'it''s'\u{85}b: *x", 2, 4),
      ("a: \"\u{2028}b: *x", 2, 4),
    ])
  func `a reference is found where it stands`(text: String, line: Int, column: Int) {
    let found = YAMLReference.first(in: text)
    #expect(found?.line == line && found?.column == column, "\(text)")
  }

  @Test(
    arguments: [
      "a: Simon & Garfunkel", "a: 5 * 3", "a: '&x'", "a: \"*x\"", "# &x", "a: b # *x", "a: R&B", "- a*b", "a: !t b", "",
      "a: Crosby, Stills, & Nash", "a: [b!, c]",
    ])
  func `what only looks like one is none`(text: String) { #expect(YAMLReference.first(in: text) == nil, "\(text)") }
}
