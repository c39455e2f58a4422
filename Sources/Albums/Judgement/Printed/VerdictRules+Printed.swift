/// The verdict from the text on a sleeve alone, when nothing else names an album.
extension VerdictRules {
  /// The albums whose artwork is held against the photo: the one that is clear, else those that come into question.
  package static func contenders(
    printed: PrintedText, ranking: Ranking, rejected: [AlbumIdentity] = []
  ) -> [Contender] {
    let winner = ranking.winner?.album.releaseGroup
    return PrintedRanking.contenders(in: ranking).compactMap { match in
      let album = album(match, printed: printed, ranking: ranking)
      guard !rejected.contains(where: album.identity.isSame) else { return nil }
      let isNamed = winner == nil || match.album.releaseGroup == winner
      return Contender(album, editions: match.album, isNamed: isNamed)
    }
  }

  /// The find that a ranking by printed words stands for.
  package static func find(_ album: CatalogAlbum) -> ClaimedAlbum {
    ClaimedAlbum(
      artistName: album.artistName, albumTitle: album.title, releaseYear: album.firstReleaseYear, means: .text)
  }

  /// Where the artwork didn't settle it and no model named an album: corroborated where the catalog has one album for
  /// both names; else what comes into question, for a person; nil where nothing does.
  package static func verdict(
    printed: PrintedText, ranking: Ranking, details: CatalogAlbum?, requirement: Confidence, proofs: [Proof],
    rejected: [AlbumIdentity]
  ) -> Verdict? {
    let ranking = Ranking(
      ranking.matches.filter { match in !rejected.contains(where: match.album.identity.isSame) })
    if let winner = ranking.winner {
      return verdict(
        reading: nil, find: find(winner.album), ranking: ranking, details: details,
        requirement: max(requirement, .corroborated), proofs: proofs, rejected: rejected, printed: printed)
    }
    let near = PrintedRanking.contenders(in: ranking).filter { match in
      !proofs.contradict(match.album.identity)
        && (match.distance < VerdictFacts.worthShowing || isNamed(match, in: printed))
    }
    guard !near.isEmpty else { return nil }
    return .unsure(
      near.map { match in
        var album = album(match, printed: printed, ranking: ranking)
        album.evidence += proofs.evidence(of: album.identity)
        return album
      }, reason: VerdictText.proposals(near, why: nil))
  }

  /// - Parameters:
  ///   - named: by a model.
  ///   - printed: by the words on the sleeve, both its names.
  /// - Returns: nil where they are the same album, or the words name the first as well.
  package static func choice(between named: Identification, and printed: Identification) -> Verdict? {
    let isNamedToo = named.evidence.contains { $0.matchesBothNames }
    guard !isNamedToo, !named.identity.isSame(as: printed.identity), named.identity.key != printed.identity.key else {
      return nil
    }
    return .unsure([printed, named], reason: VerdictText.wordsDiffer(printed.identity, from: named.identity))
  }

  /// Whether one name stands on the sleeve in letters that count.
  private static func isNamed(_ match: Match, in printed: PrintedText) -> Bool {
    PrintedRanking.prominence(of: match.album, in: printed) >= 0.4
  }

  private static func album(_ match: Match, printed: PrintedText, ranking: Ranking) -> Identification {
    let find = find(match.album)
    return VerdictFacts(
      claim: claim(of: find, model: nil, text: nil, printed: printed), ranking: ranking, proofs: [], rejected: [],
      text: nil, printed: printed
    ).backed(by: match, isWinner: false)
  }
}
