import FoundationEssentials

/// The JSON schemas of the answers. They stay the same byte for byte, since providers cache compiled schemas. Every
/// property is required, unknown values are null, and ranges are left out: `AnswerReader` and `ReviewCheck` check
/// those.
extension AnswerSchema {
  /// The names of the properties at the top.
  var keys: [String] { JSONParser.whole(Data(json.utf8))?["properties"]?.members?.map(\.key) ?? [] }

  /// Call 1.
  package static let coverReading = AnswerSchema(
    name: "cover_reading",
    json: """
      {"type":"object","additionalProperties":false,\
      "required":["outcome","reason","artistName","albumTitle","releaseYear","genres","recordLabel","extractedText",\
      "textConfidence","albumDescription"],\
      "properties":{\
      "outcome":{"type":"string","enum":["identified","search_needed","not_identifiable"]},\
      "reason":{"type":["string","null"],\
      "enum":["not_an_album_cover","back_cover","several_covers","unreadable",null]},\
      "artistName":{"type":["string","null"]},\
      "albumTitle":{"type":["string","null"]},\
      "releaseYear":{"type":["string","null"]},\
      "genres":{"type":"array","items":{"type":"string"}},\
      "recordLabel":{"type":["string","null"]},\
      "extractedText":{"type":["string","null"]},\
      "textConfidence":{"type":["string","null"],"enum":["high","medium","low",null]},\
      "albumDescription":{"type":["string","null"]}}}
      """)

  /// Call 2 and phase 1B.
  package static let searchAnswer = AnswerSchema(
    name: "search_finding",
    json: """
      {"type":"object","additionalProperties":false,\
      "required":["success","artistName","albumTitle","releaseYear","genres","recordLabel","reason"],\
      "properties":{\
      "success":{"type":"boolean"},\
      "artistName":{"type":["string","null"]},\
      "albumTitle":{"type":["string","null"]},\
      "releaseYear":{"type":["string","null"]},\
      "genres":{"type":"array","items":{"type":"string"}},\
      "recordLabel":{"type":["string","null"]},\
      "reason":{"type":["string","null"]}}}
      """)

  /// Phase 1A.
  package static let extraction = AnswerSchema(
    name: "cover_extraction",
    json: """
      {"type":"object","additionalProperties":false,\
      "required":["extractedText","albumDescription","textConfidence"],\
      "properties":{\
      "extractedText":{"type":["string","null"]},\
      "albumDescription":{"type":["string","null"]},\
      "textConfidence":{"type":["string","null"],"enum":["high","medium","low",null]}}}
      """)

  /// The review.
  package static let review = AnswerSchema(
    name: "album_review",
    json: """
      {"type":"object","additionalProperties":false,\
      "required":["contextSummary","contextBullets","rating","recommendation","label","keyTracks","forFansOf",\
      "influences","influenced","sources"],\
      "properties":{\
      "contextSummary":{"type":"string"},\
      "contextBullets":{"type":"array","items":{"type":"string"}},\
      "rating":{"type":"number"},\
      "recommendation":{"type":"string","enum":["ESSENTIAL","RECOMMENDED","SKIP","AVOID"]},\
      "label":{"type":"string","enum":["Essential Classic","Genre Landmark","Cultural Monument","Indie Masterpiece",\
      "Cult Essential","Critics' Choice","Crowd Favorite","Radio Gold","Crossover Success","Deep Cut",\
      "Surprise Excellence","Scene Favorite","Time Capsule","Influential Curio","Pioneering Effort","Reliable Listen",\
      "Fan Essential","Genre Staple","Ambitious Failure","Divisive Work","Uneven Effort","Forgettable Entry",\
      "Career Low","Avoid Entirely"]},\
      "keyTracks":{"type":"array","items":{"type":"string"}},\
      "forFansOf":{"type":"array","items":{"type":"string"}},\
      "influences":{"type":"array","items":{"type":"string"}},\
      "influenced":{"type":"array","items":{"type":"string"}},\
      "sources":{"type":"array","items":{"type":"object","additionalProperties":false,"required":["title","url"],\
      "properties":{"title":{"type":"string"},"url":{"type":"string"}}}}}}
      """)

  /// The single call.
  package static let singleCall = AnswerSchema(
    name: "album_scan",
    json: """
      {"type":"object","additionalProperties":false,\
      "required":["album_title","artist_name","release_year","genres","record_label","context_summary",\
      "context_bullets","rating","recommendation","key_tracks","influences","influenced"],\
      "properties":{\
      "album_title":{"type":["string","null"]},\
      "artist_name":{"type":["string","null"]},\
      "release_year":{"type":["string","null"]},\
      "genres":{"type":"array","items":{"type":"string"}},\
      "record_label":{"type":["string","null"]},\
      "context_summary":{"type":["string","null"]},\
      "context_bullets":{"type":"array","items":{"type":"string"}},\
      "rating":{"type":["number","null"]},\
      "recommendation":{"type":["string","null"],"enum":["ESSENTIAL","RECOMMENDED","SKIP","AVOID",null]},\
      "key_tracks":{"type":"array","items":{"type":"string"}},\
      "influences":{"type":"array","items":{"type":"string"}},\
      "influenced":{"type":"array","items":{"type":"string"}}}}
      """)
}
