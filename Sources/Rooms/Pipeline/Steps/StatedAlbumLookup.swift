internal import Albums
internal import Logging

/// Settles a scan with the album that a person stated: the catalog is asked, and no model.
extension CatalogLookup {
  /// - Parameter id: the scan, for the advice.
  func verdict(stating album: StatedAlbum, of id: ScanID) async throws -> Verdict {
    switch album {
    case .reference(let reference):
      let albums = try await gate.pass(.musicbrainz) { try await catalog.albums(at: reference) }
      return try await verdict(amongAll: albums, seen: [], of: id, missing: reference.words)
    case .barcode(let barcode):
      let query = CatalogQuery(barcode: barcode.digits)
      let albums = try await gate.pass(.musicbrainz) { try await catalog.albums(matching: query) }
      return try await verdict(
        amongAll: albums.filter { $0.has(barcode) }, seen: [barcode], of: id, missing: "the barcode \(barcode)")
    case .names(let artist, let title):
      let claim = ClaimedAlbum(artistName: artist, albumTitle: title, means: .person)
      let query = CatalogQuery(artistName: artist, albumTitle: title)
      let albums = try await gate.pass(.musicbrainz) { try await catalog.albums(matching: query) }
      let ranking = Matcher.ranking(of: albums, for: claim)
      if let winner = ranking.winner?.album {
        return VerdictRules.stated(winner, details: try await details(of: winner, release: nil))
      }
      return VerdictRules.stated(claim, ranking)
    }
  }

  /// - Parameters:
  ///   - albums: exactly those that were meant.
  ///   - missing: what was looked for, in words.
  private func verdict(
    amongAll albums: [CatalogAlbum], seen barcodes: [Barcode], of id: ScanID, missing: String
  ) async throws -> Verdict {
    guard let only = albums.first else {
      return .unidentified(
        reason: VerdictText.missing(missing), hint: VerdictText.hintAfterMissing(id))
    }
    guard albums.count == 1 else { return VerdictRules.sharedStatement(of: albums, missing) }
    let release = only.bestRelease(barcodes: barcodes)?.id
    return VerdictRules.stated(only, details: try await details(of: only, release: release))
  }
}
