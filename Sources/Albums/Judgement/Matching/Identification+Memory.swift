extension Identification {
  /// An album as it is remembered, which the picture speaks for.
  init(_ known: KnownAlbum, means: Find.Means) {
    self.init(
      artistName: known.artistName, albumTitle: known.albumTitle, releaseYear: known.releaseYear,
      genres: known.genres, recordLabel: known.recordLabel, releaseGroup: known.releaseGroup, release: known.release,
      artists: known.artists, means: means, confidence: .verified, evidence: [])
    (catalogNumber, discogsRelease) = (known.catalogNumber, known.discogsRelease)
  }
}
