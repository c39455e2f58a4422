extension CatalogueAlbum {
  /// The album as its lookup shows it. What a lookup leaves empty keeps the search's word; an identifier that the
  /// catalog has merged into another gives way to it.
  package func completed(by details: CatalogueAlbum) -> CatalogueAlbum {
    var album = details
    if album.artists.isEmpty { album.artists = artists }
    if album.genres.isEmpty { album.genres = genres }
    album.firstReleaseDate = details.firstReleaseDate ?? firstReleaseDate
    album.disambiguation = details.disambiguation ?? disambiguation
    if ReleaseChoice.best(in: details) == nil { album.releases = releases }
    return album
  }
}
