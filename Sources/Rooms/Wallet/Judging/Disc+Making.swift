internal import Albums
internal import MPD

extension Disc {
  /// The disc of a filled place.
  init(_ slot: Slot, id: String, facts: CatalogueFacts?, libraryIsKnown: Bool) {
    let album = slot.album
    let songs = album?.placed(by: facts) ?? []
    let missing = album?.missing(facts)
    let scan = slot.scans.first
    let catalogued = slot.scans.first { $0.releaseGroup != nil }
    let library: Library =
      if album == nil { libraryIsKnown ? .notInLibrary : .unknown } else { missing == nil ? .complete : .partial }
    self.init(
      id: id, artistName: slot.names.artistName, albumTitle: facts?.title(of: slot.names) ?? slot.names.albumTitle,
      released: Nullable(Self.released(slot, facts)), sources: slot.sources, library: library,
      tracks: songs.map { Track($0, albumArtist: slot.names.artist) },
      missing: Nullable(missing), scan: Nullable(scan?.scan), bundle: Nullable(scan?.bundle),
      releaseGroup: Nullable(album?.releaseGroup ?? facts?.releaseGroup ?? catalogued?.releaseGroup),
      release: Nullable(album?.release), artwork: Nullable())
  }

  private static func released(_ slot: Slot, _ facts: CatalogueFacts?) -> ReleaseDate? {
    let catalogued = slot.scans.filter { $0.releaseGroup != nil }.compactMap(\.releaseYear)
    return ReleaseDate.earliest(of: [
      .originalDate: slot.album?.values(of: "OriginalDate") ?? [],
      .date: slot.album?.values(of: "Date") ?? [],
      // A scan's year is the catalog's first release year, though a lookup knows the day.
      .catalogue: facts?.firstReleaseDate.map { [$0] } ?? catalogued,
      .copyright: slot.scans.compactMap(\.text),
      .scan: slot.scans.compactMap(\.releaseYear),
    ])
  }

  /// The order of a shelf: those that the playlist only names last; artist by sort key, date with those without one last, identity; all by scalar value.
  static func sorted(_ discs: [Disc]) -> [Disc] {
    discs.map { (disc: $0, artist: RawText(SortKey.artist($0.artistName))) }.sorted { a, b in
      if a.disc.isOnlyNamed != b.disc.isOnlyNamed { return b.disc.isOnlyNamed }
      if a.artist != b.artist { return a.artist < b.artist }
      switch (a.disc.released?.text, b.disc.released?.text) {
      case (let a?, let b?) where a != b: return RawText(a) < RawText(b)
      case (.some, nil): return true
      case (nil, .some): return false
      default: return a.disc.id < b.disc.id
      }
    }.map(\.disc)
  }
}

extension Disc.Track {
  init(_ placed: PlacedSong, albumArtist: ArtistKey) {
    let song = placed.song
    let artist = song.artist.flatMap { ArtistKey($0) == albumArtist ? nil : Cleaned.text($0) }
    let seconds = song.duration.map { Double($0.components.seconds) + Double($0.components.attoseconds) / 1e18 }
    self.init(
      file: song.file, title: Nullable(Cleaned.text(song.tag("Title"))), artistName: Nullable(artist),
      disc: placed.disc,
      number: Nullable(placed.number), seconds: Nullable(seconds))
  }
}
