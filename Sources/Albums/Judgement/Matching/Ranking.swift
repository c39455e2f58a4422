/// The catalog's albums, best match first.
package struct Ranking: Codable, Equatable, Sendable {
  /// One a release group.
  package let matches: [Match]

  /// The most that a clear winner may be away: one doubt (an edition's title, a wrong year, a live album), not two.
  package static let clearDistance = 0.15
  /// The least that the runner-up must be behind it.
  package static let clearMargin = 0.07

  package init(_ matches: [Match]) { self.matches = matches }

  package var best: Match? { matches.first }

  /// How much further away the runner-up is than the best; for an only one, what it lacks to distance 1. An edition of
  /// the best is no rival to it.
  package var margin: Double {
    guard let best else { return 0 }
    return (rivals.dropFirst().first?.distance ?? 1) - best.distance
  }

  /// The best, and what isn't an edition of it.
  private var rivals: [Match] {
    guard let best else { return [] }
    return [best] + matches.dropFirst().filter { !$0.album.isEdition(of: best.album) }
  }

  /// The best, where nothing else comes into question. A rule of two parts, as beets' importer has it: near enough by
  /// itself, and far enough from the next.
  package var winner: Match? {
    guard let best, best.distance <= Self.clearDistance + 1e-9, margin >= Self.clearMargin - 1e-9 else { return nil }
    return best
  }

  /// The most that an album may be away to be shown to a person when nothing is clear.
  package static let proposalDistance = 0.35

  /// The few that a person could choose from, best first.
  package var proposals: [Match] { Array(matches.prefix { $0.distance <= Self.proposalDistance + 1e-9 }.prefix(5)) }

  /// Those among which nothing here can decide: near enough all, and none far enough ahead. Empty when there is a
  /// winner or nothing near.
  package var tied: [Match] {
    guard winner == nil, let best, best.distance <= Self.clearDistance + 1e-9 else { return [] }
    return rivals.filter { $0.distance < best.distance + Self.clearMargin - 1e-9 }
  }
}

/// An album whose artwork is compared with the photo.
package struct Contender: Equatable, Sendable {
  package var album: Identification
  /// Other editions that may have a cover of their own, the likeliest first.
  package var otherReleases: [MBID]
  /// It is the one that was named, or one of those among which only the cover can decide.
  package var isNamed: Bool

  /// How many editions are looked at beside the one that stands for the album.
  private static let mostEditions = 2

  init(_ album: Identification, editions: CatalogAlbum, isNamed: Bool) {
    self.album = album
    self.isNamed = isNamed
    // Each label and country may have made a cover of its own; two of one date and label hardly did.
    var seen: Set<[String?]> = []
    otherReleases =
      editions.releases
      .filter { $0.id != album.release && $0.hasFrontArtwork != false && [nil, "", "Official"].contains($0.status) }
      .filter { seen.insert([$0.label, $0.country, $0.date]).inserted }
      .prefix(Self.mostEditions).map(\.id)
  }
}
