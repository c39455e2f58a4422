internal import Albums
internal import Logging
internal import Records

/// What happens to a photo, from top to bottom.
///
/// Everything that costs money, time or politeness stands inside a `once`: its output is committed before the next step
/// begins, so that after a crash nothing is done, asked or paid twice. Artwork and review alone are made side by side.
struct Journey: Sendable {
  let scan: Scan
  let notes: Notebook
  let studio: Studio
  let identifier: Identifier
  let reader: SleeveReader
  let librarian: Librarian
  let examiner: Examiner
  let curator: Curator
  let confirmation: Confirmation
  let critic: Critic
  let publisher: Publisher
  let filing: Filing
  let time: TimeSource

  /// A result waits at most this long for its artwork.
  static let artworkPatience: Duration = .seconds(5)

  /// - Throws: `Setback`, `Postponed`, `Superseded`, `CancellationError`, or a ledger error.
  func walk() async throws -> Ending {
    let picture = try await notes.once(.picture) { try await studio.prepare(scan) }
    let known = try await notes.once(.recognition) {
      let known = try await librarian.recognition(
        try await studio.recognise(scan, picture), by: studio.barcodes(in: picture))
      return try await reader.recognition(known, of: scan, picture)
    }
    let rejected = try await notes.ledger.rejectedAlbums(of: scan.digest)
    let testimony = try await testimony(on: picture, unless: known, rejected: rejected)
    let (reading, lead) = (testimony.reading, testimony.lead)
    let recognised = try await stillKnown(known)
    let judge = { @Sendable (compared: [Proof]) in
      librarian.verdict(on: testimony, recognised: recognised, compared: compared, rejected: rejected)
        .noting(recognised.beside)
    }
    let contenders = librarian.contenders(from: testimony, rejected: rejected)
    let find = try await borneOut(judge([]), before: contenders)
    // Without the catalogue there was next to nothing to compare with.
    let isLate = { @Sendable (exhibit: Exhibit) in exhibit.isLate || testimony.absence != nil }
    let compare = { @Sendable () async throws -> Exhibit in
      try await notes.once(.artwork, aside: find != nil, unlessLate: isLate) {
        try await examiner.exhibit(
          of: contenders, in: { [studio, scan] in try await studio.features(of: picture, for: scan) },
          within: Self.artworkPatience)
      }
    }
    let exhibit =
      if let find {
        try await criticised(find, draft: reading.draft, known: known, meanwhile: compare, judgedBy: judge)
      } else {
        try await compare()
      }
    let verdict = try await notes.once(.verdict, aside: find != nil) {
      let verdict = judge(exhibit.proofs)
      // What a model found is a result without the catalogue; what isn't one yet waits for it.
      if let absence = testimony.absence, !verdict.isIdentified { throw absence }
      return verdict
    }

    switch verdict {
    case .unidentified(let reason, let hint):
      let now = try await notes.once(.filing) { try await filing.file(scan) }
      return .unidentified(reason: reason, hint: hint, photoNow: now.place)
    case .unsure(let candidates, let reason):
      let covers = try await curator.covers(
        of: candidates, seen: exhibit.isLate ? nil : exhibit, within: Self.artworkPatience)
      let now = try await notes.once(.filing) { try await filing.file(scan) }
      let story = Story(
        scan: scan, picture: picture, reading: reading, candidates: candidates, sources: lead.sources, reason: reason,
        photoNow: now.place, covers: covers)
      let shown = covers.map { (album: KnownAlbum(candidates[$0.key - 1]), artwork: $0.value) }
      return .unsure(try await published(story), reason: reason, covers: shown)
    case .identified(let album):
      let (review, shown) = try await criticisedAndIllustrated(
        album, draft: reading.draft, known: known, exhibit: exhibit)
      let lacksCatalogue = testimony.absence != nil
      let artwork = lacksCatalogue && shown == .none ? .pending : shown
      let acquaintance = try await notes.ledger.acquaintance(with: album.identity, before: scan.id)
      let now = try await notes.once(.filing) { try await filing.file(scan) }
      let story = Story(
        scan: scan, picture: picture, reading: reading, candidates: [album], sources: lead.sources, reason: nil,
        photoNow: now.place, known: acquaintance, lacksCatalogue: lacksCatalogue,
        artwork: artwork, review: review)
      return .done(try await published(story), review, artwork)
    }
  }

  /// What models and the catalogue say of the photo. Nobody is asked where covers that lie in it are known here, unless
  /// a person wanted it read anew.
  private func testimony(
    on picture: PictureNote, unless known: Recognition, rejected: [AlbumIdentity]
  ) async throws -> Testimony {
    let verified = known.known.without(rejected).verified
    if !verified.isEmpty, try await !notes.ledger.wantsReading(scan.id) {
      return Testimony(reading: identifier.unread(scan, known.printed))
    }
    let reading = try await notes.once(.reading) {
      try await identifier.read(picture, of: scan, printed: known.printed)
    }
    let lead = try await notes.once(.search) { try await identifier.lead(from: reading, of: scan) }
    var testimony = Testimony(reading: reading, lead: lead)
    let barcodes = studio.barcodes(in: picture)
    let isNamedByModel = lead.model != nil && lead.find != nil
    do {
      if isNamedByModel, try await isClaimed() {
        throw Setback.transient("it is asked once the page is there", service: .musicbrainz)
      }
      testimony.entry = try await notes.once(.catalogue) {
        if lead.lacksCatalogue == true { return try await librarian.entry(forText: reading, seen: barcodes) }
        guard isNamedByModel else { return try await librarian.entry(for: lead, seen: barcodes) }
        return try await librarian.promptly { try await librarian.entry(for: lead, seen: barcodes) }
      }
      if let find = testimony.entry.find { testimony.lead = Lead(find: find, albums: testimony.entry.albums) }
    } catch let absence where isNamedByModel && (absence is Setback || absence is Postponed) {
      testimony.absence = absence
      Logger.current.info("scan \(scan.id) goes on without the catalogue: \(absence)")
    }
    return testimony
  }

  /// Whether a crash came between a verdict that lacked the catalogue and its page. The review may be paid under the
  /// claimed name, so the page comes first.
  private func isClaimed() async throws -> Bool {
    guard case .identified(let album)? = try await notes.ledger.made(of: .verdict, in: scan.id, as: Verdict.self) else {
      return false
    }
    return try await notes.isOpen(.catalogue) && !album.evidence.contains(.person)
  }

  private func published(_ story: Story) async throws -> Published {
    try await notes.once(
      .bundle, orTakeBack: { publisher.remove($0, of: scan) }, { try await publisher.publish(story) })
  }

  /// What was known of the photo, as far as it still counts: a redo that has the cover read anew doesn't go by the
  /// earlier scan any more.
  private func stillKnown(_ known: Recognition) async throws -> Recognition {
    var known = known
    if try await notes.ledger.isMadeAnew(.reading, in: scan.id) { known.samePhoto = nil }
    return known
  }
}

/// How a walk ended.
enum Ending: Sendable {
  case done(Published, ReviewOutcome, ArtworkOutcome)
  /// With the albums to choose from whose covers are there.
  case unsure(Published, reason: String, covers: [(album: KnownAlbum, artwork: KeptArtwork)])
  case unidentified(reason: String, hint: String, photoNow: String?)
}
