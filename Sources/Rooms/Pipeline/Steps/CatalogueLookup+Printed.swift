internal import Albums

/// Looks up the text on a sleeve in the catalog.
extension CatalogueLookup {
  /// Albums that may be meant, by a few searches.
  func albums(for printed: PrintedText) async throws -> (albums: [CatalogueAlbum], requests: Int) {
    var ladder = PrintedLadder(printed)
    var found: [CatalogueAlbum] = []
    var requests = 0
    while let question = ladder.next(after: found) {
      found += try await gate.pass(.musicbrainz) { try await catalogue.albums(printed: question) }
      requests += 1
    }
    return (found, requests)
  }

  /// - Parameter release: the one whose artwork lies in the photo; nil for the one that stands for the album.
  func details(of album: CatalogueAlbum, release: MBID?) async throws -> CatalogueAlbum? {
    guard let release = release ?? (ReleaseChoice.best(in: album) ?? album.releases.first)?.id else { return nil }
    return try await gate.pass(.musicbrainz) {
      try await catalogue.album(ofRelease: release, inGroup: album.releaseGroup)
    }
  }

  /// The album that the words led to and whose artwork lies in the photo.
  func proven(by recognised: Recognition, rejected: [AlbumIdentity]) -> (find: Find, finding: PrintedFinding)? {
    guard let printed = recognised.printed, let proven = printed.proven, !rejected.contains(where: proven.isSame),
      let album = printed.albums.first(where: { $0.identity.isSame(as: proven) })
    else { return nil }
    return (Judge.find(album), printed)
  }

  /// A person decides where the words on the sleeve clearly say another album than the one that was named by a model.
  func doubt(of verdict: Verdict, byWordsOn recognised: Recognition, rejected: [AlbumIdentity]) -> Verdict? {
    guard case .identified(let album) = verdict, album.confidence < .verified,
      case .identified(let printed)? = self.verdict(byWordsOn: recognised, rejected: rejected)
    else { return nil }
    return Judge.choice(between: album, and: printed)
  }

  /// What the words on the sleeve come to, where no model named an album; nil where they come to nothing.
  func verdict(byWordsOn recognised: Recognition, rejected: [AlbumIdentity]) -> Verdict? {
    guard let printed = recognised.printed, !printed.albums.isEmpty else { return nil }
    return Judge.verdict(
      printed: printed.text, ranking: printed.ranking, details: printed.details, requirement: settings.require,
      proofs: recognised.known, rejected: rejected)
  }
}
