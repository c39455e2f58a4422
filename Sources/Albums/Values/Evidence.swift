/// How sure a scan may sound. Earned by independent evidence, never taken from a model's own word.
package enum Confidence: String, Codable, Sendable, Comparable {
  /// Only a model says so.
  case claimed
  /// The catalogue has it with a clear margin, and the text read on the cover names artist or title.
  case corroborated
  /// The artwork matches the photo, or a barcode in the photo belongs to it.
  case verified

  package static func < (a: Confidence, b: Confidence) -> Bool { a.rank < b.rank }
  private var rank: Int { self == .claimed ? 0 : self == .corroborated ? 1 : 2 }
}

/// One reason to believe that it is this album, with its numbers; in `album.json` told apart by `kind`.
package enum Evidence: Codable, Equatable, Sendable {
  /// Words of these parts (`artist`, `title`) stand in the text that was read on the cover.
  case text(matched: [String])
  /// The catalogue's best album is `distance` (0 same … 1 nothing alike) away, the runner-up `margin` more.
  case catalogue(distance: Double, margin: Double)
  /// The artwork lies in the photo: inliers of the homography.
  case artwork(inliers: Int)
  /// A barcode read in the photo belongs to the release.
  case barcode(String)
  /// A model named the album.
  case model(String)
  /// A person settled it.
  case person

  private enum CodingKeys: String, CodingKey { case kind, matched, distance, margin, inliers, code, model }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .text(let matched):
      try container.encode("text", forKey: .kind)
      try container.encode(matched, forKey: .matched)
    case .catalogue(let distance, let margin):
      try container.encode("catalogue", forKey: .kind)
      try container.encode(distance, forKey: .distance)
      try container.encode(margin, forKey: .margin)
    case .artwork(let inliers):
      try container.encode("artwork", forKey: .kind)
      try container.encode(inliers, forKey: .inliers)
    case .barcode(let code):
      try container.encode("barcode", forKey: .kind)
      try container.encode(code, forKey: .code)
    case .model(let model):
      try container.encode("model", forKey: .kind)
      try container.encode(model, forKey: .model)
    case .person:
      try container.encode("person", forKey: .kind)
    }
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(String.self, forKey: .kind) {
    case "text": self = .text(matched: try container.decode([String].self, forKey: .matched))
    case "catalogue":
      self = .catalogue(
        distance: try container.decode(Double.self, forKey: .distance),
        margin: try container.decode(Double.self, forKey: .margin))
    case "artwork": self = .artwork(inliers: try container.decode(Int.self, forKey: .inliers))
    case "barcode": self = .barcode(try container.decode(String.self, forKey: .code))
    case "model": self = .model(try container.decode(String.self, forKey: .model))
    case "person": self = .person
    case let other:
      throw DecodingError.dataCorruptedError(
        forKey: .kind, in: container, debugDescription: "evidence of the unknown kind '\(other)'")
    }
  }
}
