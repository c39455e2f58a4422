import Albums
import DrawnCovers
import Foundation
import Pages

/// A small AlbumScan folder with a page in every state, for looking at.
struct SamplePages {
  let root: URL

  /// Where each page lies, by its name.
  private(set) var pages: [(name: String, file: URL)] = []
  /// Those that need nothing beside them.
  private(set) var alone: [String] = []

  /// - Parameter root: emptied first.
  init(in root: URL) throws {
    self.root = root
    try? FileManager.default.removeItem(at: root)
    try albums()
    try unsure()
    try failed()
    try gallery()
    try wallet()
    try phone()
    alone += ["failed", "phone", "shared"]
  }

  static func phone(albums count: Int = 100, owned: Int = 3000) throws -> PhoneContents {
    let shown = DrawnCollection.albums.filter { $0.albumTitle != "\"Out\" <img src=x onerror=alert(1)>" }
    let covers = try shown.map { Array(try DrawnCover($0).jpeg(size: 200)) }
    let albums = (0..<count).map { number in
      PhoneContents.Album(
        lanterns(shown[number % shown.count]), thumbnail: covers[number % shown.count],
        mark: number % 5 == 0 ? "In your library: 11 tracks" : nil)
    }
    let list = (0..<owned).map { number in
      let album = shown[number * 7 % shown.count]
      return PhoneContents.ListEntry(
        artistName: number % 3 == 0
          ? album.artistName : "\(Character(Unicode.Scalar(65 + number % 26)!))rtist \(number / 9)",
        albumTitle: "\(album.albumTitle) \(number)", releaseYear: album.releaseYear,
        mark: number % 11 == 0 ? "wanted" : nil)
    }
    let candidates = (1...3).map { number in
      Activity.Candidate(
        number: number, artistName: "Halden", albumTitle: "Halden", releaseYear: "198\(number)",
        cover: number < 3 ? covers[number] : nil)
    }
    let activity = Activity(
      entries: [
        .init(id: ScanID(131), photo: "IMG_2101.jpg", state: .running(line: "We found Halden by Halden", seconds: 24)),
        .init(
          id: ScanID(130), photo: "IMG_2100.jpg",
          state: .waiting("No internet connection (since 14:02)", others: 2)),
        .init(id: ScanID(41), photo: "IMG_2041.jpg", folder: "unsure/unsure", state: .unsure(candidates)),
        .init(
          id: ScanID(44), photo: String(repeating: "A_very_long_name_of_a_photo", count: 5) + ".jpg",
          folder: "failed/failed",
          state: .failed(reason: ProgressLine.notIdentified, hint: ProgressLine.notIdentifiedHint)),
      ], notes: ["3 reviews wait: the day’s budget is spent"])
    return PhoneContents(
      writtenAt: "2026-11-26T14:10:00Z", written: "26 Nov, 14:10", activity: activity, albums: albums,
      total: count + 12,
      list: list)
  }

  private mutating func phone() throws {
    try page("phone", HTMLRenderer().phonePage(Self.phone()), at: "done/phone.html")
    let cover = PagePictures(artwork: Array(try DrawnCover(DrawnCollection.paperLanterns).jpeg(size: 500)))
    try page("shared", HTMLRenderer().sharedPage(Self.lanterns(), pictures: cover), at: "shared.html")
  }

  mutating func page(_ name: String, _ text: String, at path: String) throws {
    pages.append((name, try write(text, at: path)))
  }

  @discardableResult
  func write(_ text: String, at path: String) throws -> URL {
    let file = root.appendingPathComponent(path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return file
  }

  func picture(_ album: DrawnAlbum, _ path: String, size: Int) throws {
    try DrawnCover(album).jpeg(size: size).write(to: root.appendingPathComponent(path))
  }

  private mutating func bundle(
    _ name: String, _ document: AlbumDocument, cover drawn: DrawnAlbum = DrawnCollection.paperLanterns,
    in place: String = "done", library note: LibraryNote? = nil, covers: [Int: [UInt8]] = [:],
    related: RelatedAlbums = RelatedAlbums()
  ) throws {
    var pictures = PagePictures(candidates: covers)
    if document.artwork.status == .present {
      pictures.artwork = Array(try DrawnCover(drawn).jpeg(size: 500))
      pictures.thumbnail = Array(try DrawnCover(drawn).jpeg(size: 200))
    }
    try page(
      name, HTMLRenderer().albumPage(document, pictures: pictures, library: note, related: related),
      at: "\(place)/\(name)/index.html")
    alone.append(name)
  }

  private mutating func albums() throws {
    var related = RelatedAlbums()
    let neighbor = { (title: String, artist: String) in
      RelatedAlbums.Entry(folder: "corroborated", artistName: artist, albumTitle: title, releaseYear: "1976")
    }
    related.byArtist = [neighbor("Salt Letters", "Marla Quist"), neighbor("Eleven Nights", "Marla Quist")]
    related.onLabel = [neighbor("Harbour Songs", "Quist & Harrow")]
    related.named = ["Sable/Finch": neighbor("Undertow", "Sable/Finch")]
    var heard = Self.lanterns()
    heard.album.links = ["https://marla.bandcamp.com/album/a", "https://open.spotify.com/album/1"].compactMap(
      AlbumLink.init(url:))
    try bundle("album", heard, related: related)
    let holding = LibraryStatus(tracks: 10, missing: MissingTracks(count: 2, isAtLeast: false, expected: 12))
    try bundle("in-library", Self.lanterns(), library: LibraryNote(holding, key: Self.key))
    var corroborated = Self.lanterns(DrawnCollection.undertow, confidence: .corroborated)
    corroborated.identification.evidence.removeFirst()
    corroborated.artwork.source = .init(kind: .releaseGroup, id: MBID("a"), url: "")
    try bundle("corroborated", corroborated, cover: DrawnCollection.undertow)
    try bundle("review-pending", Self.bare(DrawnCollection.cartas, review: .pending), cover: DrawnCollection.cartas)
    try bundle(
      "review-unavailable", Self.bare(DrawnCollection.nightShift, review: .unavailable),
      cover: DrawnCollection.nightShift)
    var claimed = Self.bare(DrawnCollection.slowWeather, review: .pending, confidence: .claimed, artwork: .none)
    claimed.identification.evidence = [.model("model-1")]
    try bundle("unverified-no-artwork", claimed)
    try bundle("artwork-pending", Self.lanterns(DrawnCollection.glassYear, artwork: .pending))
    var long = Self.lanterns(DrawnCollection.longTitle)
    long.identification.known = .init(scan: ScanID(3), scannedAt: "2026-11-02T10:00:00Z", inLibrary: true)
    try bundle("long-title", long, cover: DrawnCollection.longTitle)
    try bundle(
      "right-to-left",
      Fixtures.album(artist: "فيروز", title: "معرفتي فيك", genres: ["طرب"], label: nil, confidence: .corroborated),
      cover: DrawnCollection.beachInCyrillic)
    var rejected = Self.bare(DrawnCollection.amber, review: .pending)
    rejected.state = .rejected
    try bundle("rejected", rejected, cover: DrawnCollection.amber)
  }

  private mutating func unsure() throws {
    let two = [DrawnCollection.firstHalden, DrawnCollection.secondHalden, DrawnCollection.cobaltField]
    let candidates = two.enumerated().map { index, album in
      AlbumDocument.Candidate(
        number: index + 1, artistName: album.artistName, albumTitle: album.albumTitle, releaseYear: album.releaseYear,
        disambiguation: index == 1 ? "second album" : nil, releaseGroup: MBID(album.releaseGroupID),
        artwork: index < 2 ? "candidate-\(index + 1).jpg" : nil,
        evidence: [
          index == 0 ? .artwork(inliers: 31) : .artworkDiffers(inliers: 5),
          .text(matched: ["artist"], words: ["HALDEN"]),
          .catalog(distance: 0.1 * Double(index), margin: index == 0 ? 0.05 : -0.05, penalties: [Fixtures.yearsOff]),
        ])
    }
    var album = Fixtures.album(
      id: 41, state: .unsure, artist: "Halden", title: "Halden", read: "HALDEN", candidates: candidates,
      reason: "MusicBrainz has 2 albums that fit equally well.", artwork: .none, review: .init(status: .pending))
    album.identification.albumDescription = "Two crossing bands with a disc in one quarter, in blue and white."
    let covers = try two.prefix(2).map { Array(try DrawnCover($0).jpeg(size: 200)) }
    try bundle("unsure", album, in: "unsure", covers: [1: covers[0], 2: covers[1]])
    try bundle(
      "unsure-one", Fixtures.album(id: 42, state: .unsure, artwork: .none, review: .init(status: .pending)),
      in: "unsure")
  }

  private mutating func failed() throws {
    try page(
      "failed",
      HTMLRenderer().failurePage(
        FailureNotice(
          id: ScanID(44), photo: "IMG_2044.jpg", reason: ProgressLine.notIdentified,
          hint: ProgressLine.notIdentifiedHint,
          failedAt: "2026-11-21T14:03:22Z")), at: "failed/failed/index.html")
  }

  private mutating func gallery() throws {
    let shown = DrawnCollection.albums.filter { $0.albumTitle != "\"Out\" <img src=x onerror=alert(1)>" }
    let labels = ReviewLabel.allCases
    let entries = (0..<26).map { number in
      let album = shown[number % shown.count]
      let month = 11 - number / 11
      return GalleryEntry(
        id: ScanID(Int64(26 - number)), folder: "cover-\(number % shown.count)", artistName: album.artistName,
        albumTitle: album.albumTitle, releaseYear: album.releaseYear,
        finishedAt: "2026-\(month < 10 ? "0" : "")\(month)-\(28 - number % 11 * 2)T14:03:22Z",
        confidence: number == 4 ? .claimed : number % 3 == 0 ? .corroborated : .verified, hasThumbnail: number != 4,
        rating: number == 4 || number == 9 ? nil : 9.6 - Double(number * 37 % 60) / 10,
        label: number == 4 || number == 9 ? nil : labels[number * 7 % 24].rawValue,
        lists: number == 2 ? ["wanted", "Lisbon 2026"] : number % 5 == 3 ? ["owned"] : [],
        names: number == 5 ? ["Quist & Harrow", "Nordic Noise"] : [])
    }
    let months = ["2026-11", "2026-10", "2026-09"].map { month in
      Gallery.Month(name: month, counts: [1: entries.count { $0.finishedAt.hasPrefix(month) }])
    }
    for (number, album) in shown.enumerated() {
      let folder = "done/cover-\(number)"
      try FileManager.default.createDirectory(
        at: root.appendingPathComponent(folder), withIntermediateDirectories: true)
      try picture(album, "\(folder)/thumbnail.jpg", size: 200)
      if number < 12 { try picture(album, "\(folder)/artwork.jpg", size: 500) }
    }
    var front = Gallery(
      entries: entries, months: months, total: entries.count, hasWallet: true,
      activity: try Self.phone(albums: 0).activity)
    front.lists = ["owned", "wanted", "Lisbon 2026"]
    try page("gallery", HTMLRenderer().galleryPage(front), at: "done/index.html")
    for count in [1, 2, 3, 5, 7] {
      let few = Gallery(entries: Array(entries.prefix(count)), total: count)
      try page("gallery-\(count)", HTMLRenderer().galleryPage(few), at: "done/first-\(count).html")
    }
    for (place, month) in months.enumerated() {
      var gallery = Gallery(
        entries: entries.filter { $0.finishedAt.hasPrefix(month.name) }, monthPage: GalleryMonthPage(month: month.name),
        total: month.count)
      if place > 0 { gallery.newer = GalleryMonthPage(month: months[place - 1].name) }
      if place + 1 < months.count { gallery.older = GalleryMonthPage(month: months[place + 1].name) }
      let text = HTMLRenderer().galleryPage(gallery)
      if place == 1 {
        try page("month", text, at: "done/months/\(month.name).html")
      } else {
        try write(text, at: "done/months/\(month.name).html")
      }
      try write(HTMLRenderer().galleryData(gallery), at: "done/months/\(month.name).js")
    }
    try page("stats", HTMLRenderer().statisticsPage(Self.statistics()), at: "done/stats.html")
    try page("gallery-empty", HTMLRenderer().galleryPage(Gallery(entries: [], total: 0)), at: "empty/done/index.html")
  }
}

extension SamplePages {
  /// With all that an album's page can hold.
  static func lanterns(
    _ drawn: DrawnAlbum = DrawnCollection.paperLanterns, confidence: Confidence = .verified,
    artwork: ArtworkStatus = .present
  ) -> AlbumDocument {
    let review = Review(
      contextSummary:
        "A hushed record of ferries, mill towns and letters never posted, sung as if to one person across a kitchen "
        + "table. It invented nothing and refined everything: most of the quiet folk of the next two decades lives "
        + "somewhere in these six songs.",
      contextBullets: [
        "Recorded in eleven nights in a disused chapel, whose long echo is the album’s second voice.",
        "The title song’s tuning (low to high: C G D G B♭ D) was passed from player to player for years before anyone "
          + "wrote it down.",
        "“Hollow Year” was played once on late-night radio and drew more letters than the station had staff to answer.",
        "Critics first called it slight; three polls of the best records of its decade later put it in their top ten.",
      ], rating: 9.4, recommendation: .essential, label: .genreLandmark,
      keyTracks: Array(drawn.tracks.prefix(4)), forFansOf: ["quiet rooms", "Inés Calderón"],
      influences: ["Quist & Harrow", "Inés Calderón"], influenced: ["Sable/Finch", "Tundra Choir"],
      sources: [
        Source(title: "Paper Lanterns at fifty", url: "https://www.example.org/features/lanterns"),
        Source(title: "An interview with Marla Quist", url: "https://music.example.net/quist?id=4&page=2"),
      ])
    var album = Fixtures.album(
      id: 128, artist: drawn.artistName, title: drawn.albumTitle, year: drawn.releaseYear, genres: drawn.genres,
      label: drawn.recordLabel, group: MBID(drawn.releaseGroupID), confidence: confidence,
      evidence: [
        .artwork(inliers: 143),
        .text(matched: ["artist", "title"], words: [drawn.artistName.uppercased(), drawn.albumTitle.uppercased()]),
        .catalog(distance: 0.04, margin: 0.38, penalties: [Fixtures.yearsOff]),
      ], read: drawn.printedText,
      candidates: [
        Fixtures.candidate("Lanterns", by: "Quist & Harrow", year: "1979", why: "Against it: a different title (80%).")
      ], artwork: artwork,
      review: AlbumDocument.ReviewEntry(
        written: review, cached: false, model: "model-1", prompt: Digest(hex: String(repeating: "0", count: 64)),
        writtenAt: "2026-11-21T14:03:30Z"))
    album.identification.albumDescription = drawn.look
    album.cost = Fixtures.whole().cost
    return album
  }

  static func statistics() -> Statistics {
    var random = SeededRandom(6)
    func between(_ low: Double, _ high: Double) -> Double {
      low + Double(random.next() % 10_000) / 10_000 * (high - low)
    }
    let labels = ReviewLabel.allCases
    let results = (0..<412).map { number in
      let month = 9 + number * number / 12_000
      let rating = 10 - abs(between(-4, 4) + between(-2.5, 2.5))
      let album = DrawnCollection.albums[Int(random.next() % 18)]
      return Statistics.Result(
        month: "\(2025 + month / 12)-\(month % 12 < 9 ? "0" : "")\(month % 12 + 1)", artistName: album.artistName,
        releaseYear: album.releaseYear, rating: number % 9 == 0 ? nil : rating,
        label: number % 9 == 0 ? nil : labels[Int(between(0, 4.8) * between(0, 4.9))].rawValue,
        recommendation: number % 9 == 0 ? nil : (rating > 8.5 ? "ESSENTIAL" : rating > 6 ? "RECOMMENDED" : "SKIP"))
    }
    let spending = Set(results.map(\.month)).map { Statistics.Spending(name: $0, usd: between(0.05, 1.9)) }
    return Statistics(of: results, spending: spending.sorted { $0.name < $1.name }, asOf: "2026-11-21T14:03:22Z")
  }

  /// Without a review.
  static func bare(
    _ drawn: DrawnAlbum, review: ReviewStatus, confidence: Confidence = .verified, artwork: ArtworkStatus = .present
  ) -> AlbumDocument {
    Fixtures.album(
      id: 57, artist: drawn.artistName, title: drawn.albumTitle, year: drawn.releaseYear, genres: drawn.genres,
      label: drawn.recordLabel, group: drawn.isInCatalog ? MBID(drawn.releaseGroupID) : nil, confidence: confidence,
      read: drawn.printedText, artwork: artwork, review: .init(status: review))
  }
}
