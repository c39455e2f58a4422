/// Says what a scan came to. Confidence is earned here by independent evidence; a model's own counts for nothing.
package enum Judge {
  /// How far away an album of the catalogue may be and still be shown as one that it might have been.
  private static let worthShowing = 0.5
  /// How many of them are shown.
  static let mostShown = 5

  /// - Parameters:
  ///   - reading: what was read on the cover; nil where no model was asked.
  ///   - find: who it is said to be; nil when nobody could say.
  ///   - ranking: the catalogue's albums, judged against `find`; nil when it wasn't asked.
  ///   - details: the winner in full; nil where the search already told enough.
  ///   - requirement: the least confidence that counts as done (`identification.require`).
  ///   - model: the model that named the album; nil when none did.
  ///   - proofs: what the picture itself says: artwork, barcodes.
  ///   - rejected: albums that a person said this photo doesn't show.
  package static func verdict(
    reading: CoverReading?, find: Find?, ranking: Ranking?, details: CatalogueAlbum? = nil,
    requirement: Confidence = .claimed, model: String? = nil, proofs: [Proof] = [], rejected: [AlbumIdentity] = []
  ) -> Verdict {
    let proofs = proofs.without(rejected)
    let verified = proofs.verified
    guard let find = find ?? verified.first.map({ Find(verified: $0, by: proofs.evidence(of: $0)) }) else {
      return .unidentified(
        reason: VerdictWords.unidentified(because: reading?.reason), hint: ProgressLine.notIdentifiedHint)
    }
    let claim = claim(of: find, model: model, text: reading?.extractedText)
    let ranking = (ranking ?? Ranking([])).completed(by: details)
    let matter = Matter(
      claim: claim, ranking: ranking, proofs: proofs, rejected: rejected, text: reading?.extractedText)

    if verified.count > 1 {
      return .unsure(verified.map(matter.verified), reason: VerdictWords.severalVerified(verified))
    }
    if let album = matter.said.first(where: { said in rejected.contains(where: said.isSame) }) {
      return afterRejection(of: album, in: matter)
    }
    let accused = ranking.winner?.album.identity ?? claim.identity
    let isContradicted = proofs.contradict(accused)
    if let only = verified.first, !isContradicted || only.isSame(as: accused) || matter.isNamesake(only) {
      var result = matter.verified(only)
      result.considered = matter.considered(without: only)
      return .identified(result)
    }
    if ranking.tied.count > 1, verified.isEmpty {
      return .unsure(
        ranking.tied.map { matter.backed(by: $0, isWinner: false) }, reason: VerdictWords.tie(of: ranking.tied))
    }
    if isContradicted {
      return .unsure(
        matter.contradicted(by: verified.first), reason: VerdictWords.contradicted(accused, by: verified.first))
    }
    let result = matter.accused
    if result.confidence >= requirement {
      var result = result
      result.considered = matter.considered(without: ranking.winner?.album.identity)
      return .identified(result)
    }
    return .unsure(
      [result] + matter.alternatives,
      reason: VerdictWords.claim(result.confidence, fallsShortOf: requirement))
  }

  /// The albums that it may be, likeliest first, before their artwork has been held against the photo: the one that is
  /// named, or those among which the catalogue can't decide, then what else comes into question.
  package static func contenders(
    reading: CoverReading?, find: Find, ranking: Ranking?, details: CatalogueAlbum? = nil, model: String? = nil,
    rejected: [AlbumIdentity] = []
  ) -> [Contender] {
    let ranking = (ranking ?? Ranking([])).completed(by: details)
    let text = reading?.extractedText
    let matter = Matter(
      claim: claim(of: find, model: model, text: text), ranking: ranking, proofs: [], rejected: rejected, text: text)
    var contenders: [Contender] = []
    if let winner = ranking.winner {
      contenders.append(Contender(matter.accused, editions: winner.album, isNamed: true))
    }
    for match in matter.others(than: ranking.winner?.album.identity) {
      let isTied = ranking.tied.contains { $0.album.releaseGroup == match.album.releaseGroup }
      contenders.append(Contender(matter.backed(by: match, isWinner: false), editions: match.album, isNamed: isTied))
    }
    return contenders.filter { contender in !rejected.contains(where: contender.album.identity.isSame) }
  }

  /// What comes next once a person has said that it isn't what it seems to be: never the same again, and never decided
  /// without that person.
  private static func afterRejection(of album: AlbumIdentity, in matter: Matter) -> Verdict {
    var next = matter.others(than: nil).prefix(mostShown).map { matter.backed(by: $0, isWinner: false) }
    let claim = matter.claim
    if !matter.rejected.contains(where: claim.identity.isSame),
      !next.contains(where: { $0.identity.isSame(as: claim.identity) })
    {
      next.append(claim)
    }
    guard !next.isEmpty else {
      return .unidentified(
        reason: VerdictWords.nothingBut(album), hint: VerdictWords.hintAfterRejection)
    }
    return .unsure(next, reason: VerdictWords.rejected(album))
  }

  /// What is said without the catalogue: the finder's own words.
  private static func claim(of find: Find, model: String?, text: String?) -> Identification {
    let artist = Cleaned.text(find.artistName) ?? find.artistName
    let title = Cleaned.text(find.albumTitle) ?? find.albumTitle
    let evidence = self.evidence(in: text, of: artist, title) + (model.map { [.model($0)] } ?? [])
    return Identification(
      artistName: artist, albumTitle: title, releaseYear: find.releaseYear,
      genres: find.genres.prefix(8).compactMap { Cleaned.text($0, limit: 60) },
      recordLabel: Cleaned.text(find.recordLabel), means: find.means, confidence: .claimed, evidence: evidence)
  }

  /// What the text says of an album; empty where it names neither artist nor title.
  private static func evidence(
    in text: String?, of artist: String, _ title: String, aliases: [String] = []
  ) -> [Evidence] {
    let found = TextEvidence.found(text: text, artist: artist, title: title, aliases: aliases)
    guard !found.isEmpty else { return [] }
    return [.text(matched: found.map(\.part), words: found.map { Cleaned.text($0.words, limit: 200) ?? $0.part })]
  }

  /// Albums of the catalogue that the words on the cover may mean, for a person to choose from where nobody could say
  /// which it is; nil where none is near.
  /// - Parameter why: what was tried.
  package static func proposals(
    _ albums: [CatalogueAlbum], text: String?, why: String?, rejected: [AlbumIdentity] = []
  ) -> Verdict? {
    guard let text else { return nil }
    let albums = albums.filter { album in !rejected.contains(where: album.identity.isSame) }
    let ranking = Matcher.ranking(of: albums, for: CatalogueQuery(text: text))
    let near = ranking.proposals
    guard !near.isEmpty else { return nil }
    let candidates = near.map { match -> Identification in
      let find = Find(
        artistName: match.album.artistName, albumTitle: match.album.title,
        releaseYear: match.album.firstReleaseYear, means: .call1)
      return Matter(
        claim: claim(of: find, model: nil, text: text), ranking: ranking, proofs: [], rejected: rejected, text: text
      )
      .backed(by: match, isWinner: false)
    }
    return .unsure(candidates, reason: VerdictWords.proposals(near, why: why))
  }

  /// All that a verdict is made of.
  private struct Matter {
    var claim: Identification
    var ranking: Ranking
    var proofs: [Proof]
    /// What a person said it isn't.
    var rejected: [AlbumIdentity]
    /// As it was read on the cover.
    var text: String?

    /// The albums that it would come to.
    var said: [AlbumIdentity] {
      let verified = proofs.verified
      if !verified.isEmpty { return verified }
      let near = ranking.winner.map { [$0] } ?? ranking.tied
      return near.isEmpty ? [claim.identity] : near.map(\.album.identity)
    }

    /// What is said to be in the photo: the catalogue's clear winner, or the bare claim.
    var accused: Identification {
      ranking.winner.map { backed(by: $0, isWinner: true) } ?? proven(claim)
    }

    /// What else comes into question, but for the winner.
    var alternatives: [Identification] {
      others(than: ranking.winner?.album.identity).prefix(mostShown - 1).map { backed(by: $0, isWinner: false) }
    }

    /// An album of the name that was read: it may be another than the one that was thought of first.
    func isNamesake(_ album: AlbumIdentity) -> Bool {
      ranking.matches.first { $0.album.identity.isSame(as: album) }?.namesAgree ?? false
    }

    /// What is left to choose from when the artwork of the named album isn't in the photo.
    func contradicted(by other: AlbumIdentity?) -> [Identification] {
      let found = other.map { [verified($0)] } ?? []
      let rest = ([accused] + alternatives).filter { album in
        !found.contains { $0.identity.isSame(as: album.identity) }
      }
      return Array((found + rest).prefix(mostShown))
    }

    /// With what the picture itself says: what verifies comes first, what speaks against it last.
    private func proven(_ album: Identification) -> Identification {
      let proofs = proofs.evidence(of: album.identity)
      var result = album
      result.evidence = proofs.filter(\.verifies) + result.evidence + proofs.filter { !$0.verifies }
      return result
    }

    /// What else comes into question.
    func others(than album: AlbumIdentity?) -> [Match] {
      ranking.matches.filter { match in
        let other = match.album.identity
        return match.distance < worthShowing && !(album?.isSame(as: other) ?? false)
          && !rejected.contains(where: other.isSame)
      }
    }

    func considered(without album: AlbumIdentity?) -> [AlbumDocument.Candidate] {
      let others = others(than: album).prefix(mostShown - 1)
      return others.map { backed(by: $0, isWinner: false).candidate() }
    }

    /// An album that the picture itself speaks for, with all that else is known of it.
    func verified(_ album: AlbumIdentity) -> Identification {
      var result: Identification
      if let match = ranking.matches.first(where: { $0.album.identity.isSame(as: album) }) {
        result = backed(by: match, isWinner: match.album.releaseGroup == ranking.best?.album.releaseGroup)
      } else if let known = proofs.memory(of: album) {
        result = proven(
          Identification(known, means: claim.identity.isSame(as: album) ? claim.means : .coverIndex))
      } else if claim.identity.isSame(as: album) {
        result = proven(claim)
      } else {
        result = proven(
          Identification(
            artistName: album.artistName, albumTitle: album.albumTitle, releaseYear: album.releaseYear,
            releaseGroup: album.releaseGroup, means: .coverIndex, confidence: .verified, evidence: []))
      }
      result.releaseGroup = result.releaseGroup ?? album.releaseGroup
      result.confidence = .verified
      return result
    }

    /// The claim with an album of the catalogue behind it. The catalogue's names are the better ones where they agree;
    /// another candidate always goes by its own.
    func backed(by match: Match, isWinner: Bool) -> Identification {
      let album = match.album
      // The edition whose artwork lies in the photo, else the one that stands for the album.
      let seen = proofs.release(of: album.identity)
      let release = album.releases.first { $0.id == seen } ?? ReleaseChoice.best(in: album)
      var result = claim
      if match.namesAgree || !isWinner {
        result.artistName = Cleaned.text(album.artistName) ?? claim.artistName
        result.albumTitle = Cleaned.text(album.title) ?? claim.albumTitle
      }
      // Candidates are told apart by their years, and a search gives no group's date: the earliest release stands in.
      result.releaseYear =
        album.firstReleaseYear ?? (isWinner ? claim.releaseYear : match.album.earliestReleaseYear)
      if !album.genres.isEmpty { result.genres = album.genres.prefix(8).compactMap { Cleaned.text($0, limit: 60) } }
      result.recordLabel = Cleaned.text(release?.label) ?? (isWinner ? claim.recordLabel : nil)
      result.releaseGroup = album.releaseGroup
      result.release = seen ?? release?.id
      result.artists = album.artists
      result.disambiguation = Cleaned.text(album.disambiguation)
      let margin = isWinner ? ranking.margin : (ranking.best?.distance ?? 0) - match.distance
      let aliases = album.artistAliases ?? []
      if !isWinner {
        // What speaks for the album that was named need not speak for this one.
        let named = match.namesAgree ? claim.evidence.filter { if case .model = $0 { true } else { false } } : []
        result.evidence =
          Judge.evidence(in: text, of: result.artistName, result.albumTitle, aliases: aliases) + named
      } else if match.namesAgree, !result.evidence.contains(where: \.isText) {
        // The find may spell in another script what stands on the cover and in the catalogue.
        result.evidence =
          Judge.evidence(in: text, of: album.artistName, album.title, aliases: aliases) + result.evidence
      }
      let hasText = result.evidence.contains(where: \.isText)
      result.evidence.insert(
        .catalogue(
          distance: rounded(match.distance), margin: rounded(margin), penalties: match.penalties.map(\.named)),
        at: hasText ? 1 : 0)
      if isWinner, hasText { result.confidence = .corroborated }
      return proven(result)
    }

    private func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }
  }
}

extension Find {
  /// What the picture alone says.
  fileprivate init(verified album: AlbumIdentity, by evidence: [Evidence]) {
    let isBarcode = if case .barcode? = evidence.first { true } else { false }
    self.init(
      artistName: album.artistName, albumTitle: album.albumTitle, releaseYear: album.releaseYear,
      means: isBarcode ? .barcode : .coverIndex)
  }
}

extension Ranking {
  /// The winner as its lookup shows it.
  fileprivate func completed(by details: CatalogueAlbum?) -> Ranking {
    guard let details, var best = winner else { return self }
    best.album = best.album.completed(by: details)
    return Ranking([best] + matches.dropFirst())
  }
}
