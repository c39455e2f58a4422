/// What a person says of an album: the lists that it is on, and a rating.
package struct AlbumMarks: Equatable, Sendable {
  /// `owned`, `wanted`, `heard`, then the others, the oldest first.
  package var lists: [AlbumList]
  /// From 0 to 10.
  package var rating: Double?

  package init(lists: [AlbumList] = [], rating: Double? = nil) {
    let usual = ListName.usual.map(\.text)
    let place = { (list: AlbumList) in usual.firstIndex(of: list.name) ?? usual.count }
    self.lists = lists.sorted { (place($0), $0.since, $0.name) < (place($1), $1.since, $1.name) }
    self.rating = rating
  }
}

extension AlbumDocument {
  /// What the user says of its album, as of now.
  package mutating func take(_ marks: AlbumMarks) {
    lists = marks.lists
    owned = marks.lists.contains { $0.name == ListName.owned.text }
    yourRating = marks.rating
  }

  /// For people, a line each.
  /// - Parameter day: how a date is written there.
  package func markWords(day: (_ rfc3339: String) -> String) -> [String] {
    lists.map { $0.words(day: day) } + [yourRating.map { "Your rating: \(Self.rounded($0))" }].compactMap(\.self)
  }

  /// The lists in a few words each.
  package var listWords: [String] { lists.map { $0.brief(scannedAt: scannedAt) } }

  /// With at most one decimal.
  private static func rounded(_ rating: Double) -> String {
    let tenths = Int((rating * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }
}
