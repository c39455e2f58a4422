import Testing

@testable import Albums

/// What a phone shows of a scan.
@Suite struct PushTextTests {
  private func event(_ kind: ScanEvent.Kind) -> ScanEvent {
    var event = ScanEvent(kind, id: "1", thread: "t", at: "2026-11-21T14:03:22Z")
    event.photo = "IMG_1.jpg"
    return event
  }

  private func album(_ kind: ScanEvent.Kind) -> ScanEvent {
    var event = event(kind)
    event.album = ScanEvent.Album(artistName: "Radiohead", albumTitle: "OK Computer", releaseYear: "1997")
    event.confidence = .verified
    return event
  }

  @Test func `a review is its rating, its label, whether you have it, and its first sentence`() {
    var event = album(.reviewed)
    event.library = "12 tracks"
    event.review = ScanEvent.Review(
      rating: 9.5, recommendation: .essential, label: .essentialClassic,
      contextSummary: "Dr. Yorke frets about e.g. cars. Nobody else did.", keyTracks: [])
    #expect(event.title == "Radiohead – OK Computer")
    #expect(
      event.message
        == "9.5 💎 ESSENTIAL CLASSIC · in your library: 12 tracks · Dr. Yorke frets about e.g. cars.")
  }

  @Test func `an album without a review says so, and that only a model says so`() {
    var event = album(.known)
    event.confidence = .claimed
    #expect(event.message == "unverified match · its review isn’t there yet")
    #expect(!event.isOfLittleInterest)
    event.isKnown = true
    #expect(event.isOfLittleInterest)
  }

  @Test func `whoever stands in a shop reads that it is owned, or since when it is wanted`() {
    var document = AlbumDocument.ofLists([
      AlbumList(name: "wanted", since: "2026-05-02T10:00:00Z"), AlbumList(name: "Fair", since: "2026-11-21T10:00:00Z"),
    ])
    var event = album(.known)
    event.take(document)
    event.isKnown = true
    #expect(event.message == "wanted since 2026-05-02, on your list “Fair” · its review isn’t there yet")
    #expect(!event.isOfLittleInterest && !event.owned)
    #expect(
      Announcement.found(document).detail == "Wanted since 2026-05-02, on your list “Fair”\nIn IMG_1234.jpg")
    document.take(AlbumMarks(lists: [AlbumList(name: "owned", since: "2026-05-02T10:00:00Z")]))
    event.take(document)
    #expect(event.message == "you own it · its review isn’t there yet" && event.owned)
  }

  @Test func `what needs a person names the candidates`() {
    var event = event(.unsure)
    event.candidates = [
      ScanEvent.Album(number: 2, artistName: "Low", albumTitle: "Hey\nWhat", releaseYear: "2021"),
      ScanEvent.Album(number: 3, artistName: "Can", albumTitle: "Tago Mago", releaseYear: nil),
    ]
    #expect(event.title == "IMG_1.jpg needs you")
    #expect(event.message == "Which one is it?\n2. Low – Hey What (2021)\n3. Can – Tago Mago")
  }

  @Test(arguments: [
    ("/home/ann/AlbumScan/inbox/a.jpg can't be read", "a.jpg can't be read"),
    ("~/AlbumScan/inbox/a.jpg: No such file", "a.jpg: No such file"),
    ("run: chmod 600 '/home/ann/My Photos/a.jpg'", "run: chmod 600 a.jpg"),
    ("/home/ann/My Photos/a.jpg is damaged", "My a.jpg is damaged"),
    ("AC/DC and/or 3/4, isn't it?", "AC/DC and/or 3/4, isn't it?"),
  ])
  func `a file is named without where it is`(text: String, told: String) {
    #expect(ScanEvent.withoutPaths(text) == told)
  }

  @Test func `no message is longer than an ntfy server takes`() {
    var event = event(.unsure)
    let long = String(repeating: "長", count: 3000)
    event.photo = long
    event.candidates = (1...5).map {
      ScanEvent.Album(number: $0, artistName: long, albumTitle: long, releaseYear: long)
    }
    #expect(event.message.utf8.count < 4096 && event.title.utf8.count < 500)
    var failed = self.event(.failed)
    (failed.reason, failed.hint) = (long, long)
    #expect(failed.message.utf8.count < 4096)
  }
}

extension AlbumDocument {
  fileprivate static func ofLists(_ lists: [AlbumList]) -> AlbumDocument {
    var document = AlbumDocument(
      id: ScanID(17), scannedAt: "2026-11-21T14:03:22Z", state: .done,
      photo: .init(name: "IMG_1234.jpg", sha256: "", now: nil),
      album: .init(
        artistName: "Night Bus", albumTitle: "Lanterns", releaseYear: nil, genres: [], recordLabel: nil,
        musicbrainz: .init(releaseGroup: nil, release: nil, artists: [])),
      identification: .init(
        strategy: "two-tier", by: .call1, confidence: .verified, evidence: [], extractedText: nil,
        albumDescription: nil, candidates: []), artwork: .init(status: .none), review: .init(status: .pending),
      cost: .init(usd: 0, calls: []))
    document.take(AlbumMarks(lists: lists))
    return document
  }
}
