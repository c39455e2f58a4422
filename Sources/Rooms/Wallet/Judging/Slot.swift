internal import Albums

/// A position in the wallet while it is built: one album, however many editions or scans of it there are.
struct Slot: Sendable {
  let names: AlbumNames
  /// Nil for an album that isn't in the library.
  var album: LibraryAlbum?
  var sources: [Disc.Source] = []
  /// All scans of it, the newest first.
  var scans: [ScannedAlbum] = []
}
