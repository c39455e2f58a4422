import Foundation
import Testing

@testable import Albums

@Suite struct AnswerReaderTests {
  private let good = """
    {"outcome":"identified","reason":null,"artistName":"Radiohead","albumTitle":"OK Computer","releaseYear":"1997",\
    "genres":["alternative rock"],"recordLabel":"Parlophone","extractedText":"RADIOHEAD\\nOK COMPUTER",\
    "textConfidence":"high","albumDescription":"A {motorway}, \\"pale\\"."}
    """

  private func edited(_ from: String, _ to: String) -> String {
    #expect(good.contains(from))
    return good.replacingOccurrences(of: from, with: to)
  }

  @Test func `a plain answer is read whole`() throws {
    let reading = try AnswerReader.coverReading(from: good)
    #expect(
      reading
        == CoverReading(
          outcome: .identified, artistName: "Radiohead", albumTitle: "OK Computer", releaseYear: "1997",
          genres: ["alternative rock"], recordLabel: "Parlophone", extractedText: "RADIOHEAD\nOK COMPUTER",
          textConfidence: .high, albumDescription: "A {motorway}, \"pale\"."))
  }

  @Test(arguments: [
    "Here it is:\n\n%\n\nHope that helps!", "```json\n%\n```", "```\n%\n```",
    "<think>{\"outcome\":\"no\"} hm {</think>\n%",
    "so {\"a\":1}, I think</think>%",
    "<thinking>unsure</thinking>%<think>done</think>".replacingOccurrences(of: "<think>done</think>", with: ""),
    "The {cover} shows: %", "% {\"outcome\":\"other\"}", "{not json} %", "\u{feff}%", "{{{ %", "} %",
  ])
  func `an answer is found in whatever stands around it`(wrapping: String) throws {
    let text = wrapping.replacingOccurrences(of: "%", with: good)
    #expect(try AnswerReader.coverReading(from: text).albumTitle == "OK Computer")
  }

  @Test(arguments: [
    // A page that gives orders, quoted before the answer; a second thought; a list of pages behind it.
    #"The page says {"success":true,"artistName":"Evil","albumTitle":"Evil"} but no. %"#,
    #"{"success":true,"artistName":"Evil","albumTitle":"Evil","releaseYear":null,"genres":[],"recordLabel":null,"#
      + #""reason":null} Wait, that is a tribute. %"#,
    #"% Sources: {"url":"https://example.org"} {}"#,
  ])
  func `of several objects the answer is the last that is shaped like one`(wrapping: String) throws {
    let answer =
      #"{"success":true,"artistName":"Can","albumTitle":"Tago Mago","releaseYear":null,"genres":[],"#
      + #""recordLabel":null,"reason":null}"#
    let text = wrapping.replacingOccurrences(of: "%", with: answer)
    #expect(try AnswerReader.searchFinding(from: text).artistName == "Can")
  }

  @Test(arguments: [
    ("\"Radiohead\"", "\"Radio\nhead\"", "Radio head"), ("\"Radiohead\"", "\"Radiohead\u{1}\"", "Radiohead"),
    ("\"Radiohead\"", "\"Radiohead\\ud83d\"", "Radiohead"), ("\"Radiohead\"", "\"\\udc00Radiohead\"", "Radiohead"),
    ("\"Radiohead\"", "\"Radiohead \\ud83d\\ude00\"", "Radiohead 😀"),
    ("[\"alternative rock\"]", "[\"rock\", ]", "Radiohead"),
    ("\\\"pale\\\".\"}", "\\\"pale\\\".\",\n }", "Radiohead"),
  ])
  func `slips of models are mended`(from: String, to: String, artist: String) throws {
    #expect(try AnswerReader.coverReading(from: edited(from, to)).artistName == artist)
  }

  @Test(arguments: [
    ("TV ([en.example.org](https://en.example.org/a_(b)?utm_source=x))", "TV"),
    ("TV on the Radio ([example.org](https://example.org/tv?utm_source=x))", "TV on the Radio"),
    ("It is [loud](https://example.org/loud) and [slow]", "It is loud and [slow]"),
    ("<cite index=\"0-1\">Seeds</cite>", "Seeds"), ("Seeds【3†source】", "Seeds"), ("【Seeds】", "【Seeds】"),
    ("a < b [sic] (c)", "a < b [sic] (c)"), ("[x](http://[y](http://z)", "[x](http://y"),
    ("[untitled]", "[untitled]"), ("[a](javascript:alert(1))", "[a](javascript:alert(1))"),
  ])
  func `marks of citations are no part of a name`(text: String, plain: String) {
    #expect(CitationMarks.removed(from: text) == plain)
  }

  @Test(arguments: [
    ("", "no JSON object"), ("I'm sorry, I can't.", "no JSON object"), ("[1,2]", "no JSON object"),
    ("{\"outcome\":", "broken or cut off"), ("<think>{\"a\":1}", "no JSON object"), ("{}", "\"outcome\" is missing"),
    (String(repeating: "{", count: 50_000), "broken or cut off"),
    (String(repeating: "{\"a\":", count: 5_000) + "1" + String(repeating: "}", count: 5_000), "broken or cut off"),
    (String(repeating: "x", count: 500_000), "too long"),
  ])
  func `what is no answer is refused with its reason`(text: String, words: String) {
    #expect {
      try AnswerReader.coverReading(from: text)
    } throws: { "\($0)".contains(words) }
  }

  @Test(arguments: [
    "outcome", "reason", "artistName", "albumTitle", "releaseYear", "genres", "recordLabel", "extractedText",
    "textConfidence", "albumDescription",
  ])
  func `every key must be there`(key: String) {
    let text = edited("\"\(key)\":", "\"_\(key)\":")
    #expect {
      try AnswerReader.coverReading(from: text)
    } throws: { "\($0)".contains("\"\(key)\" is missing") }
  }

  @Test(arguments: [
    ("\"artistName\":\"Radiohead\"", "\"artistName\":7", "artistName"), ("\"identified\"", "\"sure\"", "outcome"),
    ("\"identified\"", "null", "outcome"), ("\"high\"", "\"very\"", "textConfidence"),
    ("\"reason\":null", "\"reason\":\"blurry\"", "reason"), ("[\"alternative rock\"]", "\"rock\"", "genres"),
    ("[\"alternative rock\"]", "[1]", "genres"), ("\"1997\"", "true", "releaseYear"), ("\"1997\"", "[]", "releaseYear"),
    ("\"Radiohead\"", "null", "needs both"), ("\"OK Computer\"", "\"  \"", "needs both"),
    ("\"Radiohead\"", "\"Unknown Artist\"", "needs both"), ("\"Radiohead\"", "\"\\u202e\"", "needs both"),
  ])
  func `a wrong type or word is refused by name`(from: String, to: String, words: String) {
    let text = edited(from, to)
    #expect {
      try AnswerReader.coverReading(from: text)
    } throws: { "\($0)".contains(words) }
  }

  @Test(
    arguments: [
      ("1997", "1997"), ("\"1997-05-21\"", "1997"), ("\"c. 1997\"", "1997"), ("1997.0", "1997"), ("null", nil),
      ("\"\"", nil),
      ("\"unknown\"", nil), ("97", nil), ("1997.5", nil), ("19971", nil), ("\"19971\"", nil), ("\"0000\"", nil),
      ("3000", nil),
    ] as [(String, String?)])
  func `a year becomes four digits or nothing`(json: String, year: String?) throws {
    #expect(try AnswerReader.coverReading(from: edited("\"1997\"", json)).releaseYear == year)
  }

  @Test func `words are read whatever their case, and null genres are none`() throws {
    let text = edited("\"identified\"", "\"Search_Needed\"").replacingOccurrences(of: "\"high\"", with: "\"HIGH\"")
      .replacingOccurrences(of: "[\"alternative rock\"]", with: "null")
    let reading = try AnswerReader.coverReading(from: text)
    #expect(reading.outcome == .searchNeeded && reading.textConfidence == .high && reading.genres == [])
  }

  @Test func `names come back clean and bounded`() throws {
    let text = edited("\"Radiohead\"", "\" Radio\\u202ehead\\n\\u0007\(String(repeating: "x", count: 900)) \"")
    let reading = try AnswerReader.coverReading(from: text)
    #expect(reading.artistName?.hasPrefix("Radiohead x") == true)
    #expect(reading.artistName?.count == 300)
  }

  @Test func `the answer of a search is read`() throws {
    let text = #"""
      {"success":true,"artistName":"Can","albumTitle":"Tago Mago","releaseYear":1971,"genres":[],\#
      "recordLabel":null,"reason":"The text fits."}
      """#
    let finding = try AnswerReader.searchFinding(from: text)
    #expect(finding.releaseYear == "1971" && finding.success && finding.reason == "The text fits.")
    #expect {
      try AnswerReader.searchFinding(from: text.replacingOccurrences(of: "\"Can\"", with: "null"))
    } throws: { "\($0)".contains("needs both") }
    #expect {
      try AnswerReader.searchFinding(from: text.replacingOccurrences(of: "true", with: "\"yes\""))
    } throws: { "\($0)".contains("true or false") }
  }

  @Test func `an extraction names nobody`() throws {
    let reading = try AnswerReader.extraction(
      from: #"{"extractedText":"CAN","albumDescription":"A head.","textConfidence":"medium"}"#)
    #expect(reading.outcome == .searchNeeded && reading.artistName == nil && reading.extractedText == "CAN")
  }

  @Test func `a single call brings album and review, or neither`() throws {
    let text = #"""
      {"album_title":"Tago Mago","artist_name":"Can","release_year":"1971","genres":["krautrock"],\#
      "record_label":null,"context_summary":"One. Two.","context_bullets":["a","b","c"],"rating":"9.1",\#
      "recommendation":"essential","key_tracks":["Paperhouse","Mushroom","Halleluhwah"]}
      """#
    let (find, draft) = try AnswerReader.singleCall(from: text)
    #expect(find?.means == .singleCall && find?.releaseYear == "1971")
    #expect(try ReviewCheck(artistName: "Can", albumTitle: "Tago Mago").review(from: draft).rating == 9.1)
    let none = text.replacingOccurrences(of: "\"Can\"", with: "null").replacingOccurrences(of: "\"9.1\"", with: "null")
    #expect(try AnswerReader.singleCall(from: none).find == nil)
  }

  @Test func `a review is read, its rating from a number or from text`() throws {
    let text = #"""
      {"contextSummary":"One. Two.","contextBullets":["a","b","c"],"rating":8.25,\#
      "recommendation":"RECOMMENDED","label":"Critics’ Choice","keyTracks":["x","y","z"],\#
      "sources":[{"title":"T","url":"https://example.org/"}]}
      """#
    #expect(try AnswerReader.review(from: text).rating == 8.25)
    #expect(try AnswerReader.review(from: text.replacingOccurrences(of: "8.25", with: "\"8.5\"")).rating == 8.5)
    for (from, to, words) in [
      ("8.25", "\"good\"", "rating"), ("8.25", "null", "rating"), ("\"sources\"", "\"links\"", "sources"),
      ("{\"title\":\"T\",", "{", "title"), ("[\"x\",\"y\",\"z\"]", "{}", "keyTracks"),
      ("\"Critics’ Choice\"", "null", "label"),
    ] {
      #expect {
        try AnswerReader.review(from: text.replacingOccurrences(of: from, with: to))
      } throws: { "\($0)".contains(words) }
    }
  }

  @Test(arguments: [
    AnswerSchema.coverReading, .searchFinding, .extraction, .review, .singleCall,
  ])
  func `a schema is one that strict providers take`(schema: AnswerSchema) throws {
    let object = try #require(try JSONSerialization.jsonObject(with: Data(schema.json.utf8)) as? [String: Any])
    let properties = try #require(object["properties"] as? [String: Any])
    #expect(Set(object["required"] as? [String] ?? []) == Set(properties.keys))
    #expect(object["additionalProperties"] as? Bool == false)
    #expect(!schema.json.contains("\n") && !schema.json.contains("minimum") && !schema.json.contains("maxItems"))
    #expect(schema.name.count <= 64 && schema.name.allSatisfy { $0.isLetter || $0 == "_" })
  }

  @Test func `the schema of a review knows all labels and recommendations`() {
    for label in ReviewLabel.allCases { #expect(AnswerSchema.review.json.contains("\"\(label.rawValue)\"")) }
    for word in Recommendation.allCases { #expect(AnswerSchema.review.json.contains("\"\(word.rawValue)\"")) }
  }
}
