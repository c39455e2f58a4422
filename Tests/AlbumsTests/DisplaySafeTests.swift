import Foundation
import TestSupport
import Testing

@testable import Albums

@Suite struct DisplaySafeTests {
  @Test(arguments: HostileText.all)
  func `a line is one line, and steers nothing`(text: String) {
    let line = DisplaySafe.line(text)
    #expect(!HostileText.steers(line) && !line.contains("\n"))
    #expect(!HostileText.steers(DisplaySafe.lines(text)))
  }

  @Test(arguments: HostileText.all)
  func `JSON keeps its meaning to the letter`(text: String) throws {
    let json = String(decoding: try JSONEncoder().encode([text]), as: UTF8.self)
    let inert = DisplaySafe.json(json)
    #expect(!HostileText.steers(inert))
    #expect(
      try JSONDecoder().decode([String].self, from: Data(inert.utf8))[0].unicodeScalars.elementsEqual(
        text.unicodeScalars))
  }

  @Test(arguments: ["Ágætis byrjun", "ゴールデン・ベスト", "بوم", "👩‍👩‍👧", "נֹעַם", "\u{1F3F4}\u{200D}\u{2620}\u{FE0F}"])
  func `what people write stays as it is`(text: String) {
    #expect(DisplaySafe.line(text) == text && DisplaySafe.lines(text) == text && DisplaySafe.json(text) == text)
  }

  @Test func `an escape shows what was there`() {
    #expect(DisplaySafe.lines("a\u{1B}[31m\nb\u{202E}") == "a\\u{1b}[31m\nb\\u{202e}")
    #expect(DisplaySafe.line("a\nb\u{9B}") == "a\u{FFFD}b\u{FFFD}")
  }

  @Test(arguments: HostileText.all)
  func `every field of an answer comes back clean, or the answer is refused`(text: String) throws {
    func quoted(_ value: [String: Any]) throws -> String {
      String(decoding: try JSONSerialization.data(withJSONObject: value), as: UTF8.self)
    }
    let reading = try? AnswerReader.coverReading(
      from: quoted([
        "outcome": "identified", "reason": NSNull(), "artistName": text, "albumTitle": text, "releaseYear": text,
        "genres": [text], "recordLabel": text, "extractedText": text, "textConfidence": "high",
        "albumDescription": text,
      ]))
    let finding = try? AnswerReader.searchAnswer(
      from: quoted([
        "success": true, "artistName": text, "albumTitle": text, "releaseYear": text, "genres": [text],
        "recordLabel": text, "reason": text,
      ]))
    let names = [
      reading?.artistName, reading?.albumTitle, reading?.recordLabel, reading?.genres.first, finding?.find?.artistName,
      finding?.find?.albumTitle, finding?.reason, finding?.find?.genres.first,
    ]
    for name in names.compactMap(\.self) {
      #expect(!HostileText.steers(name) && !name.contains("\n") && name.count <= 600)
    }
    for lines in [reading?.extractedText, reading?.albumDescription].compactMap(\.self) {
      #expect(!HostileText.steers(lines) && lines.count <= 4000)
    }
    for answer in [text, "{\(text)}", "{\"a\":\"\(text)\"}"] {
      _ = try? AnswerReader.review(from: answer)
      _ = try? AnswerReader.singleCall(from: answer)
    }
  }
}
