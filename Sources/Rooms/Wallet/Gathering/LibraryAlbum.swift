internal import Albums
internal import MPD

/// A whole album of the library.
package struct LibraryAlbum: Equatable, Sendable {
  /// As tagged, without the words that only name a disc.
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

  /// Of the album's songs, the values of a tag.
  func values(of tag: String) -> [String] { songs.compactMap { $0.song.tag(tag) } }

  /// Its songs at their places; where the catalog has the very release, at those that it has there.
  func placed(by facts: CatalogueFacts?) -> [PlacedSong] {
    CanonicalOrder.placed(songs, on: listing(facts)?.tracks ?? [])
  }

  /// What it lacks; nil where nothing is known to be missing.
  func missing(_ facts: CatalogueFacts?) -> MissingTracks? {
    MissingTracks.among(placed(by: facts).map { ($0.disc, $0.number) }, expected: listing(facts)?.trackCount)
  }

  /// A release that the files don't name anymore says nothing of their tracks.
  private func listing(_ facts: CatalogueFacts?) -> CatalogueFacts? {
    facts?.way == .release && facts?.asked != release ? nil : facts
  }

  /// What MusicBrainz calls it, where all songs that say so agree.
  var release: MBID? { agreed("MUSICBRAINZ_ALBUMID") }
  var releaseGroup: MBID? { agreed("MUSICBRAINZ_RELEASEGROUPID") }

  private func agreed(_ tag: String) -> MBID? {
    let named = Set(values(of: tag).compactMap(TagWords.identifier))
    return named.count == 1 ? named.first : nil
  }
}
