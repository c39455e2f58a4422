/// An album of an imported collection.
package struct CollectionEntry: Equatable, Sendable {
  package var album: KnownAlbum
  package var lists: [ListName]
  /// RFC 3339, UTC; nil where the file doesn't say.
  package var addedAt: String?
  /// The user's own, from 0 to 10.
  package var rating: Double?
  /// Of the file, from 1.
  package var line: Int

  package init(album: KnownAlbum, lists: [ListName], addedAt: String? = nil, rating: Double? = nil, line: Int) {
    self.album = album
    self.lists = lists
    self.addedAt = addedAt
    self.rating = rating
    self.line = line
  }
}
