internal import Albums

/// The results of comparing albums' artwork with the photo.
struct ArtworkComparison: Codable, Equatable, Sendable {
  /// The front cover of an album, or of one of its editions.
  struct Piece: Codable, Equatable, Sendable {
    var album: AlbumIdentity
    var outcome: ArtworkOutcome
  }

  var pieces: [Piece] = []
  /// The result of the comparison.
  var proofs: [Proof] = []
  /// The artwork of a named album was unavailable or late: it is tried again.
  var isLate = false

  init() {}

  /// The result of looking for an album's artwork; nil if it wasn't looked for.
  func outcome(for album: AlbumIdentity) -> ArtworkOutcome? {
    pieces.last { $0.album.isSame(as: album) }?.outcome
  }

  private enum CodingKeys: String, CodingKey { case pieces, proofs, isLate }

  /// Ledgers of earlier versions store only an outcome, for artwork that wasn't compared; it is identified by its album
  /// too.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    pieces = try container.decodeIfPresent([Piece].self, forKey: .pieces) ?? []
    proofs = try container.decodeIfPresent([Proof].self, forKey: .proofs) ?? []
    isLate = try container.decodeIfPresent(Bool.self, forKey: .isLate) ?? false
  }
}
