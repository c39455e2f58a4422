internal import Albums
internal import MPD

/// Assigns an album's songs to the tracks of its release in the catalog.
///
/// A song is matched by its track identifier; otherwise by position and title; otherwise by title, if only one is left;
/// otherwise by position. Unmatched songs keep their own position.
struct CanonicalOrder {
  static func placed(_ songs: [PlacedSong], on tracks: [CatalogTrack]) -> [PlacedSong] {
    guard !tracks.isEmpty else { return songs }
    var order = CanonicalOrder(songs, tracks)
    order.pairByIdentifier()
    order.pairByPlace(andTitle: true)
    order.pairByTitle()
    order.pairByPlace(andTitle: false)
    return songs.enumerated().map { index, song in
      guard let track = order.found[index].map({ tracks[$0] }) else { return song }
      return PlacedSong(song: song.song, disc: track.medium, number: track.position, folder: song.folder)
    }.sorted(by: PlacedSong.precedes)
  }

  private let songs: [PlacedSong]
  private let tracks: [CatalogTrack]
  private let songTitles: [String]
  private let trackTitles: [String]
  private var found: [Int: Int] = [:]
  private var taken: Set<Int> = []

  private init(_ songs: [PlacedSong], _ tracks: [CatalogTrack]) {
    self.songs = songs
    self.tracks = tracks
    songTitles = songs.map { TitleKey.fold($0.song.tag("Title") ?? "") }
    trackTitles = tracks.map { TitleKey.fold($0.title) }
  }

  private var left: [Int] { songs.indices.filter { found[$0] == nil } }

  private mutating func pair(_ song: Int, with track: Int?) {
    guard let track, taken.insert(track).inserted else { return }
    found[song] = track
  }

  private mutating func pairByIdentifier() {
    let known = Dictionary(tracks.enumerated().map { ($1.id, $0) }) { first, _ in first }
    for song in left {
      pair(song, with: TagWords.identifier(songs[song].song.tag("MUSICBRAINZ_RELEASETRACKID")).flatMap { known[$0] })
    }
  }

  private mutating func pairByPlace(andTitle isStrict: Bool) {
    let places = Dictionary(tracks.enumerated().map { ([$1.medium, $1.position], $0) }) { first, _ in first }
    for song in left {
      guard let number = songs[song].number, let track = places[[songs[song].disc, number]] else { continue }
      if !isStrict || songTitles[song] == trackTitles[track] { pair(song, with: track) }
    }
  }

  private mutating func pairByTitle() {
    let mine = Dictionary(grouping: left) { songTitles[$0] }
    let theirs = Dictionary(grouping: tracks.indices.filter { !taken.contains($0) }) { trackTitles[$0] }
    for (title, songs) in mine where !title.isEmpty && songs.count == 1 && theirs[title]?.count == 1 {
      pair(songs[0], with: theirs[title]?.first)
    }
  }
}
