/// What the picture itself says of one album: its artwork lies in the photo, or doesn't, or its barcode was read there.
package struct Proof: Codable, Equatable, Sendable {
  package var album: AlbumIdentity
  package var evidence: Evidence
  /// All that is remembered of the album, where its cover is known here.
  package var known: KnownAlbum?

  package init(of album: AlbumIdentity, by evidence: Evidence) {
    self.album = album
    self.evidence = evidence
  }

  package init(of known: KnownAlbum, by evidence: Evidence) {
    self.init(of: known.identity, by: evidence)
    self.known = known
  }
}

extension [Proof] {
  /// The albums that are verified, each once.
  package var verified: [AlbumIdentity] {
    var albums: [AlbumIdentity] = []
    for proof in self where proof.evidence.verifies && !albums.contains(where: proof.album.isSame) {
      albums.append(proof.album)
    }
    return albums
  }

  /// Those that speak of none of these albums.
  package func without(_ albums: [AlbumIdentity]) -> [Proof] {
    filter { proof in !albums.contains(where: proof.album.isSame) }
  }

  /// All that is known of one album, the strongest first.
  func evidence(of album: AlbumIdentity) -> [Evidence] {
    let own = filter { $0.album.isSame(as: album) }.map(\.evidence)
    return own.filter(\.verifies) + own.filter { !$0.verifies }
  }

  /// What is remembered of one album.
  func memory(of album: AlbumIdentity) -> KnownAlbum? {
    lazy.filter { $0.album.isSame(as: album) }.compactMap(\.known).first
  }
}
