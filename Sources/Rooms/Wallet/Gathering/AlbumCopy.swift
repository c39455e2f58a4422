internal import Albums
internal import MPD

/// The contribution of one copy of an album, from its folders, to the album's tracks.
struct AlbumCopy {
  private(set) var folders: [RawText]
  private var titles: [Spot: String]
  private var releases: Set<String>
  private var years: Set<Substring>

  /// A place on an album.
  private struct Spot: Hashable {
    let disc: Int
    let number: Int
  }

  /// - Parameter songs: of that folder, in the canonical order.
  init(_ songs: [PlacedSong], in folder: RawText) {
    folders = [folder]
    titles = [:]
    for song in songs {
      guard let number = song.number else { continue }
      // Whatever its edition is called.
      let title = TitleKey.base(of: song.song.tag("Title") ?? "")
      let spot = Spot(disc: song.disc, number: number)
      if titles[spot] == nil { titles[spot] = title }
    }
    releases = Set(songs.compactMap { $0.song.tag("MUSICBRAINZ_ALBUMID") })
    years = Set(songs.compactMap { ($0.song.tag("OriginalDate") ?? $0.song.tag("Date"))?.prefix(4) })
  }

  /// Whether the folders of both are of one copy of one album: neither the same once more, nor another of that name.
  func goes(with other: AlbumCopy) -> Bool {
    let shared = other.titles.filter { titles[$0.key] != nil }
    let same = shared.count { titles[$0.key] == $0.value }
    let few = max(1, min(titles.count, other.titles.count))
    if same * 2 >= few { return false }
    return (shared.count - same) * 2 < few || !contradicts(other)
  }

  /// By what their tags name: the release, and where neither names one, the year.
  private func contradicts(_ other: AlbumCopy) -> Bool {
    if releases.isEmpty, other.releases.isEmpty {
      return !years.isEmpty && !other.years.isEmpty && years.isDisjoint(with: other.years)
    }
    return !releases.isEmpty && !other.releases.isEmpty && releases.isDisjoint(with: other.releases)
  }

  mutating func take(_ other: AlbumCopy) {
    folders += other.folders
    titles.merge(other.titles) { first, _ in first }
    releases.formUnion(other.releases)
    years.formUnion(other.years)
  }
}
