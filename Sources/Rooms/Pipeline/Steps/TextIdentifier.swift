package import Albums
internal import Foundation
internal import ImagingClient
package import ImagingProtocol
internal import Logging
internal import Records

/// Identifies an album by the text on its sleeve: reads it, searches the catalog for it, and compares the artwork of
/// the results with the photo.
package struct TextIdentifier: Sendable {
  let context: ScanContext

  private var asksModels: Bool { context.settings.models.areAsked }

  /// The wait for the artwork of one album. Nothing else can prove it here, and an unproven album costs a call or the
  /// user's time.
  private static let proofTimeout: Duration = .seconds(30)

  /// The fraction of a photo below which one of two names isn't enough: an inset or a label may name something else.
  private static let largeShare = 0.5

  /// If finding an album took more requests than this, its label isn't looked up, to spare MusicBrainz.
  private static let fewRequests = 2

  /// What the text on the sleeve adds to what is known about the photo.
  func readText(
    on picture: PictureRecord, of scan: Scan, addingTo recognition: Recognition, rejected: [AlbumIdentity]
  ) async throws -> Recognition {
    guard let candidates = try await candidates(on: picture, of: scan, addingTo: recognition, rejected: rejected) else {
      return recognition
    }
    return try await completed(try await compared(candidates, with: picture, of: scan), by: candidates)
  }

  /// What the catalog has for the text on a sleeve, before any artwork is compared.
  private struct TextCandidates {
    /// With the text and the albums found.
    var recognition: Recognition
    let contenders: [Contender]
    /// The number of requests that finding the albums took; nil if the catalog couldn't be asked.
    let requests: Int?

    var isClear: Bool { recognition.printed?.ranking.winner != nil }
    /// Without the catalog, nobody knows whether the text is a name.
    var isNamed: Bool { requests == nil ? recognition.printed?.text.isEmpty == false : !contenders.isEmpty }
  }

  /// The albums that the text on the sleeve may name. Nil if there is nothing to look for: the photo is already known,
  /// or has no text.
  ///
  /// The sleeve that was found may be a shape on a larger one. If it names no album, or is small and names none clearly,
  /// the whole photo is read, too.
  private func candidates(
    on picture: PictureRecord, of scan: Scan, addingTo recognition: Recognition, rejected: [AlbumIdentity]
  ) async throws -> TextCandidates? {
    guard context.settings.identification.textRecognition, let recognizer = context.textRecognizer,
      recognition.proofs.isEmpty,
      recognition.sharing.isEmpty, recognition.samePhoto == nil,
      let text = try await text(on: context.photoPreparer.jpeg(of: picture, for: scan), of: scan, by: recognizer)
    else { return nil }
    // What is left of the photo's requests is for the whole of it.
    let isSmall = picture.sleeveShare.map { $0 < Self.largeShare } ?? false
    var candidates = try await candidates(
      text, of: scan, addingTo: recognition, rejected: rejected, most: isSmall ? TextQueries.most / 2 : TextQueries.most
    )
    let isNamed = candidates.isNamed
    if picture.sleeveShare != nil, !isNamed || (isSmall && !candidates.isClear) {
      if let whole = try await context.photoPreparer.whole(of: scan),
        let rest = try await self.text(on: whole, of: scan, by: recognizer), rest.text != text.text
      {
        let inWhole = try await self.candidates(
          rest, of: scan, addingTo: recognition, rejected: rejected, most: TextQueries.most - (candidates.requests ?? 0)
        )
        if text.isEmpty || inWhole.isClear || (!isNamed && inWhole.isNamed) { candidates = inWhole }
      }
      candidates.recognition.doubtsCrop = isNamed ? nil : true
    }
    return candidates.recognition.printed == nil && candidates.recognition.doubtsCrop == nil ? nil : candidates
  }

  /// Nil if it can't be read.
  private func text(
    on jpeg: Data, of scan: Scan, by recognizer: ScanContext.TextRecognizer
  ) async throws(ImagingClientError) -> PrintedText? {
    do { return PrintedText(try await recognizer(jpeg)) } catch {
      if error == .canceled { throw error }
      // The text is only one way among others.
      Logger.current.notice("couldn't read the text on \(scan.name): \(error.reason)")
      return nil
    }
  }

  /// The albums that a text may name.
  private func candidates(
    _ text: PrintedText, of scan: Scan, addingTo recognition: Recognition, rejected: [AlbumIdentity], most: Int
  ) async throws -> TextCandidates {
    guard !text.isEmpty else { return TextCandidates(recognition: recognition, contenders: [], requests: 0) }
    var finding = TextMatchResult(text: text)
    var requests: Int?
    do {
      (finding.albums, requests) =
        try await asksModels
        ? context.catalogLookup.promptly { try await context.catalogLookup.albums(for: text, most: most) }
        : context.catalogLookup.albums(for: text, most: most)
    } catch let fault as Fault where asksModels {
      Logger.current.info("scan \(scan.id) continues without MusicBrainz: \(fault)")
    }
    var recognition = recognition
    recognition.printed = finding
    return TextCandidates(
      recognition: recognition,
      contenders: VerdictRules.contenders(printed: text, ranking: finding.ranking, rejected: rejected),
      requests: requests)
  }

  /// What is known about the photo once the artwork of the albums that its text may name was compared with it.
  private func compared(_ candidates: TextCandidates, with picture: PictureRecord, of scan: Scan) async throws
    -> Recognition
  {
    let comparison = try await context.artworkComparer.comparison(
      of: candidates.contenders, in: { try await context.photoPreparer.features(of: picture, for: scan) },
      within: Self.proofTimeout)
    var recognition = candidates.recognition
    recognition.proofs += comparison.proofs
    let verified = comparison.proofs.verified
    recognition.printed?.proven = verified.count == 1 ? verified.first : nil
    for piece in comparison.pieces where verified.contains(where: piece.album.isSame) {
      if case .present(let artwork) = piece.outcome {
        recognition.covers.append(Recognition.Cover(album: piece.album, artwork: artwork))
      }
    }
    return recognition
  }

  /// What was compared, with the details of the album that was found.
  private func completed(_ compared: Recognition, by candidates: TextCandidates) async throws -> Recognition {
    guard var finding = compared.printed else { return compared }
    let ranking = finding.ranking
    if candidates.requests ?? 0 < Self.fewRequests {
      let winner = asksModels ? nil : ranking.winner
      finding.details = try await details(of: finding, in: ranking, or: winner, seen: compared.proofs)
    }
    // What nothing speaks for needn't be kept.
    finding.albums =
      PrintedRanking.contenders(in: ranking).map(\.album)
      + ranking.matches.map(\.album).filter { finding.proven?.isSame(as: $0.identity) == true }
    var completed = compared
    completed.printed = finding
    return completed
  }

  /// Label and genres, which a search doesn't return. A find is valid without them.
  private func details(
    of finding: TextMatchResult, in ranking: Ranking, or winner: Match?, seen proofs: [Proof]
  ) async throws -> CatalogAlbum? {
    let proven = finding.proven.flatMap { proven in ranking.matches.first { $0.album.identity.isSame(as: proven) } }
    guard let match = proven ?? winner else { return nil }
    let album = match.album
    let numbered = match.catalogNumber.flatMap { album.release(numbered: $0)?.id }
    do {
      return try await context.catalogLookup.promptly {
        try await context.catalogLookup.details(of: album, release: proofs.release(of: album.identity) ?? numbered)
      }
    } catch let fault as Fault {
      Logger.current.info("MusicBrainz can't provide more about \(album.title) now: \(fault)")
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
