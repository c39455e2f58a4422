import Albums

/// Confidence and its evidence, in words.
enum EvidenceWords {
  static func title(of confidence: Confidence) -> String {
    switch confidence {
    case .verified: "Verified match"
    case .corroborated: "Corroborated match"
    case .claimed: "Unverified match"
    }
  }

  static func meaning(of confidence: Confidence) -> String {
    switch confidence {
    case .verified: "The cover in the photo was compared with the album’s own, or its barcode was read."
    case .corroborated: "The catalogue has this album, and the text on the cover names it."
    case .claimed: "Only a model says so. Nothing independent confirms it yet."
    }
  }

  static func sentence(_ evidence: Evidence) -> String {
    switch evidence {
    case .text(let matched):
      let parts = matched.filter { !$0.isEmpty }
      guard let first = parts.first else { return "Text was read on the cover, and names neither artist nor title." }
      let all = ([first.prefix(1).uppercased() + first.dropFirst()] + parts.dropFirst()).joined(separator: " and ")
      return "\(all) \(parts.count == 1 ? "stands" : "stand") in the text read on the cover."
    case .catalogue(let distance, let margin):
      return "MusicBrainz has it, \(percent(1 - distance)) alike; the next best is \(percent(margin)) less alike."
    case .artwork(let inliers):
      return "The artwork lies in the photo: \(inliers) \(inliers == 1 ? "point agrees" : "points agree")."
    case .barcode(let code): return "The barcode in the photo, \(code), belongs to this release."
    case .model(let model): return "The model \(model) named this album."
    case .person: return "A person settled it."
    }
  }

  static func sentence(_ means: Find.Means) -> String {
    switch means {
    case .samePhoto: "Known from the same photo."
    case .coverIndex: "Recognised on this machine, without asking anyone."
    case .barcode: "Found by its barcode."
    case .call1: "Found by a model that looked at the photo."
    case .call2: "Found by a search of the web for what was read."
    case .phase1B: "Found by a search of the web for text and description."
    case .singleCall: "Found and reviewed by a model in a single call."
    case .person: "Settled by a person."
    }
  }

  private static func percent(_ part: Double) -> String {
    guard part.isFinite else { return "?" }
    return "\(Int((min(max(part, 0), 1) * 100).rounded())) %"
  }
}
