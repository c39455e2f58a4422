package import Albums
internal import HTTP

/// Looks up what a person refers to. The person has seen it, so each lookup may take its time.
extension MusicBrainzCatalog {
  /// How many of the entries that link to an address are looked up.
  private static let mostLinked = 5

  package func albums(at reference: CatalogReference) async throws(Fault) -> [CatalogAlbum] {
    switch reference {
    case .release(let id): return try await release(id).map { [$0] } ?? []
    case .releaseGroup(let id): return try await releases(ofGroup: id).map { [$0] } ?? []
    case .entry(let id):
      if let release = try await release(id) { return [release] }
      return try await releases(ofGroup: id).map { [$0] } ?? []
    case .address(let address):
      var albums: [CatalogAlbum] = []
      for entry in try await entries(linkedTo: address).prefix(Self.mostLinked) {
        for album in try await self.albums(at: entry) where !albums.contains(where: album.isSameGroup) {
          albums.append(album)
        }
      }
      return albums
    }
  }

  private func release(_ id: MBID) async throws(Fault) -> CatalogAlbum? {
    try await lookUp(id, with: Self.details, within: Self.unhurried)
  }

  /// The releases and groups that link to an address (MusicBrainz API, url). Groups come first: one that has the address
  /// has it for all of its releases.
  private func entries(linkedTo address: String) async throws(Fault) -> [CatalogReference] {
    let response = try await ask(
      "url?resource=\(Self.encoded(address))&inc=release-rels+release-group-rels&fmt=json", within: Self.unhurried)
    // No entry of the catalog links to it.
    if response.status == 404 { return [] }
    guard let entries = try read(response).linked else { throw Self.unreadable }
    return entries
  }
}

extension CatalogAlbum {
  fileprivate func isSameGroup(as other: CatalogAlbum) -> Bool { releaseGroup == other.releaseGroup }
}
