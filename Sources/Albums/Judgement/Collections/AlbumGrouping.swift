/// Groups the music files of one folder into albums.
///
/// The key is MusicBrainz's release if a file names one, otherwise album artist and title. Files of one title without
/// an album artist form a single album by various artists, if they look like one.
package struct AlbumGrouping: Equatable, Sendable {
  package struct Album: Equatable, Sendable {
    package var album: KnownAlbum
    /// Indices into the files.
    package var files: [Int]
  }

  /// In the order of their first files.
  package private(set) var albums: [Album] = []
  /// Files without a title, or without anybody's name.
  package private(set) var nameless: [Int] = []

  private typealias File = (number: Int, tags: TrackTags)

  package init(_ files: [TrackTags]) {
    var byTitle: [String: [File]] = [:]
    for (number, tags) in files.enumerated() {
      guard let title = tags.albumTitle, tags.albumArtistName != nil || tags.artistName != nil else {
        nameless.append(number)
        continue
      }
      byTitle[Self.titleKey(title), default: []].append((number, tags))
    }
    for files in byTitle.values {
      for group in Self.parted(files) { albums.append(Self.album(of: group.files, by: group.artist)) }
    }
    albums.sort { $0.files[0] < $1.files[0] }
  }

  private static func titleKey(_ title: String) -> String { TitleKey.fold(DiscPattern.removed(from: title)) }

  /// Files of one title, by the album that they are of, each with its artist's name.
  private static func parted(_ files: [File]) -> [(files: [File], artist: String)] {
    let releases = Dictionary(grouping: files) { $0.tags.release }
    let named = releases.filter { $0.key != nil }
    guard named.isEmpty || named.count == 1 else {
      // Several editions side by side; what names none is an album by itself.
      return named.values.map { ($0, creditedArtist($0)) } + (releases[nil].map { partedByArtist($0) } ?? [])
    }
    if named.count == 1 {
      let release = named.first?.value ?? []
      let artist = creditedArtist(release)
      let (same, others) = (releases[nil] ?? []).halved { isBy($0.tags, artist) }
      return [(release + same, artist)] + (others.isEmpty ? [] : partedByArtist(others))
    }
    return partedByArtist(files)
  }

  private static func partedByArtist(_ files: [File]) -> [(files: [File], artist: String)] {
    let (credited, rest) = files.halved { $0.tags.albumArtistName != nil }
    var groups = Dictionary(grouping: credited) { ArtistKey($0.tags.albumArtistName ?? "").key }.values.map {
      (files: $0, artist: mostCommon($0.compactMap(\.tags.albumArtistName)) ?? "")
    }
    var others: [File] = []
    for file in rest {
      if let at = groups.firstIndex(where: { isBy(file.tags, $0.artist) }) {
        groups[at].files.append(file)
      } else {
        others.append(file)
      }
    }
    return groups + (others.isEmpty ? [] : uncredited(others))
  }

  /// Files without an album artist.
  private static func uncredited(_ files: [File]) -> [(files: [File], artist: String)] {
    let byArtist = Dictionary(grouping: files) { primary($0.tags) }
    if byArtist.count > 1, files.contains(where: \.tags.isCompilation) || isOfMany(files, artists: byArtist.count) {
      let most = byArtist.values.max { $0.count < $1.count } ?? []
      // One guest more or less makes no compilation.
      let artist = most.count * 3 >= files.count * 2 ? name(of: most) : various
      return [(files, artist)]
    }
    return byArtist.values.map { ($0, name(of: $0)) }
  }

  /// Whether files of several artists under one title are one album: not under a title that many albums bear, and not
  /// where two claim the same place on it.
  private static func isOfMany(_ files: [File], artists: Int) -> Bool {
    if GenericTitles.contain(titleKey(files[0].tags.albumTitle ?? "")) { return false }
    let places = files.compactMap { file in file.tags.track.map { [file.tags.disc ?? 0, $0] } }
    return Set(places).count == places.count
  }

  private static let various = "Various Artists"

  private static func isBy(_ tags: TrackTags, _ artist: String) -> Bool {
    let key = ArtistKey(artist).key
    if let own = tags.albumArtistName { return ArtistKey(own).key == key }
    return key == "various artists" || primary(tags) == ArtistKey(ArtistKey.primary(of: artist)).key
  }

  private static func primary(_ tags: TrackTags) -> String {
    ArtistKey(ArtistKey.primary(of: tags.artistName ?? "")).key
  }

  private static func creditedArtist(_ files: [File]) -> String {
    if let credited = mostCommon(files.compactMap(\.tags.albumArtistName)) { return credited }
    return Set(files.map { primary($0.tags) }).count > 1 ? various : name(of: files)
  }

  /// Of files of one artist: without the guests that only some of them have.
  private static func name(of files: [File]) -> String {
    let names = files.compactMap(\.tags.artistName)
    if Set(names.map { ArtistKey($0).key }).count == 1 { return mostCommon(names) ?? various }
    return mostCommon(names.map { ArtistKey.primary(of: $0) }) ?? various
  }

  private static func album(of files: [File], by artist: String) -> Album {
    let files = files.sorted { $0.number < $1.number }
    let tags = files.map(\.tags)
    let first = tags.filter(\.isYearOfFirstRelease).compactMap(\.year)
    let isOfMany = ArtistKey(artist).key == ArtistKey(various).key
    let credited = tags.first { !$0.albumArtists.isEmpty }?.albumArtists
    let artists = credited ?? (isOfMany ? [] : mostCommon(tags.map(\.artists).filter { !$0.isEmpty }) ?? [])
    let album = KnownAlbum(
      artistName: artist,
      albumTitle: mostCommon(tags.compactMap(\.albumTitle).map { DiscPattern.removed(from: $0) }) ?? "",
      releaseYear: mostCommon(first) ?? mostCommon(tags.compactMap(\.year)), genres: genres(of: tags),
      recordLabel: mostCommon(tags.compactMap(\.recordLabel)),
      releaseGroup: mostCommon(tags.compactMap(\.releaseGroup)),
      release: mostCommon(tags.compactMap(\.release)), artists: artists,
      barcode: mostCommon(tags.compactMap(\.barcode)))
    return Album(album: album, files: files.map(\.number))
  }

  /// Those of most tracks first, five at most.
  private static func genres(of tags: [TrackTags]) -> [String] {
    var seen: [String: (genre: String, count: Int, first: Int)] = [:]
    for genre in tags.flatMap(\.genres) {
      let key = TitleKey.fold(genre)
      seen[key] = (seen[key]?.genre ?? genre, (seen[key]?.count ?? 0) + 1, seen[key]?.first ?? seen.count)
    }
    return seen.values.sorted { ($1.count, $0.first) < ($0.count, $1.first) }.prefix(5).map(\.genre)
  }

  /// The most frequent value; among equals the first.
  private static func mostCommon<Value: Hashable>(_ values: [Value]) -> Value? {
    var counts: [Value: Int] = [:]
    for value in values { counts[value, default: 0] += 1 }
    let most = counts.values.max()
    return values.first { counts[$0] == most }
  }
}

extension Array {
  /// Those that are so, and those that aren't.
  fileprivate func halved(_ isSo: (Element) -> Bool) -> (same: [Element], others: [Element]) {
    (filter(isSo), filter { !isSo($0) })
  }
}

/// The tags of one music file that describe its album: cleaned texts of limited length.
package struct TrackTags: Equatable, Sendable {
  package var artistName: String?
  package var albumArtistName: String?
  package var albumTitle: String?
  /// Four digits: of the first release where the file says that, else of this one.
  package var year: String?
  package var isYearOfFirstRelease = false
  package var genres: [String] = []
  package var recordLabel: String?
  package var releaseGroup: MBID?
  package var release: MBID?
  package var albumArtists: [MBID] = []
  package var artists: [MBID] = []
  /// Digits.
  package var barcode: String?
  package var track: Int?
  package var disc: Int?
  package var isCompilation = false

  package init() {}
}
