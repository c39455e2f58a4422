/// `album.json`: everything known about one scan, for users and other programs (schema `albumscan/album/1`). Every key
/// is always present, and unknown values are null. Readers ignore keys that they don't know.
package struct AlbumDocument: Codable, Equatable, Sendable {
  package var schema = "albumscan/album/1"
  package var id: ScanID
  /// RFC 3339, UTC, as all times here.
  package var scannedAt: String
  package var state: ScanState
  package var photo: Photo
  package var album: Album
  package var identification: Identified
  package var artwork: ArtworkEntry
  package var review: ReviewEntry
  package var cost: Cost
  /// The lists that the album is on.
  @EmptyIfMissing package var lists: [AlbumList] = []
  /// Whether one of them is `owned`.
  @FalseIfMissing package var owned = false
  /// The user's own, from 0 to 10; null where none was given.
  @Nullable package var yourRating: Double?
  /// All photos of the record, if there are several; its own first.
  @EmptyIfMissing package var photos: [RecordPhoto] = []

  package struct Photo: Codable, Equatable, Sendable {
    package var name: String
    package var sha256: String
    /// Where the photo is now, relative to the root; null once it was deleted.
    @Nullable package var now: String?
    /// What was less than perfect about it: `truncated`, `damaged`, `enlarged`.
    @EmptyIfMissing package var notes: [String] = []
    /// Which of several sleeves in it this is of; null for all of it.
    @Nullable package var part: PhotoPart?

    package init(name: String, sha256: String, now: String?, notes: [String] = [], part: PhotoPart? = nil) {
      self.name = name
      self.sha256 = sha256
      _now = Nullable(wrappedValue: now)
      self.notes = notes
      _part = Nullable(wrappedValue: part)
    }
  }

  package struct Album: Codable, Equatable, Sendable {
    package var artistName: String
    package var albumTitle: String
    @Nullable package var releaseYear: String?
    package var genres: [String]
    @Nullable package var recordLabel: String?
    package var musicbrainz: MusicBrainz
    /// Of the release.
    @Nullable package var catalogNumber: String?
    /// The release's number at Discogs.
    @Nullable package var discogsRelease: Int?
    /// In order; empty where they aren't known.
    @EmptyIfMissing package var tracks: [Track] = []
    /// Where it can be heard, as the catalog has it.
    @EmptyIfMissing package var links: [AlbumLink] = []

    package struct MusicBrainz: Codable, Equatable, Sendable {
      @Nullable package var releaseGroup: MBID?
      @Nullable package var release: MBID?
      package var artists: [MBID]

      package init(releaseGroup: MBID?, release: MBID?, artists: [MBID]) {
        _releaseGroup = Nullable(wrappedValue: releaseGroup)
        _release = Nullable(wrappedValue: release)
        self.artists = artists
      }
    }

    package init(
      artistName: String, albumTitle: String, releaseYear: String?, genres: [String], recordLabel: String?,
      musicbrainz: MusicBrainz, catalogNumber: String? = nil, discogsRelease: Int? = nil, tracks: [Track] = [],
      links: [AlbumLink] = []
    ) {
      self.artistName = artistName
      self.albumTitle = albumTitle
      _releaseYear = Nullable(wrappedValue: releaseYear)
      self.genres = genres
      _recordLabel = Nullable(wrappedValue: recordLabel)
      self.musicbrainz = musicbrainz
      _catalogNumber = Nullable(wrappedValue: catalogNumber)
      _discogsRelease = Nullable(wrappedValue: discogsRelease)
      self.tracks = tracks
      self.links = links
    }
  }

  package struct Identified: Codable, Equatable, Sendable {
    /// `two-tier`, `four-phase` or `single-call`.
    package var strategy: String
    package var by: ClaimedAlbum.Means
    package var confidence: Confidence
    package var evidence: [Evidence]
    @Nullable package var extractedText: String?
    @Nullable package var albumDescription: String?
    /// Albums to choose from in an unsure scan; in others those that came into question too.
    package var candidates: [Candidate]
    /// Why a person must choose; null where it is settled.
    @Nullable package var reason: String?
    /// Pages that a web search leaned on; null in bundles from before they were kept.
    @Nullable package var sources: [Source]?
    /// Whether the album was scanned before, or is in the library; null where neither.
    @Nullable package var known: PriorKnowledge?
    /// `pending` while MusicBrainz couldn't be asked yet: names, evidence and artwork come when it answers; else null.
    @Nullable package var catalogue: CatalogStatus?

    package init(
      strategy: String, by: ClaimedAlbum.Means, confidence: Confidence, evidence: [Evidence], extractedText: String?,
      albumDescription: String?, candidates: [Candidate], reason: String? = nil, sources: [Source]? = nil,
      known: PriorKnowledge? = nil, catalogue: CatalogStatus? = nil
    ) {
      self.strategy = strategy
      self.by = by
      self.confidence = confidence
      self.evidence = evidence
      _extractedText = Nullable(wrappedValue: extractedText)
      _albumDescription = Nullable(wrappedValue: albumDescription)
      self.candidates = candidates
      _reason = Nullable(wrappedValue: reason)
      _sources = Nullable(wrappedValue: sources)
      _known = Nullable(wrappedValue: known)
      _catalogue = Nullable(wrappedValue: catalogue)
    }
  }

  /// Artwork, or what the catalog knows, is still to come.
  package var isIncomplete: Bool { artwork.status == .pending || identification.catalogue == .pending }

  package enum CatalogStatus: String, Codable, Sendable { case pending }

  /// An album to choose from, or another one that it might have been.
  package struct Candidate: Codable, Equatable, Sendable {
    /// As `albumscanctl accept ID N` takes it; null where there is nothing to choose.
    @Nullable package var number: Int?
    package var artistName: String
    package var albumTitle: String
    @Nullable package var releaseYear: String?
    @Nullable package var disambiguation: String?
    @Nullable package var releaseGroup: MBID?
    /// A small picture of its cover in the bundle; null where there is none.
    @Nullable package var artwork: String?
    package var evidence: [Evidence]
    /// What speaks for and against it, in a sentence.
    @Nullable package var why: String?

    package init(
      number: Int? = nil, artistName: String, albumTitle: String, releaseYear: String?, disambiguation: String?,
      releaseGroup: MBID?, artwork: String? = nil, evidence: [Evidence], why: String? = nil
    ) {
      _number = Nullable(wrappedValue: number)
      self.artistName = artistName
      self.albumTitle = albumTitle
      _releaseYear = Nullable(wrappedValue: releaseYear)
      _disambiguation = Nullable(wrappedValue: disambiguation)
      _releaseGroup = Nullable(wrappedValue: releaseGroup)
      _artwork = Nullable(wrappedValue: artwork)
      self.evidence = evidence
      _why = Nullable(wrappedValue: why)
    }
  }

  /// Null but for `status` unless present.
  package struct ArtworkEntry: Codable, Equatable, Sendable {
    package var status: ArtworkStatus
    @Nullable package var file: String?
    @Nullable package var thumbnail: String?
    @Nullable package var width: Int?
    @Nullable package var height: Int?
    @Nullable package var source: ArtworkSource?

    package init(status: ArtworkStatus, width: Int? = nil, height: Int? = nil, source: ArtworkSource? = nil) {
      self.status = status
      let present = status == .present
      _file = Nullable(wrappedValue: present ? "artwork.jpg" : nil)
      _thumbnail = Nullable(wrappedValue: present ? "thumbnail.jpg" : nil)
      _width = Nullable(wrappedValue: width)
      _height = Nullable(wrappedValue: height)
      _source = Nullable(wrappedValue: source)
    }
  }

  package struct Cost: Codable, Equatable, Sendable {
    package var usd: Double
    package var calls: [Call]

    package struct Call: Codable, Equatable, Sendable {
      package var step: Step
      package var model: String
      package var inputTokens: Int
      package var outputTokens: Int
      package var searches: Int
      package var usd: Double

      package init(step: Step, model: String, usage: Usage, usd: Double) {
        self.step = step
        self.model = model
        inputTokens = usage.inputTokens
        outputTokens = usage.outputTokens
        searches = usage.searches
        self.usd = usd
      }
    }

    package init(usd: Double, calls: [Call]) {
      self.usd = usd
      self.calls = calls
    }
  }

  package init(
    id: ScanID, scannedAt: String, state: ScanState, photo: Photo, album: Album, identification: Identified,
    artwork: ArtworkEntry, review: ReviewEntry, cost: Cost
  ) {
    self.id = id
    self.scannedAt = scannedAt
    self.state = state
    self.photo = photo
    self.album = album
    self.identification = identification
    self.artwork = artwork
    self.review = review
    self.cost = cost
  }
}

extension AlbumDocument {
  /// The album as it was identified.
  package var identified: Identification {
    var identified = Identification(
      artistName: album.artistName, albumTitle: album.albumTitle, releaseYear: album.releaseYear, genres: album.genres,
      recordLabel: album.recordLabel, releaseGroup: album.musicbrainz.releaseGroup, release: album.musicbrainz.release,
      artists: album.musicbrainz.artists, means: identification.by, confidence: identification.confidence,
      evidence: identification.evidence)
    (identified.tracks, identified.links) = (album.tracks, album.links)
    return identified
  }
}
