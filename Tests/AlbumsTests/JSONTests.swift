import FoundationEssentials
import TestSupport
import Testing

@testable import Albums

/// The reader of what services and models send, which must survive anything.
@Suite struct JSONTests {
  @Test(arguments: [
    "null", "true", "[]", "{}", #"{"b":1,"a":[1.50,-0,2e9,"x\n\"\\"],"c":{"d":null}}"#, #""\u0001é😀""#,
    "12345678901234567890.10",
  ])
  func `a value is written as it was read`(text: String) {
    #expect(JSONParser.whole(Data(text.utf8)).map { String(decoding: $0.data, as: UTF8.self) } == text)
  }

  @Test(arguments: [
    "", " ", "nul", "{", "[1,]", "{\"a\"}", "{\"a\":}", "{a:1}", "01", "-", "1.", "1e", "\"", "\"\\x\"", "\"\\u12\"",
    "\"\u{1}\"", "[1] 2", "{} {}", "<html>", "{\"a\":1,}", "+1", ".5", "'a'", "NaN",
  ])
  func `what isn't JSON is refused`(text: String) {
    #expect(JSONParser.whole(Data(text.utf8)) == nil)
  }

  @Test func `escapes are read, and halves of pairs repaired`() {
    #expect(JSONParser.whole(Data(#""\u00e9\ud83d\ude00\t\/""#.utf8)) == .string("é😀\t/"))
    #expect(JSONParser.whole(Data(#""a\ud83db""#.utf8)) == .string("a\u{FFFD}b"))
    #expect(JSONParser.whole(Data(#""\ud83d\u0041\udc00""#.utf8)) == .string("\u{FFFD}A\u{FFFD}"))
  }

  @Test func `text that isn't UTF-8 is repaired`() {
    #expect(JSONParser.whole(Data([0x22, 0xC3, 0x28, 0xFF, 0x22])) == .string("\u{FFFD}(\u{FFFD}"))
  }

  @Test func `nesting without end is refused instead of overflowing the stack`() {
    #expect(JSONParser.whole(Data(String(repeating: "[", count: 1_000_000).utf8)) == nil)
    #expect(JSONParser.whole(Data(String(repeating: #"{"a":"#, count: 1_000_000).utf8)) == nil)
    let deep = String(repeating: "[", count: 128) + String(repeating: "]", count: 128)
    #expect(JSONParser.whole(Data(deep.utf8)) != nil)
  }

  @Test func `every cut of a document is refused, none traps`() {
    let bytes = Data(#"{"a":[1.5e3,"\u00e9x\ud83d\ude00",{"b":null}],"c":true}"#.utf8)
    for length in 0..<bytes.count { #expect(JSONParser.whole(bytes.prefix(length)) == nil) }
  }

  @Test func `bytes at random don't trap`() {
    var random = SeededGenerator(seed: 7)
    let alphabet = Array(#"{}[]",:\u0aeE+-.tfn \#u{1}é"#.utf8)
    for _ in 0..<20_000 {
      let count = Int.random(in: 0..<24, using: &random)
      let bytes = (0..<count).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &random)] }
      if let value = JSONParser.whole(Data(bytes)) { #expect(JSONParser.whole(value.data) == value) }
    }
  }

  @Test func `a model's slips are accepted only in its answers, and its numbers only if they are some`() throws {
    let slips = "{\"a\":[\"x\ny\", ],\"b\":1e400,\n}"
    #expect(JSONParser.whole(Data(slips.utf8)) == nil)
    let (value, end) = try #require(JSONParser.lenientValue(in: Array("\(slips) rest".utf8), at: 0))
    #expect(value["a"] == ["x\ny"] && value["b"]?.number == nil && end == slips.utf8.count)
    for text in ["{,}", "[,]", "[1,,]", "{\"a\",}", "{\"a\":1,"] {
      #expect(JSONParser.lenientValue(in: Array(text.utf8), at: 0) == nil)
    }
  }
}
