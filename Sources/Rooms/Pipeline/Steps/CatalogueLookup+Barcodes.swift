internal import Albums

/// Looks up the barcodes in a photo in the catalog.
extension CatalogueLookup {
  /// How many of one photo are asked about; each takes its turn at the catalog.
  private static let mostBarcodes = 3

  /// What is known of a photo here, with what the catalog says of its barcodes where that is nothing.
  ///
  /// A barcode that belongs to one album proves it. Where several albums have it, one of them is meant, and the rest of
  /// the line may find out which.
  func recognition(_ known: Recognition, by barcodes: [Barcode]) async throws -> Recognition {
    guard known.known.isEmpty, known.sharing.isEmpty, known.samePhoto == nil else { return known }
    var known = known
    for barcode in barcodes.prefix(Self.mostBarcodes) {
      let query = CatalogueQuery(barcode: barcode.digits)
      let albums = try await gate.pass(.musicbrainz) { try await catalogue.albums(matching: query) }
        .filter { $0.has(barcode) }
      if let only = albums.first, albums.count == 1 {
        let album = try await remembered(only, soldAs: barcode, inFull: true)
        known.known.append(Proof(of: album, by: .barcode(barcode.digits)))
      } else {
        for album in albums {
          let album = try await remembered(album, soldAs: barcode, inFull: false)
          known.sharing.append(Proof(of: album, by: .barcode(barcode.digits)))
        }
      }
    }
    return known
  }

  private func remembered(_ album: CatalogueAlbum, soldAs barcode: Barcode, inFull: Bool) async throws -> KnownAlbum {
    let release = ReleaseChoice.best(in: album, barcodes: [barcode]) ?? album.releases.first
    guard inFull, let release,
      let details = try await gate.pass(
        .musicbrainz, { try await catalogue.album(ofRelease: release.id, inGroup: album.releaseGroup) })
    else { return KnownAlbum(album, release: release, barcode: barcode) }
    let whole = album.completed(by: details)
    return KnownAlbum(whole, release: ReleaseChoice.best(in: whole) ?? release, barcode: barcode)
  }
}
