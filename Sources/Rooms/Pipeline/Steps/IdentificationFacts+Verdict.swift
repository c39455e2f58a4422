internal import Albums

/// What the facts come to. It asks nobody: `VerdictRules` decides about one album, and here is which one that is.
extension IdentificationFacts {
  private static let helpWithoutModel =
    "Teach its cover (albumscanctl learn DIR), or set a model provider and store its key; then: albumscanctl retry --failed"

  /// The candidates, most likely first, whose artwork can be compared with the photo.
  func contenders(rejected: [AlbumIdentity]) -> [Contender] {
    guard let find = findOutcome.find else { return [] }
    return VerdictRules.contenders(
      cover: reading.cover, find: find, ranking: Matcher.ranking(of: entry.albums, for: find), details: entry.details,
      model: findOutcome.model, rejected: rejected)
  }

  /// - Parameters:
  ///   - recognized: what this computer recognized in the photo.
  ///   - rejected: albums that the user rejected for this photo.
  func verdict(
    recognized: Recognition, compared: [Proof], rejected: [AlbumIdentity], settings: ScanSettings
  ) -> Verdict {
    let requirement = settings.identification.require
    var find = findOutcome.find
    var ranking = find.map { Matcher.ranking(of: entry.albums, for: $0) }
    var details = entry.details
    if find == nil, let printed = recognized.printed, let proven = printed.match(provenBesides: rejected) {
      (find, ranking, details) = (VerdictRules.find(proven), printed.ranking, printed.details)
    }
    if recognized.samePhoto != nil { find?.means = .samePhoto }
    // The barcode narrows it to these, and the named album says which one.
    let sharing = recognized.sharing.without(rejected)
    let named = sharing.filter { proof in ranking?.winner?.album.identity.isSame(as: proof.album) == true }
    let proofs = recognized.proofs + (sharing.count == 1 ? sharing : named) + compared
    let verdict = VerdictRules.verdict(
      cover: reading.cover, find: find, ranking: ranking, details: details, requirement: requirement,
      model: findOutcome.model, proofs: proofs, rejected: rejected, printed: recognized.printed?.text)
    if !sharing.isEmpty, proofs.without(rejected).verified.isEmpty {
      return VerdictRules.sharedBarcode(of: sharing, beside: verdict.albums)
    }
    if recognized.samePhoto != nil, find == nil, case .identified(var album) = verdict {
      album.means = .samePhoto
      return .identified(album)
    }
    let byText = recognized.verdictByText(requirement: requirement, rejected: rejected)
    switch verdict {
    case .unidentified:
      if let byText { return byText }
      if find == nil,
        let named = VerdictRules.samePhoto(named: recognized.likenesses.without(rejected), requirement: requirement)
      {
        return named
      }
    case .identified(let album):
      // A person decides where the words on the sleeve clearly say another album than the one that a model named.
      if album.confidence < .verified, case .identified(let printed)? = byText,
        let choice = VerdictRules.wordsDiffer(named: album, printed: printed)
      {
        return choice
      }
    case .unsure: break
    }
    guard case .unidentified(_, let hint) = verdict else { return verdict }
    if findOutcome.find == nil,
      let choice = VerdictRules.proposals(
        entry.albums, text: reading.cover.extractedText, why: findOutcome.reason, rejected: rejected)
    {
      return choice
    }
    // The reason from a search is more informative than that the cover shows nothing.
    guard let reason = findOutcome.reason else { return verdict }
    let read = recognized.printed.map { VerdictText.read($0.text) } ?? ""
    return .unidentified(
      reason: "\(ProgressLine.notIdentified): \(reason)\(read)",
      hint: settings.models.areAsked ? hint : Self.helpWithoutModel)
  }
}

extension TextMatchResult {
  /// The album that the words led to and whose artwork lies in the photo.
  fileprivate func match(provenBesides rejected: [AlbumIdentity]) -> Match? {
    guard let proven, !rejected.contains(where: proven.isSame) else { return nil }
    return ranking.matches.first { $0.album.identity.isSame(as: proven) }
  }
}

extension Recognition {
  /// What the words on the sleeve come to, where no model named an album; nil where they come to nothing.
  fileprivate func verdictByText(requirement: Confidence, rejected: [AlbumIdentity]) -> Verdict? {
    guard let printed, !printed.albums.isEmpty else { return nil }
    return VerdictRules.verdict(
      printed: printed.text, ranking: printed.ranking, details: printed.details, requirement: requirement,
      proofs: proofs, rejected: rejected)
  }
}
