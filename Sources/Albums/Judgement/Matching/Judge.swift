/// Says what a scan came to. Confidence is earned here by independent evidence; a model's own counts for nothing.
package enum Judge {
  /// - Parameters:
  ///   - reading: what was read on the cover; nil where no model was asked.
  ///   - find: who it is said to be; nil when nobody could say.
  ///   - ranking: the catalogue's albums, judged against `find`; nil when it wasn't asked.
  ///   - details: the winner in full; nil where the search already told enough.
  ///   - requirement: the least confidence that counts as done (`identification.require`).
  ///   - model: the model that named the album; nil when none did.
  ///   - proof: evidence by artwork, barcode or person, if there is any.
  package static func verdict(
    reading: CoverReading?, find: Find?, ranking: Ranking?, details: CatalogueAlbum? = nil,
    requirement: Confidence = .claimed, model: String? = nil, proof: [Evidence] = []
  ) -> Verdict {
    guard let find else {
      return .unidentified(reason: reason(for: reading?.reason), hint: ProgressLine.notIdentifiedHint)
    }
    let ranking = ranking ?? Ranking([])
    let claim = claim(of: find, model: model, text: reading?.extractedText)
    func identification(_ match: Match) -> Identification { backed(claim, by: match, in: ranking, isWinner: false) }

    if ranking.tied.count > 1, proof.isEmpty {
      return .unsure(ranking.tied.map(identification), reason: reason(forTie: ranking.tied))
    }
    var result = claim
    if var winner = ranking.winner {
      if let details { winner.album = winner.album.completed(by: details) }
      result = backed(claim, by: winner, in: ranking, isWinner: true)
    }
    result = raised(result, by: proof)
    if result.confidence >= requirement { return .identified(result) }
    let others = ranking.matches.filter {
      $0.album.releaseGroup != ranking.winner?.album.releaseGroup && $0.distance < 0.5
    }
    return .unsure(
      [result] + others.prefix(4).map(identification), reason: reason(result.confidence, fallsShortOf: requirement))
  }

  /// What is said without the catalogue: the finder's own words.
  private static func claim(of find: Find, model: String?, text: String?) -> Identification {
    let artist = Cleaned.text(find.artistName) ?? find.artistName
    let title = Cleaned.text(find.albumTitle) ?? find.albumTitle
    let matched = TextEvidence.matched(text: text, artist: artist, title: title)
    let evidence = (matched.isEmpty ? [] : [Evidence.text(matched: matched)]) + (model.map { [.model($0)] } ?? [])
    return Identification(
      artistName: artist, albumTitle: title, releaseYear: find.releaseYear,
      genres: find.genres.prefix(8).compactMap { Cleaned.text($0, limit: 60) },
      recordLabel: Cleaned.text(find.recordLabel), means: find.means, confidence: .claimed, evidence: evidence)
  }

  /// The claim with an album of the catalogue behind it. The catalogue's names are the better ones where they agree;
  /// another candidate always goes by its own.
  private static func backed(_ claim: Identification, by match: Match, in ranking: Ranking, isWinner: Bool)
    -> Identification
  {
    let album = match.album
    let release = ReleaseChoice.best(in: album)
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
    result.release = release?.id
    result.artists = album.artists
    result.disambiguation = Cleaned.text(album.disambiguation)
    let margin = isWinner ? ranking.margin : (ranking.best?.distance ?? 0) - match.distance
    let hasText = claim.evidence.contains { if case .text = $0 { true } else { false } }
    result.evidence.insert(
      .catalogue(distance: rounded(match.distance), margin: rounded(margin)), at: hasText ? 1 : 0)
    if isWinner, hasText { result.confidence = .corroborated }
    return result
  }

  private static func raised(_ identification: Identification, by proof: [Evidence]) -> Identification {
    var result = identification
    let proves = proof.contains {
      switch $0 {
      case .artwork, .barcode, .person: true
      case .text, .catalogue, .model: false
      }
    }
    if proves { result.confidence = .verified }
    result.evidence = proof + result.evidence
    return result
  }

  private static func reason(for reason: CoverReading.Reason?) -> String {
    let why =
      switch reason {
      case .notAnAlbumCover: "the photo doesn't seem to show an album. Photograph the front of a sleeve or a CD case."
      case .backCover: "this looks like the back of a sleeve. Turn it over and photograph the front."
      case .severalCovers: "there are several covers in the photo. Photograph one at a time."
      case .unreadable: "it is too dark, too blurred or too far away. Try again closer up and with more light."
      case nil: "nothing on it says which album it is. Try another photo of the front."
      }
    return "\(ProgressLine.notIdentified): \(why)"
  }

  private static func reason(forTie tied: [Match]) -> String {
    let years = tied.compactMap(\.album.firstReleaseYear)
    let which = years.count == tied.count ? " (\(years.joined(separator: ", ")))" : ""
    return "The catalogue has \(tied.count) albums that fit equally well\(which). Choose one with albumscanctl accept."
  }

  private static func reason(_ confidence: Confidence, fallsShortOf requirement: Confidence) -> String {
    "The match is \(confidence.rawValue), and identification.require asks for \(requirement.rawValue)."
      + " Settle it with albumscanctl accept or reject."
  }

  private static func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }
}

extension CatalogueAlbum {
  /// The album as its lookup shows it. What a lookup leaves empty keeps the search's word; an identifier that the
  /// catalogue has merged into another gives way to it.
  fileprivate func completed(by details: CatalogueAlbum) -> CatalogueAlbum {
    var album = details
    if album.artists.isEmpty { album.artists = artists }
    if album.genres.isEmpty { album.genres = genres }
    album.firstReleaseDate = details.firstReleaseDate ?? firstReleaseDate
    album.disambiguation = details.disambiguation ?? disambiguation
    if ReleaseChoice.best(in: details) == nil { album.releases = releases }
    return album
  }
}
