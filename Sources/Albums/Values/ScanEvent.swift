/// What somebody outside of AlbumScan is told of a scan (schema `albumscan/event/1`): never where a file is, and nothing
/// of money.
package struct ScanEvent: Codable, Equatable, Sendable {
  package enum Kind: String, Codable, Sendable {
    /// The album is known.
    case known
    case reviewed
    /// A person has to choose.
    case unsure
    case failed
    /// Somebody tries whether messages arrive.
    case test
  }

  package struct Review: Codable, Equatable, Sendable {
    package let rating: Double
    package let recommendation: Recommendation
    package let label: ReviewLabel
    package let contextSummary: String
    package let keyTracks: [String]
  }

  package struct Album: Codable, Equatable, Sendable {
    /// As `albumscanctl accept ID N` takes it; null for the album of the scan.
    @Nullable package var number: Int?
    package let artistName: String
    package let albumTitle: String
    @Nullable package var releaseYear: String?

    package init(number: Int? = nil, artistName: String, albumTitle: String, releaseYear: String?) {
      (self.artistName, self.albumTitle) = (artistName, albumTitle)
      _number = Nullable(number)
      _releaseYear = Nullable(releaseYear)
    }
  }

  package var schema = "albumscan/event/1"
  /// No other event has the same; one that is told again does.
  package let id: String
  /// The same for all events of a scan.
  package let thread: String
  package let event: Kind
  @Nullable package var scan: ScanID?
  package let at: String
  /// The name of the photo's file.
  @Nullable package var photo: String?
  /// Which of several sleeves in the photo it is; null where it shows one.
  @Nullable package var part: PhotoPart?
  @Nullable package var album: Album?
  @Nullable package var confidence: Confidence?
  @Nullable package var review: Review?
  /// What the music library has of the album: `11 tracks`.
  @Nullable package var library: String?
  /// The lists that it is on, in a few words each: `you own it`, `wanted since 2026-05-02`.
  package var lists: [String] = []
  package var owned = false
  /// The album was scanned before.
  package var isKnown = false
  package var candidates: [Album] = []
  /// Why it failed, or needs a person.
  @Nullable package var reason: String?
  @Nullable package var hint: String?

  package init(_ event: Kind, id: String, thread: String, at: String) {
    (self.event, self.id, self.thread, self.at) = (event, id, thread, at)
  }

  /// Names the album of a scan that is done, or those to choose from.
  package mutating func take(_ document: AlbumDocument) {
    guard event != .unsure else {
      candidates = document.identification.candidates.prefix(5).enumerated().map { place, candidate in
        Album(
          number: candidate.number ?? place + 1, artistName: candidate.artistName, albumTitle: candidate.albumTitle,
          releaseYear: candidate.releaseYear)
      }
      return
    }
    album = Album(
      artistName: document.album.artistName, albumTitle: document.album.albumTitle,
      releaseYear: document.album.releaseYear)
    confidence = document.identification.confidence
    (lists, owned) = (document.listWords, document.owned)
    isKnown = document.identification.known?.scan != nil || document.identification.by == .samePhoto
    let written = document.review
    if let rating = written.rating, let recommendation = written.recommendation, let label = written.label {
      review = Review(
        rating: rating, recommendation: recommendation, label: label, contextSummary: written.contextSummary ?? "",
        keyTracks: written.keyTracks ?? [])
    }
  }
}
