internal import Albums
internal import MPD

/// A whole album of the library.
package struct LibraryAlbum: Equatable, Sendable {
  /// As tagged, without words that only name a disc.
  package let title: String
  package let artistName: String
  /// In canonical order.
  package let songs: [PlacedSong]
  package let names: AlbumNames

  init(title: String, artistName: String, songs: [PlacedSong]) {
    self.title = title
    self.artistName = artistName
    self.songs = songs
    names = AlbumNames(artistName: artistName, albumTitle: title)
  }

  /// The values of a tag of the album's songs.
  func values(of tag: String) -> [String] { songs.compactMap { $0.song.tag(tag) } }

  /// The songs in order: in the order of the release if the catalog has it.
  func placed(by facts: CatalogFacts?) -> [PlacedSong] {
    CanonicalOrder.placed(songs, on: listing(facts)?.tracks ?? [])
  }

  /// The missing tracks; nil if none are known to be missing.
  func missing(_ facts: CatalogFacts?) -> MissingTracks? {
    MissingTracks.among(placed(by: facts).map { ($0.disc, $0.number) }, expected: listing(facts)?.trackCount)
  }

  /// The facts, unless the files no longer name that release.
  private func listing(_ facts: CatalogFacts?) -> CatalogFacts? {
    facts?.way == .release && facts?.asked != release ? nil : facts
  }

  /// The MusicBrainz release, if all songs that name one agree.
  var release: MBID? { agreed("MUSICBRAINZ_ALBUMID") }
  var releaseGroup: MBID? { agreed("MUSICBRAINZ_RELEASEGROUPID") }

  private func agreed(_ tag: String) -> MBID? {
    let named = Set(values(of: tag).compactMap(TagWords.identifier))
    return named.count == 1 ? named.first : nil
  }
}
