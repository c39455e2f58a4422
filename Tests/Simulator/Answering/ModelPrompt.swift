import Foundation

/// What a model was asked, whatever the provider's way of writing it.
struct ModelPrompt: Sendable {
  var model: String
  /// The system prompt.
  var instructions = ""
  /// What users and assistants said, in order.
  var turns: [Turn] = []
  var pictures: [Picture] = []
  /// The schema that the answer must have.
  var schema: JSON?
  /// How many searches of the web are allowed; 0 without a search tool.
  var searches = 0
  var maxOutputTokens: Int

  struct Turn: Equatable, Sendable {
    var role: String
    var text: String
  }

  struct Picture: Sendable {
    var bytes: [UInt8]
    var width: Int
    var height: Int
  }

  /// What users said: the material, and the instructions where a client has no system prompt.
  var material: String { turns.filter { $0.role != "assistant" }.map(\.text).joined(separator: "\n") }

  var allText: String { instructions + "\n" + turns.map(\.text).joined(separator: "\n") }

  /// The questions that AlbumScan has.
  enum Kind: String, Sendable {
    /// Call 1: which album is on this picture?
    case reading
    /// Call 2 and phase 1B: which album is meant by this text?
    case search
    /// Phase 1A: what is to be read and seen on this picture?
    case extraction
    case review
    /// The single call: which album, and is it any good?
    case everything
  }

  /// Told by the schema's properties; without a schema by the names of properties in the prompt.
  var kind: Kind? {
    let names: (String) -> Bool
    if let properties = schema?["properties"]?.members {
      let known = Set(properties.map(\.name))
      names = { known.contains($0) }
    } else {
      let text = allText
      names = { text.contains($0) }
    }
    if names("context_summary") && names("album_title") { return .everything }
    if names("contextSummary") { return .review }
    if names("outcome") && (schema != nil || names("search_needed")) { return .reading }
    if names("success") && names("albumTitle") { return .search }
    if names("extractedText") && names("albumDescription") { return .extraction }
    return nil
  }
}
