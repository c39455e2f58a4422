/// What the picture itself says of one album: its artwork lies in the photo, or doesn't, or its barcode was read there.
package struct Proof: Codable, Equatable, Sendable {
  package var album: AlbumIdentity
  package var evidence: Evidence

  package init(of album: AlbumIdentity, by evidence: Evidence) {
    self.album = album
    self.evidence = evidence
  }
}

extension [Proof] {
  /// The albums that are verified, each once.
  var verified: [AlbumIdentity] {
    var albums: [AlbumIdentity] = []
    for proof in self where proof.evidence.verifies && !albums.contains(where: proof.album.isSame) {
      albums.append(proof.album)
    }
    return albums
  }

  /// All that is known of one album, the strongest first.
  func evidence(of album: AlbumIdentity) -> [Evidence] {
    let own = filter { $0.album.isSame(as: album) }.map(\.evidence)
    return own.filter(\.verifies) + own.filter { !$0.verifies }
  }
}
