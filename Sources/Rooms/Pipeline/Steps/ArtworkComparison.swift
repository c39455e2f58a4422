internal import Albums

/// The results of comparing albums' artwork with the photo.
///
/// Ledgers of earlier versions store only an outcome, for artwork that wasn't compared.
struct ArtworkComparison: Codable, Equatable, Sendable {
  /// The front cover of an album, or of one of its editions.
  struct Piece: Codable, Equatable, Sendable {
    var album: AlbumIdentity
    var outcome: ArtworkOutcome
  }

  @EmptyIfMissing var pieces: [Piece] = []
  /// The result of the comparison.
  @EmptyIfMissing var proofs: [Proof] = []
  /// The artwork of a named album was unavailable or late: it is tried again.
  @FalseIfMissing var isLate = false

  /// The result of looking for an album's artwork; nil if it wasn't looked for.
  func outcome(for album: AlbumIdentity) -> ArtworkOutcome? {
    pieces.last { $0.album.isSame(as: album) }?.outcome
  }
}
