internal import Albums
internal import Tags

extension TrackTags {
  /// A stranger's words, cleaned and made into values.
  init(_ tags: AudioTags) {
    self.init()
    artistName = Cleaned.text(tags.artist)
    albumArtistName = Cleaned.text(tags.albumArtist)
    albumTitle = Cleaned.text(tags.album)
    let first = TagWords.year(tags.originalDate)
    year = first ?? TagWords.year(tags.date)
    isYearOfFirstRelease = first != nil
    genres = TagWords.genres(tags.genres)
    recordLabel = Cleaned.text(tags.label)
    releaseGroup = TagWords.identifier(tags.releaseGroup)
    release = TagWords.identifier(tags.release)
    albumArtists = Self.identifiers(tags.albumArtistIDs)
    artists = Self.identifiers(tags.artistIDs)
    barcode = TagWords.barcode(tags.barcode)
    track = TagWords.number(tags.track)
    disc = TagWords.number(tags.disc)
    isCompilation = tags.compilation == "1"
  }

  /// Some taggers write several into one text.
  private static func identifiers(_ texts: [String]) -> [MBID] {
    texts.flatMap { $0.split { ",;/ ".contains($0) } }.compactMap { TagWords.identifier(String($0)) }
  }
}
