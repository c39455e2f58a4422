internal import Albums
internal import Foundation
internal import Logging
internal import Records

extension ErrandRunner {
  /// Asks the catalog about what a model found while it couldn't be asked, and holds the artwork against the photo.
  /// Where that speaks against the find, the scan is made anew from there, and a person decides.
  func bringCatalogue(_ errand: Errand, _ scan: Scan) async throws {
    let (preparation, catalogueLookup) = (line.preparation(ledger), line.catalogueLookup(ledger))
    guard let picture: PictureRecord = try await ledger.output(of: .picture, in: scan.id),
      let reading: Reading = try await ledger.output(of: .reading, in: scan.id),
      let searchOutcome: SearchOutcome = try await ledger.output(of: .search, in: scan.id)
    else { return try await makeAnew(scan, errand) }
    let known: Recognition = try await ledger.output(of: .recognition, in: scan.id) ?? Recognition()
    let rejected = try await ledger.rejectedAlbums(of: scan.digest)
    let findings = IdentificationFindings(
      reading: reading, searchOutcome: searchOutcome,
      entry: try await catalogueLookup.entry(for: searchOutcome, seen: preparation.barcodes(in: picture)))
    let comparison = try await line.artworkComparer(ledger).comparison(
      of: catalogueLookup.contenders(from: findings, rejected: rejected),
      in: { try await preparation.features(of: picture, for: scan) }, within: Journey.artworkPatience)
    let verdict = catalogueLookup.verdict(
      on: findings, recognised: known, compared: comparison.proofs, rejected: rejected
    ).noting(known.beside)
    guard case .identified(let album) = verdict else { return try await makeAnew(scan, errand) }

    let artworkFetcher = line.artworkFetcher(ledger)
    let artwork =
      if let seen = comparison.outcome(for: album.identity) { seen } else {
        try await artworkFetcher.artwork(of: album.identity, release: album.release)
      }
    let priorKnowledge = try await ledger.priorKnowledge(of: album.identity, before: scan.id)
    let contents = BundleContents(
      scan: scan, picture: picture, reading: reading, candidates: [album], sources: searchOutcome.sources, reason: nil,
      photoNow: scan.document?.photo.now, known: priorKnowledge, artwork: artwork)
    try await publish(errand) { document in
      var completed = contents.document(scannedAt: line.time.now(), calls: [])
      (completed.scannedAt, completed.review) = (document.scannedAt, document.review)
      document = completed
    }
    if case .present(let kept) = artwork {
      await line.coverStore(ledger).takeIn([(KnownAlbum(album), kept)], from: .scan)
    }
    Logger.current.notice("MusicBrainz was asked about scan \(scan.id): \(album.albumTitle) by \(album.artistName)")
    // Late artwork is what is left of this errand.
    if artwork == .pending { return try await putOff(errand) }
    try await preparation.putAway(scan.id)
    try await ledger.complete(errand)
  }

  private func makeAnew(_ scan: Scan, _ errand: Errand) async throws {
    _ = try await ledger.redo(scan.id, from: .catalogue, strategy: scan.strategy, now: line.time.now())
    try await ledger.complete(errand)
  }
}
