internal import Albums
internal import MPD

extension Diagnostics {
  /// Entries that are told one by one: a list of radio stations would be nothing else.
  static let mostProblems = 200

  /// An entry that belongs to no album.
  mutating func note(_ entry: Song, at position: Int) {
    unresolved += 1
    guard problems.count < Self.mostProblems else { return }
    let problem: Entry.Problem =
      if entry.isStream {
        .stream
      } else if !entry.isKnown {
        .notInDatabase
      } else if entry.albumTitle == nil {
        .noAlbum
      } else {
        entry.rawAlbum == nil ? .noArtist : .notInDatabase
      }
    problems.append(Entry(position: position, file: entry.file, problem: problem))
  }
}

extension Diagnostics.Edition {
  init(of names: AlbumNames, beside kept: AlbumNames) {
    self.init(
      artistName: kept.artistName, kept: kept.albumTitle, leftOut: names.albumTitle,
      levels: MatchLevels(of: names, and: kept))
  }
}

extension Diagnostics.Lookup {
  /// - Parameter facts: what the catalog says of the album that was found.
  init(of scan: ScannedAlbum, _ finding: LibraryLookup.Finding, _ album: LibraryAlbum?, facts: CatalogueFacts?) {
    self.init(
      scan: scan.scan, artistName: scan.artistName, albumTitle: scan.albumTitle,
      found: Nullable(album.map { "\($0.title) by \($0.artistName)" }), levels: Nullable(finding.levels),
      candidates: finding.candidates,
      holding: Nullable(
        album.map { Holding(tracks: $0.songs.count, missing: $0.missing(facts)) }))
  }
}
