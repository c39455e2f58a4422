internal import Albums
internal import Foundation
internal import Records

/// Everything a finished scan publishes: its document and files are made from it.
struct BundleContents: Sendable {
  var scan: Scan
  var picture: PictureRecord
  var reading: VisionAnswer
  /// The album; several candidates, best first, if the user has to choose.
  var candidates: [Identification]
  /// The sources of the search.
  var sources: [Source] = []
  /// Why the user has to choose; nil if it is settled.
  var reason: String?
  var photoNow: String?
  /// All photos of the record, if there are several.
  var photos: [AlbumDocument.RecordPhoto] = []
  /// Covers of the candidates, by number.
  var covers: [Int: KeptArtwork] = [:]
  /// What was known about the album before.
  var prior: PriorKnowledge?
  /// What the user says of the album.
  var marks = AlbumMarks()
  /// True if the catalog hasn't been asked yet.
  var lacksCatalog = false
  var artwork: ArtworkOutcome = .none
  var review: ReviewOutcome = .pending(until: nil)

  /// Also the name of the folder that its bundle belongs in.
  var state: ScanState { reason == nil ? .done : .unsure }

  func document(scannedAt: Date, calls: [AlbumDocument.Cost.Call]) -> AlbumDocument {
    let album = candidates.first
    var document = AlbumDocument(
      id: scan.id, scannedAt: scannedAt.rfc3339, state: state,
      photo: AlbumDocument.Photo(
        name: scan.name, sha256: scan.photoDigest.hex, now: photoNow, notes: picture.notes, part: scan.part),
      album: AlbumDocument.Album(
        artistName: album?.artistName ?? "", albumTitle: album?.albumTitle ?? "", releaseYear: album?.releaseYear,
        genres: album?.genres ?? [], recordLabel: album?.recordLabel,
        musicbrainz: AlbumDocument.Album.MusicBrainz(
          releaseGroup: album?.releaseGroup, release: album?.release, artists: album?.artists ?? []),
        catalogNumber: album?.catalogNumber, discogsRelease: album?.discogsRelease,
        tracks: reason == nil ? album?.tracks ?? [] : [], links: reason == nil ? album?.links ?? [] : []),
      identification: AlbumDocument.Identified(
        strategy: reading.strategy.rawValue, by: album?.means ?? .call1, confidence: album?.confidence ?? .claimed,
        evidence: album?.evidence ?? [], extractedText: reading.cover.extractedText,
        albumDescription: reading.cover.albumDescription, candidates: listed, reason: reason,
        sources: sources, known: prior, catalogue: lacksCatalog ? .pending : nil),
      artwork: artwork.entry, review: review.entry,
      cost: AlbumDocument.Cost(of: calls))
    document.photos = photos
    document.take(marks)
    document.checkSongs()
    return document
  }

  /// The candidates with the numbers for `accept`, or the other albums that were considered.
  private var listed: [AlbumDocument.Candidate] {
    guard reason != nil else { return candidates.first?.considered ?? [] }
    return candidates.enumerated().map { index, album in
      album.candidate(number: index + 1, artwork: covers[index + 1].map { _ in Self.coverFile(index + 1) })
    }
  }

  /// The file with a candidate's cover.
  static func coverFile(_ number: Int) -> String { "candidate-\(number).jpg" }
}

extension AlbumDocument.Cost {
  init(of calls: [Call]) {
    self.init(usd: calls.reduce(Money.zero) { $0 + Money(dollars: $1.usd) }.dollars, calls: calls)
  }
}

extension ArtworkOutcome {
  var entry: AlbumDocument.ArtworkEntry {
    switch self {
    case .present(let kept):
      AlbumDocument.ArtworkEntry(status: .present, width: kept.width, height: kept.height, source: kept.source)
    case .pending: AlbumDocument.ArtworkEntry(status: .pending)
    case .none: AlbumDocument.ArtworkEntry(status: .none)
    }
  }
}

extension ReviewOutcome {
  var entry: AlbumDocument.ReviewEntry {
    switch self {
    case .written(let kept, let cached):
      AlbumDocument.ReviewEntry(
        written: kept.review, cached: cached, model: kept.model, prompt: kept.prompt, writtenAt: kept.writtenAt.rfc3339)
    case .pending: AlbumDocument.ReviewEntry(status: .pending)
    case .unavailable(let reason): AlbumDocument.ReviewEntry(status: .unavailable, reason: reason)
    }
  }
}
