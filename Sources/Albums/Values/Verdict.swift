/// What a scan came to.
package enum Verdict: Codable, Equatable, Sendable {
  case identified(Identification)
  /// Several albums fit, or the evidence is weaker than the settings require. A person decides.
  case unsure([Identification], reason: String)
  /// No result: the reason for people, and the hint that goes with it.
  case unidentified(reason: String, hint: String)
}

/// An album with the evidence for it.
package struct Identification: Codable, Equatable, Sendable {
  package var artistName: String
  package var albumTitle: String
  /// Four digits; of the group, not of one pressing.
  package var releaseYear: String?
  package var genres: [String]
  package var recordLabel: String?
  /// Nil when the catalogue doesn't know the album.
  package var releaseGroup: MBID?
  package var release: MBID?
  package var artists: [MBID]
  package var disambiguation: String?
  package var means: Find.Means
  package var confidence: Confidence
  package var evidence: [Evidence]

  package init(
    artistName: String, albumTitle: String, releaseYear: String? = nil, genres: [String] = [],
    recordLabel: String? = nil, releaseGroup: MBID? = nil, release: MBID? = nil, artists: [MBID] = [],
    disambiguation: String? = nil, means: Find.Means, confidence: Confidence, evidence: [Evidence]
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
  }
}
