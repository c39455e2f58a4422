internal import Albums
internal import Records

/// The result of learning: the document of `learn --json`.
struct LearnReport: Encodable, Sendable {
  /// An album whose cover is new, or has changed.
  struct Entry: Encodable, Sendable {
    enum Outcome: String, Encodable, Sendable { case learned, updated }

    let artistName: String
    let albumTitle: String
    @Nullable var releaseYear: String?
    let path: String
    let outcome: Outcome

    init(_ album: KnownAlbum, path: String, _ outcome: Outcome) {
      artistName = album.artistName
      albumTitle = album.albumTitle
      _releaseYear = Nullable(album.releaseYear)
      self.path = path
      self.outcome = outcome
    }
  }

  let schema = "albumscan/learn/1"
  /// Nothing was learned: this is what would be.
  let dryRun: Bool
  /// It was told to stop before it was through.
  var interrupted = false
  private(set) var learned = 0
  private(set) var updated = 0
  var unchanged = 0
  private(set) var albums: [Entry] = []
  private(set) var skipped: [LearnedPart.Skip] = []
  /// All that are known here, wherever from.
  var covers = 0

  init(dryRun: Bool) { self.dryRun = dryRun }

  mutating func add(_ entry: Entry) {
    albums.append(entry)
    switch entry.outcome {
    case .learned: learned += 1
    case .updated: updated += 1
    }
  }

  mutating func skip(_ skips: [LearnedPart.Skip]) { skipped += skips }

  /// Albums of the collection that are known now, or would be.
  var count: Int { learned + updated + unchanged }
}
