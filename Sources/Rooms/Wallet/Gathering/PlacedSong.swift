package import MPD

/// A song with its place on the album.
package struct PlacedSong: Equatable, Sendable {
  package let song: Song
  /// From the tag, else from the title or the folder that name a disc; 1 where nothing says.
  package let disc: Int
  /// Nil where the tags don't say.
  package let number: Int?
  /// The folder that the album lies in.
  let folder: RawText

  /// The canonical order: disc, track with those without a number last, path.
  static func precedes(_ a: PlacedSong, _ b: PlacedSong) -> Bool {
    (a.disc, a.number ?? .max, RawText(a.song.file)) < (b.disc, b.number ?? .max, RawText(b.song.file))
  }
}
