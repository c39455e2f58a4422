internal import Albums
internal import Console
internal import Foundation
internal import Setup
internal import Wallet

/// The sources of a disc's data.
struct DiscOrigins: Codable, Equatable, Sendable {
  let disc: String
  /// How MusicBrainz identifies it; null if there is nothing to ask, or with `wallet.catalogue` off.
  @Nullable var catalogue: MetadataQueue.Standing?
  /// Null if the date is unknown.
  @Nullable var date: ReleaseDate.Source?
  /// How many tracks MusicBrainz lists; null if unknown.
  @Nullable var trackCount: Int?
  /// Null if there is none.
  @Nullable var picture: PictureSource?

  /// For all discs, in the wallet's order.
  static func all(of wallet: Wallet, on context: CommandContext) -> [DiscOrigins] {
    let store = context.walletStore
    let facts = store.facts
    let unavailable = store.unavailable.current(databaseUpdate: nil, now: Int(Date().timeIntervalSince1970))
    let pictures = Dictionary(wallet.diagnostics.artwork.map { ($0.disc, $0.source) }) { first, _ in first }
    return wallet.discs.map { disc in
      let standing = MetadataQueue.standing(of: disc, facts, unavailable)
      let waitsForNothing = standing == .waiting && !context.loaded.settings.wallet.catalogue
      return DiscOrigins(
        disc: disc.id, catalogue: Nullable(waitsForNothing ? nil : standing), date: Nullable(disc.released?.source),
        trackCount: Nullable(facts[disc.key]?.trackCount),
        picture: Nullable(pictures[disc.id]?.flatMap { PictureSource(rawValue: $0) }))
    }
  }

  /// As text for people.
  var words: [String] {
    let known: String? =
      switch catalogue {
      case .release: "found in MusicBrainz by the release in its files' tags"
      case .releaseGroup: "found in MusicBrainz by its release group"
      case .search: "found in MusicBrainz by artist and title"
      case .unknown: "not found in MusicBrainz, or ambiguous"
      case .waiting: "not yet looked up in MusicBrainz"
      case nil: nil
      }
    let tracks = trackCount.map { ", with \(Phrases.count($0, "track"))" } ?? ""
    var words = known.map { [$0 + tracks] } ?? []
    words.append("date \(date.map { "from \(WalletWords.words(for: $0))" } ?? "unknown")")
    words.append("picture \(picture?.words ?? "none")")
    return words
  }
}
