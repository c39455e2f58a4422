/// An album with the evidence for it.
package struct Identification: Codable, Equatable, Sendable {
  package var artistName: String
  package var albumTitle: String
  /// Four digits; of the group, not of one pressing.
  package var releaseYear: String?
  package var genres: [String]
  package var recordLabel: String?
  /// Of the release.
  package var catalogNumber: String?
  /// The release's number at Discogs.
  package var discogsRelease: Int?
  /// Nil when the catalog doesn't know the album.
  package var releaseGroup: MBID?
  package var release: MBID?
  package var artists: [MBID]
  package var disambiguation: String?
  package var means: ClaimedAlbum.Means
  package var confidence: Confidence
  package var evidence: [Evidence]
  /// Other albums that came into question, nearest first.
  @EmptyIfMissing package var considered: [AlbumDocument.Candidate]
  /// Empty where they aren't known.
  @EmptyIfMissing package var tracks: [Track] = []
  /// Where the album can be heard.
  @EmptyIfMissing package var links: [AlbumLink] = []

  package init(
    artistName: String, albumTitle: String, releaseYear: String? = nil, genres: [String] = [],
    recordLabel: String? = nil, releaseGroup: MBID? = nil, release: MBID? = nil, artists: [MBID] = [],
    disambiguation: String? = nil, means: ClaimedAlbum.Means, confidence: Confidence, evidence: [Evidence],
    considered: [AlbumDocument.Candidate] = []
  ) {
    self.artistName = artistName
    self.albumTitle = albumTitle
    self.releaseYear = releaseYear
    self.genres = genres
    self.recordLabel = recordLabel
    self.releaseGroup = releaseGroup
    self.release = release
    self.artists = artists
    self.disambiguation = disambiguation
    self.means = means
    self.confidence = confidence
    self.evidence = evidence
    self.considered = considered
  }

  /// As a document lists it among others.
  /// - Parameters:
  ///   - number: as `accept` takes it; nil where there is nothing to choose.
  ///   - artwork: the file with its cover.
  package func candidate(number: Int? = nil, artwork: String? = nil) -> AlbumDocument.Candidate {
    AlbumDocument.Candidate(
      number: number, artistName: artistName, albumTitle: albumTitle, releaseYear: releaseYear,
      disambiguation: disambiguation, releaseGroup: releaseGroup, artwork: artwork, evidence: evidence,
      why: EvidenceText.why(evidence))
  }
}

extension Identification {
  /// An album as it is remembered, which the picture speaks for.
  init(_ known: KnownAlbum, means: ClaimedAlbum.Means) {
    self.init(
      artistName: known.artistName, albumTitle: known.albumTitle, releaseYear: known.releaseYear,
      genres: known.genres, recordLabel: known.recordLabel, releaseGroup: known.releaseGroup, release: known.release,
      artists: known.artists, means: means, confidence: .verified, evidence: [])
    (catalogNumber, discogsRelease) = (known.catalogNumber, known.discogsRelease)
    (tracks, links) = (known.tracks, known.links)
  }
}
