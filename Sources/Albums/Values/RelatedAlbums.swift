/// What the gallery has that belongs beside an album, newest first.
package struct RelatedAlbums: Equatable, Sendable {
  package struct Entry: Equatable, Sendable {
    /// The bundle's folder name inside `done/`.
    package var folder: String
    package var artistName: String
    package var albumTitle: String
    package var releaseYear: String?

    package init(folder: String, artistName: String, albumTitle: String, releaseYear: String? = nil) {
      self.folder = folder
      self.artistName = artistName
      self.albumTitle = albumTitle
      self.releaseYear = releaseYear
    }
  }

  /// So many of a kind, at most.
  package static let most = 6
  /// Records of a label belong together if they came out within so many years.
  package static let years = 2

  package var byArtist: [Entry] = []
  /// From the same years, by other artists.
  package var onLabel: [Entry] = []
  /// The scan by which the album was known before.
  package var earlier: Entry?
  /// The newest album by each artist whom the review names, by the name as it stands there.
  package var named: [String: Entry] = [:]

  package init() {}
}
