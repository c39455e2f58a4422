internal import Albums
internal import Records

/// The result of looking for an album's front cover.
enum ArtworkOutcome: Codable, Equatable, Sendable {
  case present(KeptArtwork)
  /// The archive has none.
  case none
  /// It isn't available now; a follow-up keeps trying.
  case pending
}
