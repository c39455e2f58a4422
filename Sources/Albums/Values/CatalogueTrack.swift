/// A track of a release in the catalog.
package struct CatalogueTrack: Codable, Equatable, Sendable {
  /// Of the track on this release, which players write as `MUSICBRAINZ_RELEASETRACKID`.
  package let id: MBID
  /// The disc that it is on, from 1.
  package let medium: Int
  /// On that disc, from 1.
  package let position: Int
  package let title: String

  package init(id: MBID, medium: Int, position: Int, title: String) {
    self.id = id
    self.medium = medium
    self.position = position
    self.title = title
  }
}
