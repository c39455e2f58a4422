internal import Albums
internal import Foundation
internal import Records

/// Asks the catalog. What its answers come to, `IdentificationFacts.verdict` decides.
struct CatalogLookup: Sendable {
  let context: ScanContext

  var catalog: any ReleaseCatalog { context.catalog }
  var gate: ServiceGate { context.gate }

  /// For scans that can continue without the catalog: waits up to `musicbrainz.patienceSeconds` for a temporary
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
  func entry(for findOutcome: FindOutcome, seen barcodes: [Barcode] = []) async throws -> CatalogEntry {
    guard let find = findOutcome.find else { return CatalogEntry(albums: findOutcome.albums) }
    var albums = findOutcome.albums
    if albums.isEmpty {
      let query = CatalogQuery(
        artistName: find.artistName, albumTitle: find.albumTitle, releaseYear: find.releaseYear)
      albums = try await gate.pass(.musicbrainz) { try await catalog.albums(matching: query) }
    }
    // A translated listing never represents an album, but leads to it like any other.
    guard let best = Matcher.ranking(of: albums, for: find).winner?.album else { return CatalogEntry(albums: albums) }
    let release = best.bestRelease(barcodes: barcodes)?.id
    return CatalogEntry(albums: albums, details: try await details(of: best, release: release))
  }

  /// The album that the catalog has, with a clear margin, for the text on the cover, which makes a paid search
  /// unnecessary. Otherwise the closest albums, for the user to choose from if the search fails.
  func findOutcome(forText reading: VisionAnswer) async throws -> FindOutcome {
    let cover = reading.cover
    guard let text = cover.extractedText,
      SearchGate.readableCharacters(in: text) >= SearchGate.fewestCharacters
    else { return FindOutcome() }
    let query = CatalogQuery(text: text)
    let albums = try await gate.pass(.musicbrainz) { try await catalog.albums(matching: query) }
    let ranking = Matcher.ranking(of: albums, for: query)
    guard let album = ranking.winner?.album else { return FindOutcome(albums: ranking.proposals.map(\.album)) }
    return FindOutcome(album, beside: cover, means: reading.strategy == .fourPhase ? .phase1B : .call1)
  }

  /// The album that the catalog has under a title for which no artist is known: by various artists, or one that the text
  /// on the cover or the title alone clearly means.
  func findOutcome(forTitle title: String, in reading: VisionAnswer) async throws -> FindOutcome {
    let cover = reading.cover
    var query = CatalogQuery(albumTitle: title, releaseYear: cover.releaseYear)
    let albums = try await gate.pass(.musicbrainz) { [query] in try await catalog.albums(matching: query) }
    let byTitle = Matcher.ranking(of: albums, for: query)
    query.artistName = ArtistKey.variousArtists
    let winner =
      Matcher.ranking(of: albums, for: query).winner
      ?? cover.extractedText.flatMap { Matcher.ranking(of: albums, for: CatalogQuery(text: $0)).winner }
      ?? byTitle.best.flatMap { $0.hasOnlyTitle && byTitle.margin >= Ranking.clearMargin ? $0 : nil }
    guard let album = winner?.album else { return FindOutcome() }
    return FindOutcome(album, beside: cover, means: .call1)
  }

  /// Looks up the text on the cover if a search found nothing before the catalog could be asked.
  func entry(forText reading: VisionAnswer, seen barcodes: [Barcode]) async throws -> CatalogEntry {
    let findOutcome = try await findOutcome(forText: reading)
    var entry = try await entry(for: findOutcome, seen: barcodes)
    entry.find = findOutcome.find
    return entry
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
  func lookUp(_ barcodes: [Barcode], addingTo recognition: Recognition) async throws -> Recognition {
    guard recognition.proofs.isEmpty, recognition.sharing.isEmpty, recognition.samePhoto == nil else {
      return recognition
    }
    var recognition = recognition
    for barcode in barcodes.prefix(Self.mostBarcodes) {
      let query = CatalogQuery(barcode: barcode.digits)
      let albums = try await gate.pass(.musicbrainz) { try await catalog.albums(matching: query) }
        .filter { $0.has(barcode) }
      if let only = albums.first, albums.count == 1 {
        let album = try await knownAlbum(only, soldAs: barcode, inFull: true)
        recognition.proofs.append(Proof(of: album, by: .barcode(barcode.digits)))
      } else {
        for album in albums {
          let album = try await knownAlbum(album, soldAs: barcode, inFull: false)
          recognition.sharing.append(Proof(of: album, by: .barcode(barcode.digits)))
        }
      }
    }
    return recognition
  }

  private func knownAlbum(_ album: CatalogAlbum, soldAs barcode: Barcode, inFull: Bool) async throws -> KnownAlbum {
    let release = album.bestRelease(barcodes: [barcode]) ?? album.releases.first
    guard inFull, let release,
      let details = try await gate.pass(
        .musicbrainz, { try await catalog.album(ofRelease: release.id, inGroup: album.releaseGroup) })
    else { return KnownAlbum(album, release: release, barcode: barcode) }
    let whole = album.completed(by: details)
    return KnownAlbum(whole, release: whole.bestRelease() ?? release, barcode: barcode)
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
    guard let release = release ?? (album.bestRelease() ?? album.releases.first)?.id else { return nil }
    return try await gate.pass(.musicbrainz) {
      try await catalog.album(ofRelease: release, inGroup: album.releaseGroup)
    }
  }
}

extension FindOutcome {
  /// The catalog's album, with what else the cover says.
  fileprivate init(_ album: CatalogAlbum, beside cover: CoverReading, means: ClaimedAlbum.Means) {
    self.init(
      find: ClaimedAlbum(
        artistName: album.artistName, albumTitle: album.title, releaseYear: album.firstReleaseYear,
        genres: cover.genres, recordLabel: cover.recordLabel, means: means), albums: [album])
  }
}
