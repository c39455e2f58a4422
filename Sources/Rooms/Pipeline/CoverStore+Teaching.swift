package import Albums
internal import Covers
package import Foundation
internal import ImagingClient
internal import ImagingProtocol
package import Records

/// Teaching the user's own covers, many at a time.
extension CoverStore {
  /// A cover ready to be stored.
  package struct PreparedCover: Sendable {
    package var album: KnownAlbum
    /// The path of what it was learned from.
    package var place: Data
    let artwork: KeptArtwork
    let features: Data
  }

  /// The minimum number of features: six must match in a photo, where at best half of a cover's are found.
  private static let leastFeatures = 12

  /// Converts a picture of any format to an album's artwork, with its features.
  /// - Returns: nil for a picture without enough features.
  /// - Throws: `ImagingClientError` or a disk error.
  package func prepare(_ album: KnownAlbum, from picture: Data, at place: Data) async throws -> PreparedCover? {
    let prepared = try await imaging.artwork(picture)
    let features = try await imaging.features(ofCover: Data(prepared.jpeg))
    guard ImagingClient.count(of: features) >= Self.leastFeatures else { return nil }
    let artwork = KeptArtwork(
      picture: try await store.keep(Data(prepared.jpeg)), thumbnail: try await store.keep(Data(prepared.thumbnail)),
      width: prepared.width,
      height: prepared.height, source: .library)
    return PreparedCover(album: album, place: place, artwork: artwork, features: features)
  }

  /// Stores covers, so that they are recognized from now on, even by a running daemon.
  /// - Returns: for each the cover, and whether it is new.
  package func teach(_ preparedCovers: [PreparedCover]) async throws -> [(cover: CoverRecord, isNew: Bool)] {
    if preparedCovers.isEmpty { return [] }
    var known: [(cover: CoverRecord, isNew: Bool)] = []
    for preparedCover in preparedCovers {
      known.append(
        try await ledger.addCover(
          of: preparedCover.album, by: preparedCover.artwork, from: .library, at: preparedCover.place, now: time.now()))
    }
    // A known one may still be missing from the index after a crash.
    let indexed = Set(try CoverIndex(at: path)?.covers.map(\.key) ?? [])
    var missing: [String: (CoverRecord, Data)] = [:]
    for (entry, preparedCover) in zip(known, preparedCovers) where !indexed.contains(entry.cover.id.key) {
      missing[entry.cover.id.key] = (entry.cover, preparedCover.features)
    }
    try await write(Array(missing.values))
    return known
  }

  /// True where `organize` has work to do; false for an index that can't be opened.
  package var wantsOrganizing: Bool { (try? CoverIndex(at: path))?.wantsOrganizing == true }
}
