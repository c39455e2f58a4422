/// A scanned album in the music library.
package struct LibraryStatus: Codable, Equatable, Sendable {
  /// That can be played; at least one.
  package let tracks: Int
  /// Null where nothing is known to be missing.
  @Nullable package var missing: MissingTracks?

  package init(tracks: Int, missing: MissingTracks? = nil) {
    self.tracks = tracks
    _missing = Nullable(missing)
  }

  /// For people: `11 tracks`, `10 of 12 tracks`, `9 tracks, at least 2 tracks missing`.
  package var words: String {
    let own = tracks == 1 ? "1 track" : "\(tracks) tracks"
    guard let missing else { return own }
    return missing.expected == nil ? "\(own), \(missing.words)" : missing.words
  }
}

/// The tracks that an album in the library lacks.
package struct MissingTracks: Codable, Equatable, Sendable {
  package let count: Int
  /// The gaps in the numbers show no more: the album may have further tracks behind its last.
  package let isAtLeast: Bool
  /// How many tracks the album has; null where only gaps in the numbers tell.
  @Nullable package var expected: Int?

  package init(count: Int, isAtLeast: Bool, expected: Int? = nil) {
    self.count = count
    self.isAtLeast = isAtLeast
    _expected = Nullable(expected)
  }

  /// For people: `10 of 12 tracks`, `at least 7 tracks missing`.
  package var words: String {
    if let expected { return "\(expected - count) of \(expected) tracks" }
    return "\(isAtLeast ? "at least " : "")\(count) \(count == 1 ? "track" : "tracks") missing"
  }

  /// - Parameters:
  ///   - tracks: what there is: disc and number.
  ///   - expected: how many the catalog has on this very release; nil where nobody asked.
  /// - Returns: nil where nothing is known to be missing.
  package static func among(_ tracks: [(disc: Int, number: Int?)], expected: Int? = nil) -> MissingTracks? {
    if let expected, tracks.count < expected {
      return MissingTracks(count: expected - tracks.count, isAtLeast: false, expected: expected)
    }
    let discs = Dictionary(grouping: tracks, by: \.disc)
    var gaps = (discs.keys.max() ?? 0) - discs.count
    for tracks in discs.values {
      let numbers = Set(tracks.compactMap(\.number))
      // Songs without a number may be any of those that seem to be missing.
      gaps += max(0, (numbers.max() ?? 0) - numbers.count - tracks.count { $0.number == nil })
    }
    return gaps > 0 ? MissingTracks(count: gaps, isAtLeast: true) : nil
  }
}

/// What an album's page shows about the music library: that the album is in it, and how to play it.
package struct LibraryNote: Codable, Equatable, Sendable {
  package let holding: LibraryStatus
  /// 32 hexadecimal digits that only pages of this installation and the handler of their addresses know.
  package let key: String

  /// How the address begins that a page with a note holds, and no other page.
  package static let address = "albumscan:play?scan="

  package init(_ holding: LibraryStatus, key: String) {
    self.holding = holding
    self.key = key
  }
}
