package import Albums
internal import HTTP

/// One request each: whoever asks this has many albums to ask about.
extension MusicBrainzCatalogue: AlbumReference {
  package func tracks(ofRelease release: MBID) async throws(Setback) -> CatalogueAlbum? {
    try await lookUp(release, with: "artist-credits+recordings+release-groups")
  }

  /// Browsed, since a lookup of the group has 25 of its releases at most (MusicBrainz API, Subqueries, Browse).
  package func releases(ofGroup group: MBID) async throws(Setback) -> CatalogueAlbum? {
    guard group.isValid else { return nil }
    let response = try await ask(
      "release?release-group=\(group)&inc=artist-credits+media+release-groups&limit=100&fmt=json")
    if response.status == 404 { return nil }
    guard let albums = try read(response).albums(of: .release) else { throw Self.unreadable }
    return albums.first
  }

  package func albums(titled title: String, by artist: String) async throws(Setback) -> [CatalogueAlbum] {
    guard let query = SearchLadder.group(titled: title, by: artist) else { return [] }
    let response = try await ask("release-group?query=\(Self.encoded(query))&limit=25&fmt=json")
    // A query that it can't make sense of finds nothing.
    if response.status == 400 { return [] }
    guard let albums = try read(response).albums(of: .releaseGroup) else { throw Self.unreadable }
    return albums
  }
}
