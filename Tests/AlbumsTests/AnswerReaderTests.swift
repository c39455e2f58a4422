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
    let cover = try AnswerReader.coverReading(from: good)
    #expect(
      cover
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
    #expect(try AnswerReader.searchAnswer(from: text).find?.artistName == "Can")
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
    #expect(AnswerObject.withoutCitations(text) == plain)
  }

  @Test(arguments: [
    ("", "no JSON object"), ("I'm sorry, I can't.", "no JSON object"), ("[1,2]", "no JSON object"),
    ("{\"outcome\":", "broken or cut off"), ("<think>{\"a\":1}", "no JSON object"),
    ("{}", "\"outcome\" must be one of"),
    (String(repeating: "{", count: 50_000), "broken or cut off"),
    (String(repeating: "{\"a\":", count: 5_000) + "1" + String(repeating: "}", count: 5_000), "broken or cut off"),
    (String(repeating: "x", count: 500_000), "too long"),
  ])
  func `what is no answer is refused with its reason`(text: String, words: String) {
    #expect {
      try AnswerReader.coverReading(from: text)
    } throws: { "\($0)".contains(words) }
  }

  @Test func `a key that is left out is unknown, but for those that decide`() throws {
    for key in [
      "reason", "releaseYear", "genres", "recordLabel", "extractedText", "textConfidence", "albumDescription",
    ] {
      #expect(try AnswerReader.coverReading(from: edited("\"\(key)\":", "\"_\":")).albumTitle == "OK Computer")
    }
    let search = edited("\"identified\"", "\"search_needed\"")
    for (text, key) in [
      (good, "outcome"), (good, "albumTitle"), (search, "extractedText"),
      (search, "textConfidence"),
    ] {
      #expect {
        try AnswerReader.coverReading(from: text.replacingOccurrences(of: "\"\(key)\":", with: "\"_\":"))
      } throws: { "\($0)".contains("\"\(key)\"") }
    }
    for key in ["extractedText", "textConfidence"] {
      let text = #"{"extractedText":"CAN","textConfidence":"medium"}"#.replacingOccurrences(of: key, with: "_")
      #expect { try AnswerReader.extraction(from: text) } throws: { "\($0)".contains(key) }
    }
    for key in ["artist_name", "album_title"] {
      let text = #"{"album_title":"Tago Mago","artist_name":"Can"}"#.replacingOccurrences(of: key, with: "_")
      #expect { try AnswerReader.singleCall(from: text) } throws: { "\($0)".contains(key) }
    }
  }

  @Test(arguments: [
    ("\"artistName\"", "\"artist_name\""), ("\"artistName\"", "\"ArtistName\""), ("\"artistName\"", "\"ARTIST-NAME\""),
    ("{\"outcome\"", "{\"extra\":{\"a\":[1]},\"outcome\""), ("[\"alternative rock\"]", "\"alternative rock\""),
    ("[\"alternative rock\"]", "[\"alternative rock\",null,\" \"]"),
  ])
  func `a slip of the form is read as it is meant`(from: String, to: String) throws {
    #expect(try AnswerReader.coverReading(from: edited(from, to)) == AnswerReader.coverReading(from: good))
    #expect(try AnswerReader.coverReading(from: "{\"cover_reading\":\(edited(from, to))}").albumTitle == "OK Computer")
  }

  @Test func `a number is read as its digits`() throws {
    #expect(try AnswerReader.coverReading(from: edited("\"Radiohead\"", "311")).artistName == "311")
    #expect(try AnswerReader.coverReading(from: edited("\"OK Computer\"", "25.5")).albumTitle == "25.5")
  }

  @Test(arguments: [
    ("\"artistName\":\"Radiohead\"", "\"artistName\":[]", "artistName"), ("\"identified\"", "\"sure\"", "outcome"),
    ("\"identified\"", "null", "outcome"), ("\"high\"", "\"very\"", "textConfidence"),
    ("\"reason\":null", "\"reason\":\"blurry\"", "reason"), ("[\"alternative rock\"]", "{}", "genres"),
    ("[\"alternative rock\"]", "[true]", "genres"), ("\"1997\"", "true", "releaseYear"),
    ("\"1997\"", "[]", "releaseYear"),
    ("\"OK Computer\"", "null", "needs \"albumTitle\""), ("\"OK Computer\"", "\"  \"", "needs \"albumTitle\""),
    ("\"OK Computer\"", "\"Unknown Album\"", "needs \"albumTitle\""),
    ("\"OK Computer\"", "\"\\u202e\"", "needs \"albumTitle\""),
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
    let cover = try AnswerReader.coverReading(from: text)
    #expect(cover.outcome == .searchNeeded && cover.textConfidence == .high && cover.genres == [])
  }

  @Test func `names come back clean and bounded`() throws {
    let text = edited("\"Radiohead\"", "\" Radio\\u202ehead\\n\\u0007\(String(repeating: "x", count: 900)) \"")
    let cover = try AnswerReader.coverReading(from: text)
    #expect(cover.artistName?.hasPrefix("Radiohead x") == true)
    #expect(cover.artistName?.count == 300)
  }

  @Test(arguments: ["null", "\"Unknown Artist\"", "\"\""])
  func `an album whose sleeve names no artist is identified by its title`(artist: String) throws {
    let cover = try AnswerReader.coverReading(from: edited("\"Radiohead\"", artist))
    #expect(cover.outcome == .identified && cover.artistName == nil && cover.albumTitle == "OK Computer")
  }

  @Test(arguments: ["Various", "V.A.", "VA", "V/A", "Various Artist(s)", "Diverse Interpreten", "VV.AA.", "Vvaa"])
  func `the artists of a compilation have one name`(artist: String) throws {
    let cover = try AnswerReader.coverReading(from: edited("\"Radiohead\"", "\"\(artist)\""))
    #expect(cover.artistName == "Various Artists")
  }

  @Test func `the answer of a search is read`() throws {
    let text = #"""
      {"success":true,"artistName":"Can","albumTitle":"Tago Mago","releaseYear":1971,"genres":[],\#
      "recordLabel":null,"reason":"The text fits."}
      """#
    let finding = try AnswerReader.searchAnswer(from: text)
    #expect(finding.find?.releaseYear == "1971" && finding.reason == "The text fits.")
    let ofMany = try AnswerReader.searchAnswer(from: text.replacingOccurrences(of: "\"Can\"", with: "null"))
    #expect(ofMany.find?.artistName == "Various Artists")
    #expect {
      try AnswerReader.searchAnswer(from: text.replacingOccurrences(of: "\"Tago Mago\"", with: "null"))
    } throws: { "\($0)".contains("needs \"albumTitle\"") }
    #expect {
      try AnswerReader.searchAnswer(from: text.replacingOccurrences(of: "true", with: "\"yes\""))
    } throws: { "\($0)".contains("true or false") }
  }

  @Test func `an extraction names nobody`() throws {
    let cover = try AnswerReader.extraction(
      from: #"{"extractedText":"CAN","albumDescription":"A head.","textConfidence":"medium"}"#)
    #expect(cover.outcome == .searchNeeded && cover.artistName == nil && cover.extractedText == "CAN")
  }

  @Test func `a single call brings album and review, or neither`() throws {
    let text = #"""
      {"album_title":"Tago Mago","artist_name":"Can","release_year":"1971","genres":["krautrock"],\#
      "record_label":null,"context_summary":"One. Two.","context_bullets":["a","b","c"],"rating":"9.1",\#
      "recommendation":"essential","key_tracks":["Paperhouse","Mushroom","Halleluhwah"],\#
      "influences":["Stockhausen"],"influenced":["The Fall"]}
      """#
    let (find, draft) = try AnswerReader.singleCall(from: text)
    #expect(find?.means == .singleCall && find?.releaseYear == "1971")
    let review = try ReviewCheck(artistName: "Can", albumTitle: "Tago Mago").review(from: try #require(draft))
    #expect(review.rating == 9.1 && review.recommendation == .essential && review.label == .essentialClassic)
    let ofMany = try AnswerReader.singleCall(from: text.replacingOccurrences(of: "\"Can\"", with: "null"))
    #expect(ofMany.find?.artistName == "Various Artists" && ofMany.review != nil)
    let none = text.replacingOccurrences(of: "\"Tago Mago\"", with: "null")
    #expect(try AnswerReader.singleCall(from: none) == (nil, nil))
    // The album isn't asked for again because its review can't be read.
    for (from, to) in [("\"9.1\"", "\"good\""), ("[\"a\",\"b\",\"c\"]", "[{}]"), ("\"essential\"", "[]")] {
      let (find, draft) = try AnswerReader.singleCall(from: text.replacingOccurrences(of: from, with: to))
      #expect(find?.artistName == "Can" && draft == nil)
    }
  }

  private let review = #"""
    {"contextSummary":"One. Two.","contextBullets":["a","b","c"],"rating":8.25,\#
    "recommendation":"RECOMMENDED","label":"Critics’ Choice","keyTracks":["x","y","z"],\#
    "sources":[{"title":"T","url":"https://example.org/"}]}
    """#

  @Test(arguments: [
    (#""rating":8.25"#, #""rating":"8.25""#), (#""rating":8.25"#, #""rating":"8,25/10""#),
    ("contextSummary", "context_summary"),
    ("keyTracks", "KeyTracks"), (#""rating""#, #""thoughts":"hm","rating""#),
    ("[\"a\",\"b\",\"c\"]", "[\"a\",null,\"b\",\"\",\"c\"]"),
    ("\"url\"", "\"URL\""), ("\"sources\":[{", "\"sources\":[7,{\"title\":\"no address\"},{"),
    ("[{\"title\":\"T\",\"url\":\"https://example.org/\"}]", "{\"title\":\"T\",\"url\":\"https://example.org/\"}"),
  ])
  func `a review is read whatever slips are in its form`(from: String, to: String) throws {
    let (draft, problems) = try AnswerReader.review(from: review.replacingOccurrences(of: from, with: to))
    #expect(try AnswerReader.review(from: review).draft == draft)
    #expect(problems == [] && draft.rating == 8.25 && draft.label == "Critics’ Choice")
    #expect(draft.sources == [Source(title: "T", url: "https://example.org/")])
  }

  @Test func `what a review lacks is empty, and what can't be read in it is said`() throws {
    let (empty, none) = try AnswerReader.review(from: "{}")
    #expect(none == [] && empty.rating.isNaN && empty.keyTracks == [] && empty.sources == [])
    let (draft, _) = try AnswerReader.review(
      from: #"{"contextSummary":"One.","contextBullets":"a","keyTracks":[1999,"b"],"sources":"https://example.org/a"}"#)
    #expect(draft.contextBullets == ["a"] && draft.keyTracks == ["1999", "b"])
    #expect(draft.sources == [Source(title: "https://example.org/a", url: "https://example.org/a")])
    let (rest, problems) = try AnswerReader.review(
      from: #"{"contextSummary":{"text":"One."},"contextBullets":["a",{"point":"b"}],"keyTracks":null}"#)
    #expect(rest.contextSummary == "" && rest.contextBullets == ["a"])
    #expect(problems.count == 2 && problems.allSatisfy { $0.hasSuffix("must be text, not an object.") })
  }

  @Test(arguments: [
    AnswerSchema.coverReading, .searchAnswer, .extraction, .review, .singleCall,
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
