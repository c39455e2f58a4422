/// What the photo proves about one album: whether it contains the album's artwork, or its barcode.
package struct Proof: Codable, Equatable, Sendable {
  package var album: AlbumIdentity
  package var evidence: Evidence
  /// All that is remembered of the album, where its cover is known here.
  package var known: KnownAlbum?
  /// The edition whose artwork or barcode it is; nil where it is the group's, or a cover from elsewhere.
  package var release: MBID?

  package init(of album: AlbumIdentity, by evidence: Evidence) {
    self.album = album
    self.evidence = evidence
  }

  package init(of known: KnownAlbum, by evidence: Evidence, release: MBID? = nil) {
    self.init(of: known.identity, by: evidence)
    self.known = known
    self.release = release
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

  /// All that is known of one album, the strongest first. Of several covers that lie in the photo the one that is seen
  /// best counts, and what another edition's cover says against it then counts for nothing.
  func evidence(of album: AlbumIdentity) -> [Evidence] {
    let own = filter { $0.album.isSame(as: album) }.map(\.evidence)
    let seen = own.compactMap { if case .artwork(let inliers) = $0 { inliers } else { nil } }.max()
    let rest = own.filter { evidence in
      switch evidence {
      case .artwork: false
      case .artworkDiffers: seen == nil
      default: true
      }
    }
    return (seen.map { [.artwork(inliers: $0)] } ?? []) + rest.filter(\.verifies) + rest.filter { !$0.verifies }
  }

  /// The edition that the picture speaks for.
  package func release(of album: AlbumIdentity) -> MBID? {
    lazy.filter { $0.evidence.verifies && $0.album.isSame(as: album) }.compactMap(\.release).first
  }

  /// An album's artwork was looked for in the photo, and is certainly not there.
  package func contradict(_ album: AlbumIdentity) -> Bool {
    evidence(of: album).contains { if case .artworkDiffers = $0 { true } else { false } }
  }

  /// What is remembered of one album.
  func memory(of album: AlbumIdentity) -> KnownAlbum? {
    lazy.filter { $0.album.isSame(as: album) }.compactMap(\.known).first
  }
}

extension AlbumDocument.Identified {
  /// Takes in what the album's artwork says of the photo, when it comes after the verdict: it verifies the album, or takes
  /// back what was thought of it.
  package mutating func weigh(_ proof: Proof) {
    guard !evidence.contains(.person), !evidence.contains(proof.evidence) else { return }
    if proof.evidence.verifies {
      evidence.insert(proof.evidence, at: 0)
      confidence = .verified
    } else {
      evidence.append(proof.evidence)
      if confidence != .verified { confidence = .claimed }
    }
  }
}
