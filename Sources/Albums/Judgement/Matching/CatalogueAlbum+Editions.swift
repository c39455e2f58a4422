extension CatalogueAlbum {
  /// Whether it is the same music under a title with other edition words. Albums of the very same title, as
  /// self-titled ones, are different albums.
  func isEdition(of other: CatalogueAlbum) -> Bool {
    let (title, otherTitle) = (TitleKey(self.title), TitleKey(other.title))
    return ArtistKey(artistName) == ArtistKey(other.artistName) && !title.base.isEmpty && title.base == otherTitle.base
      && title.folded != otherTitle.folded
  }
}
