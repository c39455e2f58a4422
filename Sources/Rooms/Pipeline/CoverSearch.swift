package import Covers
package import Foundation
package import ImagingClient
package import ImagingProtocol

/// Searches a photo for indexed covers: selects candidates, then has each compared.
package struct CoverSearch: Sendable {
  let index: CoverIndex
  let imaging: ImagingClient

  /// Compared by one imaging process: five megabytes, which are held three times meanwhile.
  private static let atOnce = 64

  package init(of index: CoverIndex, by imaging: ImagingClient) {
    self.index = index
    self.imaging = imaging
  }

  /// - Parameters:
  ///   - photo: its features, of which the imaging process knows the meaning.
  ///   - most: how many covers of a large collection are compared.
  package func sightings(
    in photo: Data, most: Int = CoverIndex.shortlist
  ) async throws(ImagingClientError) -> [(cover: KnownCover, number: Int, sighting: CoverSighting)] {
    var found: [(cover: KnownCover, number: Int, sighting: CoverSighting)] = []
    var rest = index.candidates(for: photo, most: most)[...]
    while !rest.isEmpty {
      let some = rest.prefix(Self.atOnce).compactMap { number in index.features(of: number).map { (number, $0) } }
      rest = rest.dropFirst(Self.atOnce)
      let sightings = try await imaging.match(photo, with: some.map(\.1))
      found += zip(some, sightings).map { (index.covers[$0.0], $0.0, $1) }
    }
    return found
  }
}
