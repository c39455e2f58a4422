internal import Albums
internal import Foundation
internal import Logging
internal import Records

extension ErrandRunner {
  /// Asks the catalogue about what a model found while it couldn't be asked, and holds the artwork against the photo.
  /// Where that speaks against the find, the scan is made anew from there, and a person decides.
  func bringCatalogue(_ errand: Errand, _ scan: Scan) async throws {
    let (studio, librarian) = (line.studio(ledger), line.librarian(ledger))
    guard let picture: PictureNote = try await ledger.output(of: .picture, in: scan.id),
      let reading: Reading = try await ledger.output(of: .reading, in: scan.id),
      let lead: Lead = try await ledger.output(of: .search, in: scan.id)
    else { return try await makeAnew(scan, errand) }
    let known: Recognition = try await ledger.output(of: .recognition, in: scan.id) ?? Recognition()
    let rejected = try await ledger.rejectedAlbums(of: scan.digest)
    let testimony = Testimony(
      reading: reading, lead: lead, entry: try await librarian.entry(for: lead, seen: studio.barcodes(in: picture)))
    let exhibit = try await line.examiner(ledger).exhibit(
      of: librarian.contenders(from: testimony, rejected: rejected),
      in: { try await studio.features(of: picture, for: scan) }, within: Journey.artworkPatience)
    let verdict = librarian.verdict(
      on: testimony, recognised: known, compared: exhibit.proofs, rejected: rejected
    ).noting(known.beside)
    guard case .identified(let album) = verdict else { return try await makeAnew(scan, errand) }

    let curator = line.curator(ledger)
    let artwork =
      if let seen = exhibit.outcome(for: album.identity) { seen } else {
        try await curator.artwork(of: album.identity, release: album.release)
      }
    let acquaintance = try await ledger.acquaintance(with: album.identity, before: scan.id)
    let story = Story(
      scan: scan, picture: picture, reading: reading, candidates: [album], sources: lead.sources, reason: nil,
      photoNow: scan.document?.photo.now, known: acquaintance, artwork: artwork)
    try await publish(errand) { document in
      var completed = story.document(scannedAt: line.time.now(), calls: [])
      (completed.scannedAt, completed.review) = (document.scannedAt, document.review)
      document = completed
    }
    if case .present(let kept) = artwork { await line.shelf(ledger).takeIn([(KnownAlbum(album), kept)], from: .scan) }
    Logger.current.notice("the catalogue was asked about scan \(scan.id): \(album.albumTitle) by \(album.artistName)")
    // Late artwork is what is left of this errand.
    if artwork == .pending { return try await putOff(errand) }
    try await studio.putAway(scan.id)
    try await ledger.complete(errand)
  }

  private func makeAnew(_ scan: Scan, _ errand: Errand) async throws {
    _ = try await ledger.redo(scan.id, from: .catalogue, strategy: scan.strategy, now: line.time.now())
    try await ledger.complete(errand)
  }
}
