/// The result of a scan's identification.
package enum Verdict: Codable, Equatable, Sendable {
  case identified(Identification)
  /// Several albums fit, or the evidence is weaker than the settings require. A person decides.
  case unsure([Identification], reason: String)
  /// No result: the reason for people, and the hint that goes with it.
  case unidentified(reason: String, hint: String)

  package var isIdentified: Bool { if case .identified = self { true } else { false } }

  /// With the evidence of other covers in the photo behind its own.
  package func appendingEvidence(_ beside: [Evidence]) -> Verdict {
    guard case .identified(var album) = self else { return self }
    album.evidence += beside
    return .identified(album)
  }

  /// The album, or those to choose from.
  package var albums: [Identification] {
    switch self {
    case .identified(let album): [album]
    case .unsure(let albums, _): albums
    case .unidentified: []
    }
  }
}
