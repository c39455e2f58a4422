/// A song as MPD describes it.
package struct Song: Equatable, Sendable {
  /// Its URI in MPD's database, relative to the music folder; for streams, with a scheme.
  package let file: String

  /// Tags by MPD's own names ("Album", "AlbumArtist", "MUSICBRAINZ_ALBUMID"), each with its values in order.
  package let tags: [String: [String]]

  /// Nil where MPD doesn't know the song: a playlist's entry that isn't in the database has no tags either.
  package let duration: Duration?

  package init(file: String, tags: [String: [String]] = [:], duration: Duration? = nil) {
    self.file = file
    self.tags = tags
    self.duration = duration
  }

  /// The first value of a tag.
  package func tag(_ name: String) -> String? { tags[name]?.first }
}
