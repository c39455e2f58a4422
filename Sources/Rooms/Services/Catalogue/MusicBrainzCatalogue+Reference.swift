package import Albums
internal import HTTP

/// Makes one request per question: the caller has many albums to ask about, and no scan waits for them.
extension MusicBrainzCatalogue: AlbumReference {
  private static let unhurried = 30.0

  package func tracks(ofRelease release: MBID) async throws(ServiceFault) -> CatalogueAlbum? {
    try await lookUp(release, with: "artist-credits+recordings+release-groups", within: Self.unhurried)
  }

  /// Browsed, since a lookup of the group has 25 of its releases at most (MusicBrainz API, Subqueries, Browse).
  package func releases(ofGroup group: MBID) async throws(ServiceFault) -> CatalogueAlbum? {
    guard group.isValid else { return nil }
    let response = try await ask(
      "release?release-group=\(group)&inc=artist-credits+media+release-groups&limit=100&fmt=json",
      within: Self.unhurried)
    if response.status == 404 { return nil }
    guard let albums = try read(response).albums(of: .release) else { throw Self.unreadable }
    let album = albums.first { $0.releaseGroup == group }
    if album == nil, let other = albums.first {
      Self.disbelieve("group \(group)", answered: "group \(other.releaseGroup)")
    }
    return album
  }

  package func albums(titled title: String, by artist: String) async throws(ServiceFault) -> [CatalogueAlbum] {
    guard let query = SearchLadder.group(titled: title, by: artist) else { return [] }
    let response = try await ask("release-group?query=\(Self.encoded(query))&limit=25&fmt=json", within: Self.unhurried)
    // A query that it can't make sense of finds nothing.
    if response.status == 400 { return [] }
    guard let albums = try read(response).albums(of: .releaseGroup) else { throw Self.unreadable }
    return albums
  }
}
