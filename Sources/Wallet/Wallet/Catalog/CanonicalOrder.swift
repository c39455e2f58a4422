internal import Albums
internal import MPD

/// Assigns an album's songs to the tracks of its release in the catalog.
///
/// A song is matched by its track identifier; otherwise by position and title; otherwise by title, if only one is left;
/// otherwise by position. Unmatched songs keep their own position.
enum CanonicalOrder {
  static func placed(_ songs: [PlacedSong], on tracks: [CatalogTrack]) -> [PlacedSong] {
    guard !tracks.isEmpty else { return songs }
    var pairing = Pairing(songs, tracks)
    pairing.pairByIdentifier()
    pairing.pairByPlace(andTitle: true)
    pairing.pairByTitle()
    pairing.pairByPlace(andTitle: false)
    return songs.enumerated().map { index, song in
      guard let track = pairing.tracks(of: index) else { return song }
      return PlacedSong(song: song.song, disc: track.medium, number: track.position, folder: song.folder)
    }.sorted(by: PlacedSong.precedes)
  }

  private struct Pairing {
    private struct Place: Hashable {
      let medium: Int
      let position: Int
    }

    private let songs: [PlacedSong]
    private let tracks: [CatalogTrack]
    private let songTitles: [String]
    private let trackTitles: [String]
    private var found: [Int: Int] = [:]
    private var taken: Set<Int> = []

    init(_ songs: [PlacedSong], _ tracks: [CatalogTrack]) {
      self.songs = songs
      self.tracks = tracks
      songTitles = songs.map { TitleKey.fold($0.song.tag("Title") ?? "") }
      trackTitles = tracks.map { TitleKey.fold($0.title) }
    }

    func tracks(of song: Int) -> CatalogTrack? { found[song].map { tracks[$0] } }

    private var left: [Int] { songs.indices.filter { found[$0] == nil } }

    private mutating func pair(_ song: Int, with track: Int?) {
      guard let track, taken.insert(track).inserted else { return }
      found[song] = track
    }

    mutating func pairByIdentifier() {
      let known = Dictionary(tracks.enumerated().map { ($1.id, $0) }) { first, _ in first }
      for song in left {
        pair(song, with: TagWords.identifier(songs[song].song.tag("MUSICBRAINZ_RELEASETRACKID")).flatMap { known[$0] })
      }
    }

    mutating func pairByPlace(andTitle isStrict: Bool) {
      let places = Dictionary(tracks.enumerated().map { (Place(medium: $1.medium, position: $1.position), $0) }) {
        first, _ in first
      }
      for song in left {
        guard let number = songs[song].number,
          let track = places[Place(medium: songs[song].disc, position: number)]
        else { continue }
        if !isStrict || songTitles[song] == trackTitles[track] { pair(song, with: track) }
      }
    }

    mutating func pairByTitle() {
      let mine = Dictionary(grouping: left) { songTitles[$0] }
      let theirs = Dictionary(grouping: tracks.indices.filter { !taken.contains($0) }) { trackTitles[$0] }
      for (title, songs) in mine where !title.isEmpty && songs.count == 1 && theirs[title]?.count == 1 {
        pair(songs[0], with: theirs[title]?.first)
      }
    }
  }
}
