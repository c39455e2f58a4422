internal import Albums

/// A place in the wallet while it is being filled: one album, whatever its editions and however often it was scanned.
struct Slot: Sendable {
  let names: AlbumNames
  /// Nil for an album that isn't in the library.
  var album: LibraryAlbum?
  var sources: [Disc.Source] = []
  /// All scans of it, the newest first.
  var scans: [ScannedAlbum] = []
}
