/// The confidence of a scan. It is based on independent evidence, never on a model's own claim.
package enum Confidence: String, CaseIterable, Codable, Sendable, Comparable {
  /// Only a model says so.
  case claimed
  /// The catalog has it with a clear margin, and the text read on the cover names artist or title.
  case corroborated
  /// The artwork matches the photo, or a barcode in the photo belongs to it.
  case verified

  package static func < (a: Confidence, b: Confidence) -> Bool { a.rank < b.rank }
  private var rank: Int { self == .claimed ? 0 : self == .corroborated ? 1 : 2 }
}

/// A reason to believe or doubt that it is this album, with its numbers. In `album.json`, `kind` names the case.
package enum Evidence: Codable, Equatable, Sendable {
  /// Words of these parts (`artist`, `title`) stand in the text that was read on the cover; `words` are those that were
  /// read, part by part, as they stand there.
  case text(matched: [String], words: [String] = [])
  /// A catalog number read on the sleeve is that of one of its releases.
  case catalogNumber(String)
  /// The catalog's album is `distance` (0 same … 1 nothing alike) away, the runner-up `margin` more. The distance is
  /// the sum of its penalties.
  case catalog(distance: Double, margin: Double, penalties: [NamedPenalty] = [])
  /// The artwork lies in the photo: inliers of the homography.
  case artwork(inliers: Int)
  /// The album's artwork was looked for in the photo and isn't there: so few inliers. It speaks against the album, though
  /// another edition may have another cover.
  case artworkDiffers(inliers: Int)
  /// A barcode read in the photo belongs to the release.
  case barcode(String)
  /// A model named the album.
  case model(String)
  /// A person settled it.
  case person
  /// It looks like a photo whose album a person named, and of which there is no artwork: so many inliers.
  case namedPhoto(inliers: Int)
  /// Another album's cover lies in the photo, too, which isn't of that one. It says nothing of this album.
  case alsoInPhoto(String, inliers: Int)

  /// Whether it verifies an album by itself.
  package var verifies: Bool {
    switch self {
    case .artwork, .barcode, .person: true
    case .text, .catalogNumber, .catalog, .artworkDiffers, .model, .namedPhoto, .alsoInPhoto: false
    }
  }

  /// Whether it is worth saying, and yet no reason to believe in the album: a model's word, and what lies beside it.
  package var isNoReason: Bool {
    switch self {
    case .model, .alsoInPhoto: true
    case .text, .catalogNumber, .catalog, .artwork, .artworkDiffers, .barcode, .person, .namedPhoto: false
    }
  }

  /// What the catalog's album has against it; empty for other evidence.
  package var penalties: [NamedPenalty] { if case .catalog(_, _, let penalties) = self { penalties } else { [] } }

  var isLikeness: Bool { if case .namedPhoto = self { true } else { false } }
  var isModel: Bool { if case .model = self { true } else { false } }
  var isCatalog: Bool { if case .catalog = self { true } else { false } }
  var matchesBothNames: Bool { if case .text(let matched, _) = self { matched.count > 1 } else { false } }
  var isText: Bool { if case .text = self { true } else { false } }

  private enum CodingKeys: String, CodingKey {
    case kind, matched, words, distance, margin, penalties, inliers, code, number, model, album
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .text(let matched, let words):
      try container.encode("text", forKey: .kind)
      try container.encode(matched, forKey: .matched)
      try container.encode(words, forKey: .words)
    case .catalogNumber(let number):
      try container.encode("catalog-number", forKey: .kind)
      try container.encode(number, forKey: .number)
    case .catalog(let distance, let margin, let penalties):
      try container.encode("catalogue", forKey: .kind)
      try container.encode(distance, forKey: .distance)
      try container.encode(margin, forKey: .margin)
      try container.encode(penalties, forKey: .penalties)
    case .artwork(let inliers):
      try container.encode("artwork", forKey: .kind)
      try container.encode(inliers, forKey: .inliers)
    case .artworkDiffers(let inliers):
      try container.encode("artwork-differs", forKey: .kind)
      try container.encode(inliers, forKey: .inliers)
    case .barcode(let code):
      try container.encode("barcode", forKey: .kind)
      try container.encode(code, forKey: .code)
    case .model(let model):
      try container.encode("model", forKey: .kind)
      try container.encode(model, forKey: .model)
    case .person:
      try container.encode("person", forKey: .kind)
    case .namedPhoto(let inliers):
      try container.encode("named-photo", forKey: .kind)
      try container.encode(inliers, forKey: .inliers)
    case .alsoInPhoto(let album, let inliers):
      try container.encode("also-in-photo", forKey: .kind)
      try container.encode(album, forKey: .album)
      try container.encode(inliers, forKey: .inliers)
    }
  }

  /// Words and penalties are younger than the rest: what was written before them is read without.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(String.self, forKey: .kind) {
    case "text":
      self = .text(
        matched: try container.decode([String].self, forKey: .matched),
        words: try container.decodeIfPresent([String].self, forKey: .words) ?? [])
    case "catalog-number": self = .catalogNumber(try container.decode(String.self, forKey: .number))
    case "catalogue":
      self = .catalog(
        distance: try container.decode(Double.self, forKey: .distance),
        margin: try container.decode(Double.self, forKey: .margin),
        penalties: try container.decodeIfPresent([NamedPenalty].self, forKey: .penalties) ?? [])
    case "artwork": self = .artwork(inliers: try container.decode(Int.self, forKey: .inliers))
    case "artwork-differs": self = .artworkDiffers(inliers: try container.decode(Int.self, forKey: .inliers))
    case "barcode": self = .barcode(try container.decode(String.self, forKey: .code))
    case "model": self = .model(try container.decode(String.self, forKey: .model))
    case "person": self = .person
    case "named-photo": self = .namedPhoto(inliers: try container.decode(Int.self, forKey: .inliers))
    case "also-in-photo":
      self = .alsoInPhoto(
        try container.decode(String.self, forKey: .album), inliers: try container.decode(Int.self, forKey: .inliers))
    case let other:
      throw DecodingError.dataCorruptedError(
        forKey: .kind, in: container, debugDescription: "evidence of the unknown kind '\(other)'")
    }
  }
}

/// A doubt about an album, as it is stored and shown: the reason and its weight.
package struct NamedPenalty: Codable, Equatable, Sendable {
  /// A stable word for programs: `year-differs`, `artist-differs` …
  package var name: String
  /// What it adds to the album's distance, 0…1.
  package var weight: Double
  /// For people: "3 years off".
  package var reason: String

  package init(name: String, weight: Double, reason: String) {
    self.name = name
    self.weight = weight
    self.reason = reason
  }
}
