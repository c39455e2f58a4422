/// An album whose artwork is compared with the photo.
package struct Contender: Equatable, Sendable {
  package var album: Identification
  /// Other editions that may have a cover of their own, the likeliest first.
  package var otherReleases: [MBID]
  /// It is the one that was named, or one of those among which only the cover can decide.
  package var isNamed: Bool

  /// How many editions are looked at beside the one that stands for the album.
  private static let mostEditions = 2

  init(_ album: Identification, editions: CatalogueAlbum, isNamed: Bool) {
    self.album = album
    self.isNamed = isNamed
    // Each label and country may have made a cover of its own; two of one date and label hardly did.
    var seen: Set<[String?]> = []
    otherReleases =
      editions.releases
      .filter { $0.id != album.release && $0.hasFrontArtwork != false && [nil, "", "Official"].contains($0.status) }
      .filter { seen.insert([$0.label, $0.country, $0.date]).inserted }
      .prefix(Self.mostEditions).map(\.id)
  }
}
