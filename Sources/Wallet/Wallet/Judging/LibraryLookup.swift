internal import Albums

/// Finds albums among others by their names.
package struct LibraryLookup: Sendable {
  package struct Finding: Equatable, Sendable {
    /// Nil if none matches, or if several may.
    package let album: Int?
    package let levels: MatchLevels?
    /// The number of possible albums.
    package let candidates: Int
  }

  private let albums: [AlbumNames]
  /// By the artist's key without spaces, by the key of the first of several artists, and by the folded title.
  private var byArtist: [String: [Int]] = [:]
  private var byPrimary: [String: [Int]] = [:]
  private var byTitle: [String: [Int]] = [:]

  package init(_ albums: [AlbumNames]) {
    self.albums = albums
    for (index, names) in albums.enumerated() {
      byArtist[names.artist.compact, default: []].append(index)
      byPrimary[Self.primary(of: names), default: []].append(index)
      byTitle[names.title.folded, default: []].append(index)
    }
  }

  /// The best match. A loose match (title levels 3 and 4) counts only if there is exactly one. If no artist matches,
  /// the title alone counts only under the conditions of `mayBeByTitle`.
  package func find(_ names: AlbumNames) -> Finding {
    var judged: [(album: Int, levels: MatchLevels)] = []
    for album in byArtists(of: names) {
      let levels = MatchLevels(of: names, and: albums[album])
      let agrees = levels.title > 0 && levels.artist > 0
      if agrees, levels.artist < 3 || levels.title == 1 { judged.append((album, levels)) }
    }
    let best = judged.min { ($0.levels, $0.album) < ($1.levels, $1.album) }
    if let best {
      let different = Set(judged.map { albums[$0.album].key }).count
      let counts = best.levels.title <= 2 || different == 1
      return Finding(
        album: counts ? best.album : nil, levels: counts ? best.levels : nil, candidates: judged.count)
    }
    let namesakes = byTitle[names.title.folded] ?? []
    guard let first = namesakes.first, Set(namesakes.map { albums[$0].key }).count == 1,
      Self.mayBeByTitle(names, albums[first])
    else { return Finding(album: nil, levels: nil, candidates: namesakes.count) }
    return Finding(album: first, levels: MatchLevels(title: 1, artist: 0), candidates: namesakes.count)
  }

  /// All albums that `find` may consider: their songs have to be requested.
  package func possible(for names: AlbumNames) -> [Int] {
    let byArtist = byArtists(of: names).filter {
      TitleKey.level(names.albumTitle, albums[$0].albumTitle, artist: names.artistName) > 0
    }
    let namesakes = GenericTitles.contain(names.title.base) ? [] : byTitle[names.title.folded] ?? []
    return Set(byArtist).union(namesakes).sorted()
  }

  private func byArtists(of names: AlbumNames) -> [Int] {
    let own = names.artist.compact
    guard !own.isEmpty else { return [] }
    let primary = Self.primary(of: names)
    return Set((byArtist[own] ?? []) + (byArtist[primary] ?? []) + (byPrimary[own] ?? [])).sorted()
  }

  private static func primary(of names: AlbumNames) -> String {
    ArtistKey(ArtistKey.primary(of: names.artistName)).compact
  }

  /// A distinctive title, and artists of whom one is Various Artists, or who share a word, such as the members of a
  /// duo.
  static func mayBeByTitle(_ a: AlbumNames, _ b: AlbumNames) -> Bool {
    guard isDistinctive(a), isDistinctive(b) else { return false }
    if [a, b].contains(where: { $0.artist == Self.various }) { return true }
    let words = [a, b].map { Set($0.artist.key.split(separator: " ").filter { $0.count >= 4 }) }
    return !words[0].isDisjoint(with: words[1])
  }

  /// Whether a title may tell an album without its artist.
  static func isDistinctive(_ names: AlbumNames) -> Bool {
    !GenericTitles.contain(names.title.base) && names.title.base != names.artist.key
  }

  private static let various = ArtistKey("Various Artists")
}
