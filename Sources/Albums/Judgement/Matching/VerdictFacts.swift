/// Everything that a verdict is based on.
struct VerdictFacts {
  /// How far away an album of the catalog may be and still be shown as one that it might have been.
  static let worthShowing = 0.5
  /// How many of them are shown.
  static let mostShown = 5

  var claim: Identification
  var ranking: Ranking
  var proofs: [Proof]
  /// What a person said it isn't.
  var rejected: [AlbumIdentity]
  /// As a model read it on the cover.
  var text: String?
  /// As this computer read it.
  var printed: PrintedText?

  /// The albums that it would come to.
  var said: [AlbumIdentity] {
    let verified = proofs.verified
    if !verified.isEmpty { return verified }
    let near = ranking.winner.map { [$0] } ?? ranking.tied
    return near.isEmpty ? [claim.identity] : near.map(\.album.identity)
  }

  /// What is said to be in the photo: the catalog's clear winner, or the bare claim.
  var subject: Identification {
    ranking.winner.map { backed(by: $0, isWinner: true) } ?? proven(claim)
  }

  /// What else comes into question, but for the winner.
  var alternatives: [Identification] {
    others(than: ranking.winner?.album.identity).prefix(Self.mostShown - 1).map { backed(by: $0, isWinner: false) }
  }

  /// An album of the name that was read: it may be another than the one that was thought of first.
  func isNamesake(_ album: AlbumIdentity) -> Bool {
    ranking.matches.first { $0.album.identity.isSame(as: album) }?.namesAgree ?? false
  }

  /// What is left to choose from when the artwork of the named album isn't in the photo.
  func contradicted(by other: AlbumIdentity?) -> [Identification] {
    let found = other.map { [verified($0)] } ?? []
    let rest = ([subject] + alternatives).filter { album in
      !found.contains { $0.identity.isSame(as: album.identity) }
    }
    return Array((found + rest).prefix(Self.mostShown))
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
      return match.distance < Self.worthShowing && !(album?.isSame(as: other) ?? false)
        && !rejected.contains(where: other.isSame)
    }
  }

  func considered(without album: AlbumIdentity?) -> [AlbumDocument.Candidate] {
    let others = others(than: album).prefix(Self.mostShown - 1)
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

  /// The claim with an album of the catalog behind it. The catalog's names are the better ones where they agree;
  /// another candidate always goes by its own.
  func backed(by match: Match, isWinner: Bool) -> Identification {
    let album = match.album
    // The edition whose artwork lies in the photo, else the one that stands for the album.
    let seen = proofs.release(of: album.identity)
    let numbered = match.catalogNumber.flatMap { album.release(numbered: $0) }
    let release = album.releases.first { $0.id == seen } ?? numbered ?? album.bestRelease()
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
    if result.release == release?.id {
      result.catalogNumber = Cleaned.text(release?.catalogNumber, limit: 60)
      result.discogsRelease = release?.discogsRelease
    }
    // Another edition's, where the one that was seen wasn't looked up.
    let detailed = ([release].compactMap(\.self) + album.releases).first { $0.tracks?.isEmpty == false }
    result.tracks = isWinner ? Track.all(of: detailed) : []
    result.links =
      isWinner ? AlbumLink.first(among: ([release].compactMap(\.self) + album.releases).flatMap(\.links)) : []
    result.artists = album.artists
    result.disambiguation = Cleaned.text(album.disambiguation)
    let margin = isWinner ? ranking.margin : (ranking.best?.distance ?? 0) - match.distance
    let aliases = album.artistAliases ?? []
    if !isWinner {
      // What speaks for the album that was named need not speak for this one.
      let named = match.namesAgree ? claim.evidence.filter { if case .model = $0 { true } else { false } } : []
      result.evidence =
        VerdictRules.evidence(in: text, printed, of: result.artistName, result.albumTitle, aliases: aliases) + named
    } else if match.namesAgree, !result.evidence.contains(where: \.isText) {
      // The find may spell in another script what stands on the cover and in the catalog.
      result.evidence =
        VerdictRules.evidence(in: text, printed, of: album.artistName, album.title, aliases: aliases) + result.evidence
    }
    let hasText = result.evidence.contains(where: \.isText)
    let listed = Evidence.catalog(
      distance: rounded(match.distance), margin: rounded(margin), penalties: match.penalties.map(\.named))
    let number = match.catalogNumber.flatMap { Cleaned.text($0.printed, limit: 60) }.map { Evidence.catalogNumber($0) }
    result.evidence.insert(contentsOf: [number, listed].compactMap(\.self), at: hasText ? 1 : 0)
    // Words that led to an album prove it only where they say both who made it and what it is called.
    let isNamed = claim.means != .text || result.evidence.contains { $0.matchesBothNames }
    if isWinner, hasText, isNamed { result.confidence = .corroborated }
    return proven(result)
  }

  private func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }
}
