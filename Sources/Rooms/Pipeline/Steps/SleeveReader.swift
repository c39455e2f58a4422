package import Albums
package import Foundation
package import ImagingProcess
internal import Logging
internal import Records

/// The text read on a sleeve, and what the catalog and the artwork say about it.
struct PrintedFinding: Codable, Equatable, Sendable {
  var text: PrintedText
  /// The candidates.
  var albums: [CatalogueAlbum] = []
  /// The details of the album that was found.
  var details: CatalogueAlbum?
  /// The album whose artwork is in the photo.
  var proven: AlbumIdentity?

  var ranking: Ranking { PrintedRanking.ranking(of: albums, for: text) }
}

/// Identifies an album by the text on its sleeve: reads it, searches the catalog for it, and compares the artwork of
/// the results with the photo.
package struct SleeveReader: Sendable {
  package typealias TextRecognizer = @Sendable (_ picture: Data) async throws(ImagingClientError) -> [PrintedLine]

  /// Nil without the models for it.
  let recognizer: TextRecognizer?
  let preparation: PhotoPreparation
  let catalogueLookup: CatalogueLookup
  let artworkComparer: ArtworkComparer
  let settings: LineSettings

  /// The wait for the artwork of one album. Nothing else can prove it here, and an unproven album costs a call or the
  /// user's time.
  private static let artworkPatience: Duration = .seconds(30)

  /// If finding an album took more requests than this, its label isn't looked up, to spare MusicBrainz.
  private static let fewRequests = 2

  /// What is known about a photo; if nothing is, the result of its text.
  func recognition(_ known: Recognition, of scan: Scan, _ picture: PictureRecord) async throws -> Recognition {
    guard let recognizer, known.known.isEmpty, known.sharing.isEmpty, known.samePhoto == nil else { return known }
    let text: PrintedText
    do {
      text = PrintedText(try await recognizer(try await preparation.jpeg(of: picture, for: scan)))
    } catch let error as ImagingClientError where error != .cancelled {
      // The text is only one way among others.
      Logger.current.notice("couldn't read the text on \(scan.name): \(error.reason)")
      return known
    }
    guard !text.isEmpty else { return known }
    var known = known
    var finding = PrintedFinding(text: text)
    let rejected = try await preparation.ledger.rejectedAlbums(of: scan.digest)
    let requests: Int
    do {
      (finding.albums, requests) =
        try await settings.asksModels
        ? catalogueLookup.promptly { try await catalogueLookup.albums(for: text) } : catalogueLookup.albums(for: text)
    } catch let absence where settings.asksModels && (absence is ServiceFault || absence is Postponed) {
      Logger.current.info("scan \(scan.id) continues without MusicBrainz: \(absence)")
      known.printed = finding
      return known
    }
    let ranking = finding.ranking
    let contenders = Judge.contenders(printed: text, ranking: ranking, rejected: rejected)
    let comparison = try await artworkComparer.comparison(
      of: contenders, in: { [preparation] in try await preparation.features(of: picture, for: scan) },
      within: Self.artworkPatience)
    known.known += comparison.proofs
    let verified = comparison.proofs.verified
    finding.proven = verified.count == 1 ? verified.first : nil
    for piece in comparison.pieces where verified.contains(where: piece.album.isSame) {
      if case .present(let artwork) = piece.outcome {
        known.covers.append(RecognisedCover(album: piece.album, artwork: artwork))
      }
    }
    if requests < Self.fewRequests {
      let winner = settings.asksModels ? nil : ranking.winner?.album
      finding.details = try await details(of: finding, orOf: winner, seen: comparison.proofs)
    }
    // What nothing speaks for needn't be kept.
    finding.albums = PrintedRanking.contenders(in: ranking).map(\.album)
    known.printed = finding
    if finding.proven != nil, settings.asksModels {
      try await preparation.ledger.savedReading(for: scan.id, now: preparation.time.now())
    }
    return known
  }

  /// Label and genres, which a search doesn't return. A find is valid without them.
  private func details(
    of finding: PrintedFinding, orOf winner: CatalogueAlbum?, seen proofs: [Proof]
  ) async throws -> CatalogueAlbum? {
    let album = finding.proven.flatMap { proven in finding.albums.first { $0.identity.isSame(as: proven) } } ?? winner
    guard let album else { return nil }
    do {
      return try await catalogueLookup.promptly {
        try await catalogueLookup.details(of: album, release: proofs.release(of: album.identity))
      }
    } catch let absence where absence is ServiceFault || absence is Postponed {
      Logger.current.info("MusicBrainz can't provide more about \(album.title) now: \(absence)")
      return nil
    }
  }
}

extension PrintedText {
  /// As the imaging process has it.
  package init(_ lines: [PrintedLine]) {
    self.init(
      lines: lines.map { line in
        Line(
          text: line.text, confidence: line.confidence, corners: line.corners.map { Corner(x: $0.x, y: $0.y) },
          contrast: line.contrast)
      })
  }
}
