package import Albums

/// What the catalogue says of a disc.
package struct CatalogueFacts: Codable, Equatable, Sendable {
  /// Of the release group.
  @Nullable package var firstReleaseDate: String?
  @Nullable package var releaseGroup: MBID?
  /// Of the very release that the library's songs name; null where they name none.
  @Nullable package var trackCount: Int?

  package init(firstReleaseDate: String? = nil, releaseGroup: MBID? = nil, trackCount: Int? = nil) {
    _firstReleaseDate = Nullable(firstReleaseDate)
    _releaseGroup = Nullable(releaseGroup)
    _trackCount = Nullable(trackCount)
  }
}
