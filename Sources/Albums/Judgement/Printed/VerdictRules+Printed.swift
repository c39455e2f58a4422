/// The verdict from the text on a sleeve alone, when nothing else names an album.
extension VerdictRules {
  /// The albums whose artwork is held against the photo: the one that is clear, else those that come into question, and after
  /// them all others by the artist who was read: nothing but the artwork can say which it is.
  package static func contenders(
    printed: PrintedText, ranking: Ranking, rejected: [AlbumIdentity] = []
  ) -> [Contender] {
    let winner = ranking.winner?.album.releaseGroup
    let matches = PrintedRanking.contenders(in: ranking, most: PrintedRanking.mostOfArtist)
    return matches.enumerated().compactMap { place, match in
      let isFurther = place >= PrintedRanking.mostContenders
      guard !isFurther || winner == nil && match.artistLevel > 0 else { return nil }
      let album = album(match, printed: printed, ranking: ranking)
      guard !rejected.contains(where: album.identity.isSame) else { return nil }
      let isNamed = winner == nil || match.album.releaseGroup == winner
      var contender = Contender(album, editions: match.album, isNamed: isNamed)
      // One cover each is enough of so many.
      if isFurther { contender.otherReleases = [] }
      return contender
    }
  }

  /// The find that a match with what is printed stands for. Where both names are there, the number led to nothing that they
  /// wouldn't have led to.
  package static func find(_ match: Match) -> ClaimedAlbum {
    let album = match.album
    return ClaimedAlbum(
      artistName: album.artistName, albumTitle: album.title, releaseYear: album.firstReleaseYear,
      means: match.catalogNumber != nil && !match.hasBothNames ? .catalogNumber : .text)
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
        cover: nil, find: find(winner), ranking: ranking, details: details,
        requirement: max(requirement, .corroborated), proofs: proofs, rejected: rejected, printed: printed)
    }
    let near = PrintedRanking.contenders(in: ranking).filter { match in
      !proofs.contradict(match.album.identity)
        && (match.distance < VerdictFacts.worthShowing || match.catalogNumber != nil || isNamed(match, in: printed))
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
  package static func wordsDiffer(named: Identification, printed: Identification) -> Verdict? {
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
    let find = find(match)
    return VerdictFacts(
      claim: claim(of: find, model: nil, text: nil, printed: printed), ranking: ranking, proofs: [], rejected: [],
      text: nil, printed: printed
    ).backed(by: match, isWinner: false)
  }
}
