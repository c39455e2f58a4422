internal import Albums
internal import Foundation
internal import ImagingClient
internal import ImagingProtocol
internal import Records

/// Compares the artwork of the candidate albums with the photo.
struct ArtworkComparer: Sendable {
  let context: ScanContext

  /// A few at a time, until one is in the photo.
  ///
  /// - Parameters:
  ///   - contenders: likeliest first.
  ///   - photo: what the photo is recognized by; asked for only where there is artwork to look for.
  ///   - patience: how long each artwork is waited for.
  func comparison(
    of contenders: [Contender], in photo: @escaping @Sendable () async throws -> Data, within patience: Duration
  ) async throws -> ArtworkComparison {
    var comparison = ArtworkComparison()
    let named = contenders.filter(\.isNamed)
    guard !named.isEmpty else { return comparison }
    var rest = named[...]
    while !rest.isEmpty, comparison.proofs.verified.isEmpty, !comparison.isLate {
      try await look(at: rest.prefix(ArtworkFetcher.mostCovers), in: photo, within: patience, noting: &comparison)
      rest = rest.dropFirst(ArtworkFetcher.mostCovers)
    }
    // Where the cover that was named is certainly another one, what else it may be is looked for too.
    guard named.count == 1, comparison.proofs.contradict(named[0].album.identity) else { return comparison }
    var others = ArtworkComparison()
    try await look(
      at: contenders.filter { !$0.isNamed }.prefix(ArtworkFetcher.mostCovers - 1), in: photo, within: patience,
      noting: &others)
    // That one of these is slow is no reason to look at all of them again.
    comparison.pieces += others.pieces
    comparison.proofs += others.proofs
    return comparison
  }

  /// What an album's artwork says of the photo; nil where it says nothing.
  func proof(
    of album: KnownAlbum, by artwork: KeptArtwork, in photo: Data
  ) async throws -> Proof? {
    guard let sighting = try await context.coverStore.compareAndAdd(artwork, showing: album, in: photo) else {
      return nil
    }
    let proof = Proof(of: album, sighting, release: artwork.source.kind == .release ? artwork.source.id : nil)
    // That a picture of something else isn't in the photo says nothing.
    return proof?.evidence.verifies == true || artwork.source.isFront ? proof : nil
  }

  /// Looks at several side by side.
  private func look(
    at contenders: ArraySlice<Contender>, in photo: @escaping @Sendable () async throws -> Data,
    within patience: Duration, noting comparison: inout ArtworkComparison
  ) async throws {
    let looked = try await withThrowingTaskGroup(of: (Int, ArtworkComparison).self) { group in
      for (index, contender) in contenders.enumerated() {
        group.addTask { (index, try await look(at: contender, in: photo, within: patience)) }
      }
      return try await group.reduce(into: [Int: ArtworkComparison]()) { $0[$1.0] = $1.1 }
    }
    for (_, part) in looked.sorted(by: { $0.key < $1.key }) {
      comparison.pieces += part.pieces
      comparison.proofs += part.proofs
      comparison.isLate = comparison.isLate || part.isLate
    }
  }

  /// The edition that stands for the album first; others only where its cover isn't the one in the photo.
  private func look(
    at contender: Contender, in photo: @Sendable () async throws -> Data, within patience: Duration
  ) async throws -> ArtworkComparison {
    var comparison = ArtworkComparison()
    let identity = contender.album.identity
    var proof: Proof?
    for release in [contender.album.release] + contender.otherReleases {
      let isFirst = release == contender.album.release
      let outcome = try await withGrace(patience, sleep: context.time.sleep) {
        try await context.artworkFetcher.artwork(of: identity, release: release)
      }
      guard let outcome, outcome != .pending else {
        if isFirst { comparison.isLate = true }
        break
      }
      // Another edition without a cover of its own shows the group's, which was looked at.
      if !isFirst, case .present(let kept) = outcome, kept.source.id != release { continue }
      if isFirst { comparison.pieces.append(ArtworkComparison.Piece(album: identity, outcome: outcome)) }
      guard case .present(let kept) = outcome else { break }
      var known = KnownAlbum(contender.album)
      known.release = release
      guard let found = try await self.proof(of: known, by: kept, in: try await photo()) else { break }
      if found.evidence.verifies {
        comparison.proofs.append(found)
        if !isFirst { comparison.pieces.append(ArtworkComparison.Piece(album: identity, outcome: outcome)) }
        return comparison
      }
      proof = proof ?? found
    }
    // No edition's cover is there: the first one's figures stand for them.
    if let proof { comparison.proofs.append(proof) }
    return comparison
  }
}

extension Proof {
  /// Nil where a comparison can't say whether the cover is there.
  fileprivate init?(of album: KnownAlbum, _ sighting: CoverSighting, release: MBID?) {
    switch sighting.finding {
    case .accepted: self.init(of: album, by: .artwork(inliers: sighting.inliers), release: release)
    case .contradicted: self.init(of: album, by: .artworkDiffers(inliers: sighting.inliers))
    case .undecided: return nil
    }
  }
}
