/// The verdict where a person states the album. It needs no further evidence, whatever `identification.require` says.
extension VerdictRules {
  /// The catalog's album that was meant.
  package static func stated(_ album: CatalogAlbum, details: CatalogAlbum?) -> Verdict {
    let match = Match(album: album, penalties: [], titleLevel: 1, artistLevel: 1)
    let find = ClaimedAlbum(
      artistName: album.artistName, albumTitle: album.title, releaseYear: album.firstReleaseYear, means: .person)
    let verdict = verdict(cover: nil, find: find, ranking: Ranking([match]), details: details)
    guard case .identified(let album) = verdict else { return verdict }
    return .identified(album.stated)
  }

  /// The album by its names alone, where the catalog has none or doesn't clearly have one: then what comes close is there
  /// to choose from, and the album as it was stated is the last choice.
  package static func stated(_ claim: ClaimedAlbum, _ ranking: Ranking) -> Verdict {
    let near = ranking.tied.isEmpty ? ranking.proposals : Array(ranking.tied.prefix(VerdictFacts.mostShown - 1))
    guard !near.isEmpty else { return asStated(claim) }
    let own = self.claim(of: claim, model: nil, text: nil)
    let facts = VerdictFacts(claim: own, ranking: ranking, proofs: [], rejected: [])
    let candidates = near.prefix(VerdictFacts.mostShown - 1).map { facts.backed(by: $0, isWinner: false) }
    return .unsure(candidates + [own], reason: VerdictText.stated(own, near: candidates.count))
  }

  /// The album as a person stated it, without the catalog.
  package static func asStated(_ claim: ClaimedAlbum) -> Verdict {
    .identified(self.claim(of: claim, model: nil, text: nil).stated)
  }

  /// The album of photos like this one, which a person named; nil if there is none. It is only a claim.
  package static func samePhoto(named: [Proof], requirement: Confidence) -> Verdict? {
    let albums = named.map { Identification(claimedBy: $0, means: .coverIndex) }
    guard let only = albums.first else { return nil }
    if albums.count == 1, requirement <= .claimed { return .identified(only) }
    return .unsure(
      Array(albums.prefix(VerdictFacts.mostShown)),
      reason: albums.count == 1 ? VerdictText.claim(.claimed, fallsShortOf: requirement) : VerdictText.severalNamed)
  }

  /// Albums that share what was stated, for the person to choose from.
  package static func sharedStatement(of albums: [CatalogAlbum], _ statement: String) -> Verdict {
    let candidates = albums.prefix(VerdictFacts.mostShown).map { album in
      let release = album.bestRelease() ?? album.releases.first
      var candidate = Identification(KnownAlbum(album, release: release), means: .person)
      (candidate.confidence, candidate.disambiguation) = (.claimed, Cleaned.text(album.disambiguation))
      return candidate
    }
    return .unsure(candidates, reason: VerdictText.shared(statement, by: candidates.count))
  }
}

extension Identification {
  /// An album that the photo speaks for, but not alone.
  init(claimedBy proof: Proof, means: ClaimedAlbum.Means) {
    self.init(proof.known ?? KnownAlbum(proof.album), means: means)
    (confidence, evidence) = (.claimed, [proof.evidence])
  }

  /// As settled by a person.
  package var stated: Identification {
    var album = self
    (album.means, album.confidence) = (.person, .verified)
    album.evidence = [.person] + evidence.filter { $0 != .person }
    return album
  }
}
