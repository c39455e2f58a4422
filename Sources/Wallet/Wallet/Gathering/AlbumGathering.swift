internal import Albums
package import MPD

/// Groups the songs of a library into whole albums.
///
/// The key is the exact album title and album artist, otherwise artist, without words that only name a disc. Songs of
/// one folder and title by several artists without an album artist form an album by various artists. Two folders with
/// the same songs at the same positions are two copies, each an album of its own; so are folders of different releases
/// with other songs.
package struct AlbumGathering: Sendable {
  /// Sorted by title and artist, then by their first songs.
  package private(set) var albums: [LibraryAlbum] = []
  private var byFile: [RawText: Int] = [:]

  private struct Key: Hashable, Comparable {
    let title: RawText
    let artist: RawText
    /// Only if the folder defines the album.
    let folder: RawText?

    static func < (a: Key, b: Key) -> Bool {
      (a.title, a.artist, a.folder ?? RawText("")) < (b.title, b.artist, b.folder ?? RawText(""))
    }
  }

  /// - Parameter songs: in any order; songs without an album or artist are ignored.
  package init(_ songs: [Song]) {
    var titles: [RawText: (bare: RawText, disc: Int?)] = [:]
    var folders: [RawText: AlbumFolder] = [:]
    var groups: [Key: [PlacedSong]] = [:]
    var uncredited: [FolderTitle: [PlacedSong]] = [:]
    var credits: [FolderTitle: Set<RawText>] = [:]
    var seen: Set<RawText> = []
    for song in songs where seen.insert(RawText(song.file)).inserted {
      guard let raw = song.rawAlbum else { continue }
      let title = titles[raw.title] ?? Self.bare(raw.title)
      titles[raw.title] = title
      let directory = AlbumFolder.folder(of: song.file)
      let folder = folders[RawText(String(directory))] ?? AlbumFolder(of: directory)
      folders[RawText(String(directory))] = folder
      let placed = PlacedSong(
        song: song, disc: TagWords.number(song.tag("Disc")) ?? title.disc ?? folder.disc ?? 1,
        number: TagWords.number(song.tag("Track")), folder: folder.path)
      let place = FolderTitle(title: title.bare, folder: folder.path)
      if song.albumArtist == nil {
        uncredited[place, default: []].append(placed)
      } else {
        groups[Key(title: title.bare, artist: raw.artist, folder: nil), default: []].append(placed)
        credits[place, default: []].insert(raw.artist)
      }
    }
    for (place, songs) in uncredited {
      for (key, songs) in Self.credited(songs, at: place, beside: credits[place] ?? []) {
        groups[key, default: []] += songs
      }
    }
    for (key, songs) in groups.sorted(by: { $0.key < $1.key }) { add(songs, as: key) }
  }

  /// The album that a song belongs to.
  package func album(of file: String) -> Int? { byFile[RawText(file)] }

  /// A title without the words that name a disc, and the disc's number.
  static func bare(_ title: RawText) -> (bare: RawText, disc: Int?) {
    (RawText(DiscPattern.removed(from: title.text)), DiscPattern.number(in: title.text))
  }

  /// Assigns the songs of one folder and title without an album artist to artists.
  private static func credited(
    _ songs: [PlacedSong], at place: FolderTitle, beside credits: Set<RawText>
  ) -> [(Key, [PlacedSong])] {
    // Songs without an album artist belong to the only artist that the others name.
    if credits.count == 1, let artist = credits.first {
      let isOfVarious = ArtistKey(artist.text) == various.key
      let key = ArtistKey(ArtistKey.primary(of: artist.text))
      let own = songs.filter { isOfVarious || primary($0) == key }
      let others = songs.filter { !isOfVarious && primary($0) != key }
      let rest = others.isEmpty ? [] : credited(others, at: place, beside: [])
      return (own.isEmpty ? [] : [(Key(title: place.title, artist: artist, folder: nil), own)]) + rest
    }
    let byArtist = Dictionary(grouping: songs, by: primary)
    let claimed = songs.filter { $0.number != nil }.map { [$0.disc, $0.number ?? 0] }
    // If positions repeat, these are different albums with the same title, such as Greatest Hits.
    if byArtist.count > 1, Set(claimed).count == claimed.count {
      return [(Key(title: place.title, artist: RawText(various.name), folder: place.folder), songs)]
    }
    return byArtist.values.map { (Key(title: place.title, artist: name(of: $0), folder: nil), $0) }
  }

  private static let various = (name: "Various Artists", key: ArtistKey("Various Artists"))

  private static func primary(_ song: PlacedSong) -> ArtistKey {
    ArtistKey(ArtistKey.primary(of: song.song.artist ?? ""))
  }

  /// The artist of these songs: the full credit if all agree, otherwise without guests that only some have.
  private static func name(of songs: [PlacedSong]) -> RawText {
    let names = Set(songs.compactMap { $0.song.artist.map { RawText($0) } }).sorted()
    if names.count == 1 { return names[0] }
    return names.map { RawText(ArtistKey.primary(of: $0.text)) }.min() ?? RawText("")
  }

  private mutating func add(_ songs: [PlacedSong], as key: Key) {
    for copy in Self.copies(of: songs) {
      for song in copy { byFile[RawText(song.song.file)] = albums.count }
      albums.append(LibraryAlbum(title: key.title.text, artistName: key.artist.text, songs: copy))
    }
  }

  /// The songs by copy of the album: a folder with mostly the same songs as another one is a copy, and a folder with
  /// other songs at the same positions is another album with that name.
  private static func copies(of songs: [PlacedSong]) -> [[PlacedSong]] {
    let songs = songs.sorted(by: PlacedSong.precedes)
    let folders = Dictionary(grouping: songs, by: \.folder).sorted { $0.key < $1.key }
    guard folders.count > 1 else { return [songs] }
    var copies: [AlbumCopy] = []
    for (folder, songs) in folders {
      let own = AlbumCopy(songs, in: folder)
      if let home = copies.firstIndex(where: { $0.goes(with: own) }) {
        copies[home].take(own)
      } else {
        copies.append(own)
      }
    }
    return copies.map { copy in songs.filter { copy.folders.contains($0.folder) } }
  }
}

/// The contribution of one copy of an album, from its folders, to the album's tracks.
struct AlbumCopy {
  private(set) var folders: [RawText]
  private var titles: [Position: String]
  private var releases: Set<String>
  private var years: Set<Substring>

  private struct Position: Hashable {
    let disc: Int
    let number: Int
  }

  /// - Parameter songs: of that folder, in canonical order.
  init(_ songs: [PlacedSong], in folder: RawText) {
    folders = [folder]
    titles = [:]
    for song in songs {
      guard let position = song.number.map({ Position(disc: song.disc, number: $0) }) else { continue }
      // Without the words that name an edition.
      let title = TitleKey.base(of: song.song.tag("Title") ?? "")
      if titles[position] == nil { titles[position] = title }
    }
    releases = Set(songs.compactMap { $0.song.tag("MUSICBRAINZ_ALBUMID") })
    years = Set(songs.compactMap { ($0.song.tag("OriginalDate") ?? $0.song.tag("Date"))?.prefix(4) })
  }

  /// Whether both folders are parts of one copy of an album: neither a second copy nor another album with that name.
  func goes(with other: AlbumCopy) -> Bool {
    let shared = other.titles.filter { titles[$0.key] != nil }
    let same = shared.count { titles[$0.key] == $0.value }
    let few = max(1, min(titles.count, other.titles.count))
    if same * 2 >= few { return false }
    return (shared.count - same) * 2 < few || !contradicts(other)
  }

  /// Whether the tags differ: in the release, or, if neither has one, in the year.
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
