/// Describes a confidence and its evidence. The page, `albumscanctl show`, and `album.json` use the same texts.
package enum EvidenceText {
  /// - Parameter evidence: decides for an album that only a person has named.
  package static func title(of confidence: Confidence, _ evidence: [Evidence] = []) -> String {
    if evidence == [.person] { return "You said so" }
    return switch confidence {
    case .verified: "Verified match"
    case .corroborated: "Corroborated match"
    case .claimed: "Unverified match"
    }
  }

  package static func meaning(of confidence: Confidence) -> String {
    switch confidence {
    case .verified: "The cover in the photo matches the album’s artwork, or its barcode was read."
    case .corroborated: "MusicBrainz has this album, and the text on the cover names it."
    case .claimed: "Only a model says so. Nothing independent confirms it yet."
    }
  }

  /// Said of an album that the catalog couldn't be asked about.
  package static let catalogPending =
    "MusicBrainz hasn’t been asked yet. Its names, its evidence, and the artwork are added as soon as it answers."

  /// What a confidence stands on, and how the album was found.
  package static func belief(_ confidence: Confidence, _ evidence: [Evidence], by means: ClaimedAlbum.Means) -> String {
    let ground =
      evidence == [.person]
      ? "You said that it is this album; nothing else confirms it."
      : evidence.contains(.person)
        ? "A person confirmed that it is this album."
        : evidence.contains(where: \.isLikeness)
          ? "You named the album of a photo like this one." : meaning(of: confidence)
    if means == .person { return ground }
    let way =
      isByCatalog(means, evidence) ? "Found in MusicBrainz by the text read on it." : sentence(means)
    return "\(ground) \(way)"
  }

  /// Whether the words read on the cover led to the album, and no model named it. How the words were read says nothing of
  /// that: the way of asking is the same.
  static func isByCatalog(_ means: ClaimedAlbum.Means, _ evidence: [Evidence]) -> Bool {
    guard means == .call1 || means == .phase1B, evidence.contains(where: \.isCatalog) else { return false }
    return !evidence.contains(where: \.isModel)
  }

  package static func sentence(_ evidence: Evidence) -> String {
    switch evidence {
    case .text(let matched, let words):
      let parts = matched.filter { !$0.isEmpty }
      guard let first = parts.first else { return "The text read on the cover names neither artist nor title." }
      let all = ([first.prefix(1).uppercased() + first.dropFirst()] + parts.dropFirst()).joined(separator: " and ")
      let read = words.isEmpty ? "" : ": \(quoted(words))"
      return "\(all) \(parts.count == 1 ? "appears" : "appear") in the text read on the cover\(read)."
    case .catalog(let distance, let margin, _):
      let next =
        margin < 0
        ? "another album is \(percent(-margin)) more similar"
        : margin > 0.999 - distance ? "no other album comes close" : "the next best is \(percent(margin)) less similar"
      return "MusicBrainz has it, \(percent(1 - distance)) similar; \(next)."
    case .artwork(let inliers):
      return "The artwork is in the photo: \(inliers) \(inliers == 1 ? "point matches" : "points match")."
    case .artworkDiffers(let inliers):
      return
        "Its artwork wasn’t found in the photo: only \(inliers) \(inliers == 1 ? "point matches" : "points match")."
        + " Another edition may have a different cover."
    case .catalogNumber(let number):
      return "The catalog number on the sleeve, \(number), is that of one of its releases."
    case .barcode(let code): return "The barcode in the photo, \(code), belongs to this release."
    case .model(let model): return "The model \(model) named this album."
    case .person: return "A person decided."
    case .namedPhoto(let inliers):
      return
        "It looks like a photo whose album you named: \(inliers) \(inliers == 1 ? "point matches" : "points match")."
    case .alsoInPhoto(let album, _): return "Also in the photo, but not its subject: \(album)."
    }
  }

  package static func sentence(_ means: ClaimedAlbum.Means) -> String {
    switch means {
    case .samePhoto: "Known from the same photo."
    case .coverIndex: "Recognized on this computer, without asking a service."
    case .barcode: "Found by its barcode."
    case .catalogNumber:
      "Found in MusicBrainz by the catalog number on the sleeve, which was read on this computer."
    case .text: "Found in MusicBrainz by the text on the sleeve, which was read on this computer."
    case .call1: "Identified by a model from the photo."
    case .call2: "Found by a web search for the text on the cover."
    case .phase1B: "Found by a web search for the cover’s text and description."
    case .singleCall: "Identified and reviewed by a model in a single call."
    case .person: "Decided by a person."
    }
  }

  /// A doubt, with its number.
  package static func sentence(_ penalty: NamedPenalty) -> String {
    "\(penalty.reason.prefix(1).uppercased() + penalty.reason.dropFirst()) (\(percent(penalty.weight)))"
  }

  /// What it would take to be surer: the evidence that a claim lacks. Empty for more than a claim.
  /// - Parameter catalog: whether the catalog is still to be asked: then it has said nothing.
  package static func lacks(
    _ confidence: Confidence, _ evidence: [Evidence], catalogue: AlbumDocument.CatalogStatus? = nil
  ) -> [String] {
    guard confidence == .claimed else { return [] }
    let (isListed, isRead) = (evidence.contains(where: \.isCatalog), evidence.contains(where: \.isText))
    return (isListed || catalogue == .pending ? [] : ["MusicBrainz has no album that clearly matches it."])
      + (isRead ? [] : ["The text read on the cover names neither its artist nor its title."])
  }

  /// What speaks against an album: its penalties, and artwork that isn't in the photo.
  package static func doubts(in evidence: [Evidence]) -> [String] {
    evidence.flatMap { item -> [String] in
      if case .artworkDiffers = item { return [sentence(item)] }
      return item.penalties.map { sentence($0) }
    }
  }

  /// A candidate's case in one sentence.
  package static func why(_ evidence: [Evidence]) -> String {
    var parts: [String] = []
    for item in evidence {
      switch item {
      case .artwork, .barcode, .catalogNumber, .person, .namedPhoto: parts.append(sentence(item))
      case .text(let matched, let words):
        parts.append("The cover says \(words.isEmpty ? matched.joined(separator: " and ") : quoted(words)).")
      case .catalog, .artworkDiffers, .model, .alsoInPhoto: break
      }
    }
    let doubts = doubts(in: evidence)
    if !evidence.contains(where: \.isCatalog) {
      parts.append("MusicBrainz’s best matches are other albums.")
    } else if doubts.isEmpty {
      parts.append("MusicBrainz has it, and nothing counts against it.")
    }
    if !doubts.isEmpty { parts.append("Against it: \(doubts.joined(separator: "; ")).") }
    return parts.joined(separator: " ")
  }

  /// A self-titled album's name is quoted once.
  private static func quoted(_ words: [String]) -> String {
    let all = words.first == words.last ? Array(words.prefix(1)) : words
    return all.map { "“\($0)”" }.joined(separator: " and ")
  }

  private static func percent(_ part: Double) -> String {
    guard part.isFinite else { return "?" }
    return "\(Int((min(max(part, 0), 1) * 100).rounded()))%"
  }
}

extension AlbumDocument.Photo {
  /// Its flaws, a sentence each; nothing for a note of a later version.
  package var flaws: [String] {
    notes.compactMap { note in
      switch note {
      case "truncated": "The end of the photo was missing; the rest was enough."
      case "damaged": "Part of the photo was damaged; the rest was enough."
      case "enlarged" where part != nil: "The sleeve is small in the photo; fewer at a time work better."
      case "enlarged": "The photo is small; a larger one works better."
      default: nil
      }
    }
  }
}
