internal import Albums
internal import Records

/// Recognizes what is known already in a photo, without asking a service.
struct LocalRecognition: Sendable {
  let context: ScanContext

  /// The known covers in a photo.
  func sightings(in picture: PictureRecord, of scan: Scan) async throws -> CoverSightings {
    try await context.coverStore.sightings(in: context.photoPreparer.features(of: picture, for: scan))
  }

  /// What is known about the photo before any service is asked: the same bytes, known covers in it, or its barcode.
  /// - Parameter sightings: the known covers, if they were already searched for.
  func recognize(
    _ picture: PictureRecord, of scan: Scan, seeing sightings: CoverSightings? = nil
  ) async throws -> Recognition {
    let earlier = try await context.ledger.earlierResult(of: scan.digest, before: scan.id)
    if let earlier, var same: Recognition = try await context.ledger.output(of: .recognition, in: earlier),
      !same.proofs.isEmpty || !same.sharing.isEmpty || same.printed != nil
    {
      same.samePhoto = earlier
      return same
    }
    var recognition = Recognition(samePhoto: earlier)
    guard context.settings.identification.onDevice else { return recognition }
    let found: CoverSightings
    if let sightings { found = sightings } else { found = try await self.sightings(in: picture, of: scan) }
    for sighting in found.selected {
      let cover = sighting.cover
      if sighting.isBeside {
        recognition.beside.append(
          .alsoInPhoto("\(cover.album.albumTitle) by \(cover.album.artistName)", inliers: sighting.inliers))
        continue
      }
      if cover.artwork.source == .photo {
        recognition.likenesses.append(Proof(of: cover.album, by: .namedPhoto(inliers: sighting.inliers)))
        continue
      }
      recognition.proofs.append(Proof(of: cover.album, by: .artwork(inliers: sighting.inliers)))
      recognition.covers.append(Recognition.Cover(album: cover.album.identity, artwork: cover.artwork))
    }
    for barcode in picture.barcodes { recognition.take(try await context.ledger.covers(soldAs: barcode), for: barcode) }
    return recognition
  }
}

extension Recognition {
  /// Adds what is known about the albums with a barcode.
  fileprivate mutating func take(_ records: [CoverRecord], for barcode: Barcode) {
    let albums = records.filter { $0.artwork.source != .photo }.reduce(into: [CoverRecord]()) { albums, record in
      if !albums.contains(where: { $0.album.identity.isSame(as: record.album.identity) }) { albums.append(record) }
    }
    let proofs = albums.map { Proof(of: $0.album, by: .barcode(barcode.digits)) }
    guard let only = albums.first, albums.count == 1 else {
      sharing += proofs
      return
    }
    self.proofs += proofs
    if artwork(of: only.album.identity) == nil {
      covers.append(Recognition.Cover(album: only.album.identity, artwork: only.artwork))
    }
  }
}
