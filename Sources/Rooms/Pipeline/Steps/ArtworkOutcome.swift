internal import Albums
internal import Records

/// The result of looking for an album's front cover.
enum ArtworkOutcome: Codable, Equatable, Sendable {
  case present(KeptArtwork)
  /// The archive has none, or none that can be used, or the album has no ID by which to ask.
  case none
  /// It isn't available now; a follow-up keeps trying.
  case pending
}
