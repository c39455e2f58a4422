/// A scanned album in the music library.
package struct Holding: Codable, Equatable, Sendable {
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
