/// Decides the verdict on a scan. Confidence comes from independent evidence only; a model's own confidence counts for
/// nothing.
package enum VerdictRules {
  /// - Parameters:
  ///   - cover: what was read on the cover; nil if no model was asked.
  ///   - find: the album that was named; nil if none was.
  ///   - ranking: the catalog's albums, judged against `find`; nil when it wasn't asked.
  ///   - details: the winner's details; nil if the search already gave enough.
  ///   - requirement: the lowest confidence of a result (`identification.require`).
  ///   - model: the model that named the album; nil if none did.
  ///   - proofs: evidence from the picture itself: artwork, barcodes.
  ///   - rejected: albums that the user rejected for this photo.
  ///   - printed: what this computer read on the cover.
  package static func verdict(
    cover: CoverReading?, find: ClaimedAlbum?, ranking: Ranking?, details: CatalogAlbum? = nil,
    requirement: Confidence = .claimed, model: String? = nil, proofs: [Proof] = [], rejected: [AlbumIdentity] = [],
    printed: PrintedText? = nil
  ) -> Verdict {
    let proofs = proofs.without(rejected)
    let verified = proofs.verified
    guard let find = find ?? verified.first.map({ ClaimedAlbum(verified: $0, by: proofs.evidence(of: $0)) }) else {
      return .unidentified(
        reason: VerdictText.unidentified(because: cover?.reason), hint: VerdictText.hint(after: cover?.reason))
    }
    let claim = claim(of: find, model: model, text: cover?.extractedText, printed: printed)
    let ranking = (ranking ?? Ranking([])).completed(by: details)
    let input = VerdictFacts(
      claim: claim, ranking: ranking, proofs: proofs, rejected: rejected, text: cover?.extractedText,
      printed: printed)

    if verified.count > 1 {
      return .unsure(verified.map(input.verified), reason: VerdictText.severalVerified(verified))
    }
    if let album = input.said.first(where: { said in rejected.contains(where: said.isSame) }) {
      return afterRejection(of: album, in: input)
    }
    let subject = ranking.winner?.album.identity ?? claim.identity
    let isContradicted = proofs.contradict(subject)
    if let only = verified.first, !isContradicted || only.isSame(as: subject) || input.isNamesake(only) {
      var result = input.verified(only)
      result.considered = input.considered(without: only)
      return .identified(result)
    }
    if ranking.tied.count > 1, verified.isEmpty {
      return .unsure(
        ranking.tied.map { input.backed(by: $0, isWinner: false) }, reason: VerdictText.tie(of: ranking.tied))
    }
    if isContradicted {
      return .unsure(
        input.contradicted(by: verified.first), reason: VerdictText.contradicted(subject, by: verified.first))
    }
    let result = input.subject
    if result.confidence >= requirement {
      var result = result
      result.considered = input.considered(without: ranking.winner?.album.identity)
      return .identified(result)
    }
    return .unsure(
      [result] + input.alternatives,
      reason: VerdictText.claim(result.confidence, fallsShortOf: requirement))
  }

  /// The candidates, most likely first, before their artwork is compared with the photo: the named album, or those
  /// among which the catalog can't decide, then the others.
  package static func contenders(
    cover: CoverReading?, find: ClaimedAlbum, ranking: Ranking?, details: CatalogAlbum? = nil, model: String? = nil,
    rejected: [AlbumIdentity] = []
  ) -> [Contender] {
    let ranking = (ranking ?? Ranking([])).completed(by: details)
    let text = cover?.extractedText
    let input = VerdictFacts(
      claim: claim(of: find, model: model, text: text), ranking: ranking, proofs: [], rejected: rejected, text: text)
    var contenders: [Contender] = []
    if let winner = ranking.winner {
      contenders.append(Contender(input.subject, editions: winner.album, isNamed: true))
    }
    for match in input.others(than: ranking.winner?.album.identity) {
      let isTied = ranking.tied.contains { $0.album.releaseGroup == match.album.releaseGroup }
      contenders.append(Contender(input.backed(by: match, isWinner: false), editions: match.album, isNamed: isTied))
    }
    return contenders.filter { contender in !rejected.contains(where: contender.album.identity.isSame) }
  }

  /// The next candidates after the user has rejected an album: never the same one again, and always left to the user.
  private static func afterRejection(of album: AlbumIdentity, in input: VerdictFacts) -> Verdict {
    var next = input.others(than: nil).prefix(VerdictFacts.mostShown).map { input.backed(by: $0, isWinner: false) }
    let claim = input.claim
    if !input.rejected.contains(where: claim.identity.isSame),
      !next.contains(where: { $0.identity.isSame(as: claim.identity) })
    {
      next.append(claim)
    }
    guard !next.isEmpty else {
      return .unidentified(
        reason: VerdictText.nothingBut(album), hint: VerdictText.hintAfterRejection)
    }
    return .unsure(next, reason: VerdictText.rejected(album))
  }

  /// The verdict without the catalog, in the finder's words.
  static func claim(
    of find: ClaimedAlbum, model: String?, text: String?, printed: PrintedText? = nil
  ) -> Identification {
    let artist = Cleaned.text(find.artistName) ?? find.artistName
    let title = Cleaned.text(find.albumTitle) ?? find.albumTitle
    let evidence = self.evidence(in: text, printed, of: artist, title) + (model.map { [.model($0)] } ?? [])
    return Identification(
      artistName: artist, albumTitle: title, releaseYear: find.releaseYear,
      genres: find.genres.prefix(8).compactMap { Cleaned.text($0, limit: 60) },
      recordLabel: Cleaned.text(find.recordLabel), means: find.means, confidence: .claimed, evidence: evidence)
  }

  /// The text evidence for an album; empty if the text names neither artist nor title.
  /// - Parameter printed: the text read on this computer. The text with more evidence counts.
  static func evidence(
    in text: String?, _ printed: PrintedText? = nil, of artist: String, _ title: String, aliases: [String] = []
  ) -> [Evidence] {
    let found = TextEvidence.found(text: text, artist: artist, title: title, aliases: aliases)
    if let printed, found.count < 2,
      let read = PrintedRanking.evidence(for: artist, title, aliases: aliases, in: printed),
      found.isEmpty || read.matchesBothNames
    {
      return [read]
    }
    guard !found.isEmpty else { return [] }
    return [.text(matched: found.map(\.part), words: found.map { Cleaned.text($0.words, limit: 200) ?? $0.part })]
  }

  /// Catalog albums that may match the text on the cover, for the user to choose from if nothing else identifies it;
  /// nil if none is close.
  /// - Parameter why: what was tried.
  package static func proposals(
    _ albums: [CatalogAlbum], text: String?, why: String?, rejected: [AlbumIdentity] = []
  ) -> Verdict? {
    guard let text else { return nil }
    let albums = albums.filter { album in !rejected.contains(where: album.identity.isSame) }
    let ranking = Matcher.ranking(of: albums, for: CatalogQuery(text: text))
    let near = ranking.proposals
    guard !near.isEmpty else { return nil }
    let candidates = near.map { match -> Identification in
      let find = ClaimedAlbum(
        artistName: match.album.artistName, albumTitle: match.album.title,
        releaseYear: match.album.firstReleaseYear, means: .call1)
      return VerdictFacts(
        claim: claim(of: find, model: nil, text: text), ranking: ranking, proofs: [], rejected: rejected, text: text
      )
      .backed(by: match, isWinner: false)
    }
    return .unsure(candidates, reason: VerdictText.proposals(near, why: why))
  }
}

extension ClaimedAlbum {
  /// The verdict from the picture alone.
  fileprivate init(verified album: AlbumIdentity, by evidence: [Evidence]) {
    let isBarcode = if case .barcode? = evidence.first { true } else { false }
    self.init(
      artistName: album.artistName, albumTitle: album.albumTitle, releaseYear: album.releaseYear,
      means: isBarcode ? .barcode : .coverIndex)
  }
}

extension Ranking {
  /// With the details of the album that was looked up: the winner, or one that its artwork verifies.
  fileprivate func completed(by details: CatalogAlbum?) -> Ranking {
    guard let details,
      let place = matches.firstIndex(where: { $0.album.releaseGroup == details.releaseGroup }) ?? winner.map({ _ in 0 })
    else { return self }
    var matches = matches
    matches[place].album = matches[place].album.completed(by: details)
    return Ranking(matches)
  }
}

extension VerdictRules {
  /// Albums that share a barcode in the photo, for a person to choose from: one of them it is.
  /// - Parameter others: albums that speak for themselves otherwise.
  package static func sharedBarcode(of sharing: [Proof], beside others: [Identification]) -> Verdict {
    let candidates = sharing.map { Identification(claimedBy: $0, means: .barcode) }
    let rest = others.filter { other in !candidates.contains { $0.identity.isSame(as: other.identity) } }
    return .unsure(
      Array((candidates + rest).prefix(VerdictFacts.mostShown)),
      reason: VerdictText.sharedBarcode(sharing.map(\.album)))
  }
}
