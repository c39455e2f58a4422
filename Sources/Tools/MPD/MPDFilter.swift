/// A filter for songs, in the syntax of MPD's `find` (protocol documentation, "Filters").
///
/// MPD compares bytes, so use exactly the text that it returned. `AlbumArtist` falls back to `Artist` for songs without
/// one.
package struct MPDFilter: Equatable, Sendable {
  /// With its parentheses; still to be quoted as an argument.
  let expression: String

  private init(_ expression: String) { self.expression = expression }

  /// - Parameter tag: MPD's name of it. An empty value finds songs without the tag.
  package static func tag(_ tag: MPDTag, is value: String) -> MPDFilter {
    MPDFilter("(\(tag.rawValue) == \"\(quoted(value))\")")
  }

  package static func file(_ uri: String) -> MPDFilter { MPDFilter("(file == \"\(quoted(uri))\")") }

  /// All below a folder of MPD's database.
  package static func folder(_ path: String) -> MPDFilter { MPDFilter("(base \"\(quoted(path))\")") }

  package static func all(_ filters: [MPDFilter]) -> MPDFilter {
    filters.count == 1 ? filters[0] : MPDFilter("(\(filters.map(\.expression).joined(separator: " AND ")))")
  }

  private static func quoted(_ value: String) -> String { MPDCommand.escaped(value, "\\\"'") }
}
