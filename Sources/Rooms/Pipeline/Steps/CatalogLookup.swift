internal import Albums
internal import Foundation
internal import Records

/// Asks the catalog, and rates its answers.
struct CatalogLookup: Sendable {
  let context: ScanContext

  var catalog: any ReleaseCatalog { context.catalog }
  var gate: ServiceGate { context.gate }

  /// Asks the catalog if a scan can continue without it: waits up to `musicbrainz.patienceSeconds` for a temporary
  /// fault, but not for one that needs the user.
  /// - Throws: why the catalog couldn't be asked.
  func promptly<Result>(_ ask: () async throws -> Result) async throws -> Result {
    let time = context.time
    let began = time.uptime()
    var failures = 0
    while true {
      let absence: Fault
      do { return try await ask() } catch let fault as Fault { absence = fault }
      let now = time.now()
      let rest: TimeInterval
      switch absence.next {
      case .wait(let until): rest = until.timeIntervalSince(now)
      case .retry:
        failures += 1
        // The answer to another question in between ends the service's pause, which then begins with none each time.
        let own = RetrySchedule().delay(after: failures, jitter: 0) / .seconds(1)
        rest = max(own, try await context.ledger.servicePause(of: .musicbrainz)?.until.timeIntervalSince(now) ?? 0)
      case .fail, .needsPerson: throw absence
      }
      guard time.uptime() - began + .seconds(max(0, rest)) < context.catalogPatience else { throw absence }
      try await time.sleep(.seconds(max(0, rest)))
    }
  }

  /// - Parameter barcodes: the barcodes in the photo, which identify the release.
  func entry(for searchOutcome: SearchOutcome, seen barcodes: [Barcode] = []) async throws -> CatalogEntry {
    guard let find = searchOutcome.find else { return CatalogEntry(albums: searchOutcome.albums) }
    var albums = searchOutcome.albums
    if albums.isEmpty {
      let query = CatalogQuery(
        artistName: find.artistName, albumTitle: find.albumTitle, releaseYear: find.releaseYear)
      albums = try await gate.pass(.musicbrainz) { try await catalog.albums(matching: query) }
    }
    // A translated listing never represents an album, but leads to it like any other.
    guard let best = Matcher.ranking(of: albums, for: find).winner?.album else { return CatalogEntry(albums: albums) }
    let release = ReleaseChoice.best(in: best, barcodes: barcodes)?.id
    return CatalogEntry(albums: albums, details: try await details(of: best, release: release))
  }

  /// The album that the catalog has, with a clear margin, for the text on the cover, which makes a paid search
  /// unnecessary. Otherwise the closest albums, for the user to choose from if the search fails.
  func searchOutcome(forText reading: VisionAnswer) async throws -> SearchOutcome {
    let cover = reading.cover
    guard let text = cover.extractedText,
      SearchGate.readableCharacters(in: text) >= SearchGate.fewestCharacters
    else { return SearchOutcome() }
    let query = CatalogQuery(text: text)
    let albums = try await gate.pass(.musicbrainz) { try await catalog.albums(matching: query) }
    let ranking = Matcher.ranking(of: albums, for: query)
    guard let album = ranking.winner?.album else { return SearchOutcome(albums: ranking.proposals.map(\.album)) }
    return SearchOutcome(album, beside: cover, means: reading.strategy == .fourPhase ? .phase1B : .call1)
  }

  /// The album that the catalog has under a title for which no artist is known: by various artists, or one that the text
  /// on the cover or the title alone clearly means.
  func searchOutcome(forTitle title: String, in reading: VisionAnswer) async throws -> SearchOutcome {
    let cover = reading.cover
    var query = CatalogQuery(albumTitle: title, releaseYear: cover.releaseYear)
    let albums = try await gate.pass(.musicbrainz) { [query] in try await catalog.albums(matching: query) }
    let byTitle = Matcher.ranking(of: albums, for: query)
    query.artistName = ArtistKey.variousArtists
    let winner =
      Matcher.ranking(of: albums, for: query).winner
      ?? cover.extractedText.flatMap { Matcher.ranking(of: albums, for: CatalogQuery(text: $0)).winner }
      ?? byTitle.best.flatMap { $0.hasOnlyTitle && byTitle.margin >= Ranking.clearMargin ? $0 : nil }
    guard let album = winner?.album else { return SearchOutcome() }
    return SearchOutcome(album, beside: cover, means: .call1)
  }

  /// Looks up the text on the cover if a search found nothing before the catalog could be asked.
  func entry(forText reading: VisionAnswer, seen barcodes: [Barcode]) async throws -> CatalogEntry {
    let searchOutcome = try await searchOutcome(forText: reading)
    var entry = try await entry(for: searchOutcome, seen: barcodes)
    entry.find = searchOutcome.find
    return entry
  }

  private static let helpWithoutModel =
    "Teach its cover (albumscanctl learn DIR), or set a model provider and store its key; then: albumscanctl retry --failed"

  /// The candidates, most likely first, whose artwork can be compared with the photo.
  func contenders(from facts: IdentificationFacts, rejected: [AlbumIdentity]) -> [Contender] {
    guard let find = facts.searchOutcome.find else { return [] }
    return VerdictRules.contenders(
      reading: facts.reading.cover, find: find, ranking: Matcher.ranking(of: facts.entry.albums, for: find),
      details: facts.entry.details, model: facts.searchOutcome.model, rejected: rejected)
  }

  /// - Parameters:
  ///   - recognized: what this computer recognized in the photo.
  ///   - rejected: albums that the user rejected for this photo.
  func verdict(
    on facts: IdentificationFacts, recognized: Recognition, compared: [Proof] = [], rejected: [AlbumIdentity] = []
  ) -> Verdict {
    let (searchOutcome, entry, reading) = (facts.searchOutcome, facts.entry, facts.reading.cover)
    var find = searchOutcome.find
    var ranking = find.map { Matcher.ranking(of: entry.albums, for: $0) }
    var details = entry.details
    if let (words, printed) = proven(by: recognized, rejected: rejected), find == nil {
      (find, ranking, details) = (words, printed.ranking, printed.details)
    }
    if recognized.samePhoto != nil { find?.means = .samePhoto }
    // The barcode narrows it to these, and the named album says which one.
    let sharing = recognized.sharing.without(rejected)
    let named = sharing.filter { proof in ranking?.winner?.album.identity.isSame(as: proof.album) == true }
    let proofs = recognized.proofs + (sharing.count == 1 ? sharing : named) + compared
    let verdict = VerdictRules.verdict(
      reading: reading, find: find, ranking: ranking, details: details,
      requirement: context.settings.identification.require,
      model: searchOutcome.model, proofs: proofs, rejected: rejected, printed: recognized.printed?.text)
    if !sharing.isEmpty, proofs.without(rejected).verified.isEmpty {
      return VerdictRules.choice(among: sharing, beside: verdict.albums)
    }
    if recognized.samePhoto != nil, find == nil, case .identified(var album) = verdict {
      album.means = .samePhoto
      return .identified(album)
    }
    if case .unidentified = verdict, let byWords = self.verdict(byWordsOn: recognized, rejected: rejected) {
      return byWords
    }
    if case .unidentified = verdict, find == nil,
      let named = VerdictRules.verdict(
        named: recognized.named.without(rejected), requirement: context.settings.identification.require)
    {
      return named
    }
    if let doubt = doubt(of: verdict, byWordsOn: recognized, rejected: rejected) { return doubt }
    if case .unidentified = verdict, searchOutcome.find == nil,
      let choice = VerdictRules.proposals(
        entry.albums, text: reading.extractedText, why: searchOutcome.reason, rejected: rejected)
    {
      return choice
    }
    // The reason from a search is more informative than that the cover shows nothing.
    if case .unidentified(_, let hint) = verdict, let reason = searchOutcome.reason {
      let read = recognized.printed.map { VerdictText.read($0.text) } ?? ""
      return .unidentified(
        reason: "\(ProgressLine.notIdentified): \(reason)\(read)",
        hint: context.settings.models.areAsked ? hint : Self.helpWithoutModel)
    }
    return verdict
  }
}

/// Looks up the barcodes in a photo in the catalog.
extension CatalogLookup {
  /// The most barcodes of one photo that are looked up; each takes a request.
  private static let mostBarcodes = 3

  /// What is known about a photo; if nothing is, what the catalog has for its barcodes.
  ///
  /// A barcode of a single album proves it. If several albums share it, it is one of them, and later steps may find out
  /// which.
  func lookUp(_ barcodes: [Barcode], unless known: Recognition) async throws -> Recognition {
    guard known.proofs.isEmpty, known.sharing.isEmpty, known.samePhoto == nil else { return known }
    var known = known
    for barcode in barcodes.prefix(Self.mostBarcodes) {
      let query = CatalogQuery(barcode: barcode.digits)
      let albums = try await gate.pass(.musicbrainz) { try await catalog.albums(matching: query) }
        .filter { $0.has(barcode) }
      if let only = albums.first, albums.count == 1 {
        let album = try await remembered(only, soldAs: barcode, inFull: true)
        known.proofs.append(Proof(of: album, by: .barcode(barcode.digits)))
      } else {
        for album in albums {
          let album = try await remembered(album, soldAs: barcode, inFull: false)
          known.sharing.append(Proof(of: album, by: .barcode(barcode.digits)))
        }
      }
    }
    return known
  }

  private func remembered(_ album: CatalogAlbum, soldAs barcode: Barcode, inFull: Bool) async throws -> KnownAlbum {
    let release = ReleaseChoice.best(in: album, barcodes: [barcode]) ?? album.releases.first
    guard inFull, let release,
      let details = try await gate.pass(
        .musicbrainz, { try await catalog.album(ofRelease: release.id, inGroup: album.releaseGroup) })
    else { return KnownAlbum(album, release: release, barcode: barcode) }
    let whole = album.completed(by: details)
    return KnownAlbum(whole, release: ReleaseChoice.best(in: whole) ?? release, barcode: barcode)
  }
}

/// Looks up the text on a sleeve in the catalog.
extension CatalogLookup {
  /// Albums that may be meant, by a few searches.
  func albums(for printed: PrintedText, most: Int) async throws -> (albums: [CatalogAlbum], requests: Int) {
    var queries = TextQueries(printed, most: most)
    var found: [CatalogAlbum] = []
    var requests = 0
    while let question = queries.next(after: found) {
      found += try await gate.pass(.musicbrainz) { try await catalog.albums(printed: question) }
      requests += question.requests
    }
    return (found, requests)
  }

  /// - Parameter release: the one whose artwork lies in the photo; nil for the one that stands for the album.
  func details(of album: CatalogAlbum, release: MBID?) async throws -> CatalogAlbum? {
    guard let release = release ?? (ReleaseChoice.best(in: album) ?? album.releases.first)?.id else { return nil }
    return try await gate.pass(.musicbrainz) {
      try await catalog.album(ofRelease: release, inGroup: album.releaseGroup)
    }
  }

  /// The album that the words led to and whose artwork lies in the photo.
  func proven(by recognized: Recognition, rejected: [AlbumIdentity]) -> (find: ClaimedAlbum, finding: TextMatchResult)?
  {
    guard let printed = recognized.printed, let proven = printed.proven, !rejected.contains(where: proven.isSame),
      let match = printed.ranking.matches.first(where: { $0.album.identity.isSame(as: proven) })
    else { return nil }
    return (VerdictRules.find(match), printed)
  }

  /// A person decides where the words on the sleeve clearly say another album than the one that was named by a model.
  func doubt(of verdict: Verdict, byWordsOn recognized: Recognition, rejected: [AlbumIdentity]) -> Verdict? {
    guard case .identified(let album) = verdict, album.confidence < .verified,
      case .identified(let printed)? = self.verdict(byWordsOn: recognized, rejected: rejected)
    else { return nil }
    return VerdictRules.choice(between: album, and: printed)
  }

  /// What the words on the sleeve come to, where no model named an album; nil where they come to nothing.
  func verdict(byWordsOn recognized: Recognition, rejected: [AlbumIdentity]) -> Verdict? {
    guard let printed = recognized.printed, !printed.albums.isEmpty else { return nil }
    return VerdictRules.verdict(
      printed: printed.text, ranking: printed.ranking, details: printed.details,
      requirement: context.settings.identification.require,
      proofs: recognized.proofs, rejected: rejected)
  }
}

extension SearchOutcome {
  /// The catalog's album, with what else the cover says.
  fileprivate init(_ album: CatalogAlbum, beside cover: CoverReading, means: ClaimedAlbum.Means) {
    self.init(
      find: ClaimedAlbum(
        artistName: album.artistName, albumTitle: album.title, releaseYear: album.firstReleaseYear,
        genres: cover.genres, recordLabel: cover.recordLabel, means: means), albums: [album])
  }
}
