/// A list that an album is on.
package struct AlbumList: Codable, Equatable, Hashable, Sendable {
  package let name: String
  /// RFC 3339, UTC.
  package let since: String

  package init(name: String, since: String) {
    self.name = name
    self.since = since
  }

  /// For people: `You own it, since 2 May 2026`, `Wanted: on your list since 2 May 2026`.
  /// - Parameter day: how a date is written there.
  package func words(day: (_ rfc3339: String) -> String) -> String {
    switch name {
    case ListName.owned.text: "You own it, since \(day(since))"
    case ListName.wanted.text: "Wanted: on your list since \(day(since))"
    case ListName.heard.text: "Heard: on your list since \(day(since))"
    default: "On your list “\(name)” since \(day(since))"
    }
  }

  /// The same in a few words: `you own it`, `wanted since 2026-05-02`.
  /// - Parameter scannedAt: when the album was scanned: a list on which it came that day needs no date.
  package func brief(scannedAt: String) -> String {
    if name == ListName.owned.text { return "you own it" }
    let words = ListName.usual.contains { $0.text == name } ? name : "on your list “\(name)”"
    return since.prefix(10) < scannedAt.prefix(10) ? "\(words) since \(since.prefix(10))" : words
  }
}
