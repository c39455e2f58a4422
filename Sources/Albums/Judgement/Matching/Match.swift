/// A catalog album, with the reasons why it may not be the one in the photo.
package struct Match: Codable, Equatable, Sendable {
  package var album: CatalogueAlbum
  package var penalties: [Penalty]
  /// By `TitleMatch`, 1 to 4; 0 for no match, or where there was no title to compare.
  package var titleLevel: Int
  /// By `ArtistMatch`, 1 to 3; 0 for no match, or where there was no artist to compare.
  package var artistLevel: Int

  package init(album: CatalogueAlbum, penalties: [Penalty], titleLevel: Int, artistLevel: Int) {
    self.album = album
    self.penalties = penalties
    self.titleLevel = titleLevel
    self.artistLevel = artistLevel
  }

  /// 0 the same … 1 nothing alike.
  package var distance: Double { min(1, penalties.map(\.weight).reduce(0, +)) }

  /// Whether its names may stand for the album's: same title up to the edition, same artist.
  package var namesAgree: Bool {
    (1...2).contains(titleLevel) && artistLevel > 0 && !penalties.contains(.artistDiffers(level: 3, weak: true))
  }
}
