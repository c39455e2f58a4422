package import Albums
package import MPD

/// The songs that a wallet needs from the library: the whole albums of a playlist's entries, and those that may be
/// offered albums.
package struct SongRequests: Equatable, Sendable {
  package let albums: [RawAlbum]
  /// Without an album artist, by any artist.
  package let compilations: [FolderTitle]

  package var count: Int { albums.count + compilations.count }

  /// - Parameter index: all albums of the library.
  package init(entries: [Song], index: [RawAlbum], albums offered: [OfferedAlbum]) {
    var bare: [RawText: RawText] = [:]
    func withoutDisc(_ title: RawText) -> RawText {
      if let known = bare[title] { return known }
      let made = AlbumGathering.bare(title).bare
      bare[title] = made
      return made
    }
    var discs: [RawAlbum: [RawAlbum]] = [:]
    var namesakes: [RawText: [RawAlbum]] = [:]
    for album in index {
      let title = withoutDisc(album.title)
      discs[RawAlbum(title: title.text, artist: album.artist.text), default: []].append(album)
      namesakes[title, default: []].append(album)
    }
    var albums: Set<RawAlbum> = []
    var compilations: Set<FolderTitle> = []
    for entry in entries {
      guard let album = entry.rawAlbum else { continue }
      let title = withoutDisc(album.title)
      albums.insert(album)
      albums.formUnion(discs[RawAlbum(title: title.text, artist: album.artist.text)] ?? [])
      // If only some songs have an album artist, the others are found by their artists.
      let isCredited = entry.albumArtist != nil
      let others = (namesakes[title] ?? [album]).filter { !isCredited || $0.artist != album.artist }
      let folder = AlbumFolder.shared(by: entry.file)
      compilations.formUnion(Set(others.map(\.title)).map { FolderTitle(title: $0, folder: folder) })
    }
    if !offered.isEmpty {
      let lookup = LibraryLookup(
        index.map { AlbumNames(artistName: $0.artist.text, albumTitle: withoutDisc($0.title).text) })
      for album in offered { albums.formUnion(lookup.possible(for: AlbumNames(album)).map { index[$0] }) }
    }
    self.albums = albums.sorted()
    self.compilations = compilations.sorted()
  }
}
