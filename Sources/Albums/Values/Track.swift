/// A track of an album, as pages and `album.json` list it.
package struct Track: Codable, Equatable, Sendable {
  /// The disc that it is on, from 1.
  package var disc: Int
  /// On that disc, from 1.
  package var position: Int
  /// As the disc counts: `A1` on a record's first side, `1` on a CD.
  package var number: String
  package var title: String
  @Nullable package var seconds: Int?

  package init(disc: Int = 1, position: Int, number: String? = nil, title: String, seconds: Int? = nil) {
    self.disc = disc
    self.position = position
    self.number = number ?? "\(position)"
    self.title = title
    _seconds = Nullable(wrappedValue: seconds)
  }

  /// For people, `4:44` or `1:01:40`; nil where it isn't known.
  package var length: String? {
    guard let seconds, seconds > 0 else { return nil }
    let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    return hours > 0 ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
  }

  /// `A` of `A1`; nil where the disc has no sides.
  package var side: Substring? {
    let letters = number.prefix { $0.isASCII && $0.isLetter }
    return letters.isEmpty || number.count > 4 ? nil : letters
  }
}

extension Track {
  /// Of longer ones only a part could be kept, which nothing can be checked against.
  private static let most = 500

  /// The tracks of a release as the catalog has them; empty where it has none.
  static func all(of release: CatalogRelease?) -> [Track] {
    guard let tracks = release?.tracks, tracks.count <= most else { return [] }
    return tracks.compactMap { track in
      guard let title = Cleaned.text(track.title, limit: 200) else { return nil }
      return Track(
        disc: track.medium, position: track.position, number: Cleaned.text(track.number, limit: 12), title: title,
        seconds: track.seconds)
    }
  }
}
