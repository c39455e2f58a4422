import Albums
import Pages
import Testing

@Suite struct AlbumPageTests {
  private static let pictures = PagePictures(
    artwork: [0xFF, 0xD8], thumbnail: [0xFF, 0xD8, 0xFF], candidates: [1: [0xFF, 0xD8, 0xFF]])

  private func page(_ album: AlbumDocument) -> String { HTMLRenderer().albumPage(album, pictures: Self.pictures) }

  /// What stands between `<body>` and the page's script.
  private func body(_ page: String) -> String {
    String(page.split(separator: "<body", maxSplits: 1)[1].split(separator: "<script", maxSplits: 1)[0])
  }

  /// Whether all parts are there, each after the one before.
  private func order(of parts: [String], in text: String) -> Bool {
    var rest = text[...]
    for part in parts {
      guard let place = rest.firstRange(of: part) else {
        Issue.record("'\(part)' is missing, or out of order")
        return false
      }
      rest = rest[place.upperBound...]
    }
    return true
  }

  @Test func `a page tells the album's story in this order`() {
    #expect(
      order(
        of: [
          "<img src=\"data:image/jpeg;base64,/9g=\" alt=\"Cover of OK Computer by Radiohead\" width=\"500\" height=\"500\" "
            + "decoding=\"sync\">",
          ">ESSENTIAL CLASSIC</span>", ">9.5</span>", ">Radiohead</p>", "<h1 dir=\"auto\">OK Computer</h1>",
          "<dt>Released</dt><dd dir=\"auto\">1997</dd>",
          "<dt>Genre</dt><dd dir=\"auto\">alternative rock, art rock</dd>",
          "<dt>Label</dt><dd dir=\"auto\">Parlophone</dd>", "A record of unease", "Its structures leave",
          "<strong>9.5</strong> <span class=\"of\">out of 10</span>", "💎 ESSENTIAL", "🎵 Key Tracks", ">Airbag</li>",
          ">Let Down</li>", "Sources", "href=\"https://www.example.org/reviews/1?a=1&amp;b=2\"",
          "<details class=\"proven\"><summary><h2 class=\"confidence verified\"><strong>Verified match.</strong>",
          "The artwork is in the photo: 143 points match.", "</summary>", "Why AlbumScan believes it is this album",
          "points of the artwork found in the photo</dt><dd class=\"good\">143</dd>", ">2 of 2</dd>", "<dd>90%</dd>",
          "The artwork is in the photo: 143 points match.",
          "Artist and title appear in the text read on the cover: “RADIOHEAD” and “OK COMPUTER”.",
          "What counts against it", "3 years off (10%)", "Also considered", "<bdi>Kid A</bdi>", "(2000)",
          "a different title",
          "<h2>If it is wrong</h2>", "<code>albumscanctl reject 17</code>",
          "<code>albumscanctl redo 17 --from reading --strategy four-phase</code>",
          "<code>albumscanctl redo 17 --from review</code>",
          "<h2>What this scan cost: $0.0123</h2>", "Reading the cover", "model-1, 1,420 tokens in, 120 out",
          "<dd>$0.0050</dd>", "Searching the web", "2 searches",
          "These ratings are generated fresh each time and may vary wildly. This one is by model-1 on 21 November 2026.",
          "href=\"../index.html\">All scans",
          "href=\"https://musicbrainz.org/release-group/b1392450-e666-3926-a536-22c65f834433\"",
        ], in: body(page(Fixtures.whole()))))
  }

  @Test func `a page says where the album comes from and leads, with links to what the gallery has`() {
    var album = Fixtures.album()
    album.review.forFansOf = ["Can"]
    album.review.influences = ["Miles <Davis>", "Can"]
    album.review.influenced = ["Muse"]
    album.album.links = ["https://a.bandcamp.com/album/ok", "https://open.spotify.com/album/1"].compactMap(
      AlbumLink.init(url:))
    album.identification.known = PriorKnowledge(scan: ScanID(3), scannedAt: "2026-11-02T10:00:00Z")
    var related = RelatedAlbums()
    let entry = { (folder: String) in
      RelatedAlbums.Entry(folder: folder, artistName: "Can", albumTitle: "Tago <Mago>", releaseYear: "1971")
    }
    related.named["Can"] = entry("can 1")
    related.byArtist = [entry("IMG 2")]
    related.onLabel = [entry("IMG 3")]
    related.earlier = entry("IMG 4")
    let page = body(HTMLRenderer().albumPage(album, pictures: Self.pictures, related: related))
    #expect(
      order(
        of: [
          "Scanned before on 2 November 2026 · <a href=\"../IMG%204/index.html\">that page</a>",
          "Hear it:</span> <a href=\"https://a.bandcamp.com/album/ok\" rel=\"noreferrer\">Bandcamp</a>", ">Spotify</a>",
          "For fans of <a href=\"../can%201/index.html\"><bdi>Can</bdi></a>",
          "<dt>Comes from</dt><dd><bdi>Miles &lt;Davis&gt;</bdi>, <a href=\"../can%201/index.html\"><bdi>Can</bdi></a></dd>",
          "<dt>Led to</dt><dd><bdi>Muse</bdi></dd>",
          "More by Radiohead</h2>", "<a href=\"../IMG%202/index.html\"><bdi>Tago &lt;Mago&gt;</bdi></a>", "1971",
          "On Parlophone in those years</h2>", "<bdi>Can</bdi>", "../IMG%203/index.html",
        ], in: page))
    // Whoever gets the file alone has no pages beside it.
    let shared = HTMLRenderer().sharedPage(album, pictures: Self.pictures)
    #expect(shared.contains("<dt>Led to</dt>") && shared.contains(">Spotify</a>") && !shared.contains("href=\"../"))
    let bare = self.body(self.page(Fixtures.album()))
    for part in ["Comes from", "Led to", "Hear it", "More by", "in those years"] { #expect(!bare.contains(part)) }
  }

  @Test func `tracks are folded, by sides and discs, with lengths, the key tracks marked and numbered`() {
    var album = Fixtures.album()
    album.album.tracks = [
      Track(position: 1, number: "A1", title: "Airbag", seconds: 284),
      Track(position: 2, number: "B1", title: "Let <Down>", seconds: 3700),
      Track(disc: 2, position: 1, number: "C1", title: "Lucky"),
    ]
    let page = body(page(album))
    #expect(
      order(
        of: [
          "🎵 Key Tracks", "<span class=\"number\">A1</span> <span class=\"title\" dir=\"auto\">Airbag</span>",
          "<span class=\"length\">4:44</span>", "<li dir=\"auto\">Paranoid Android</li>",
          "<summary><h2>3 tracks</h2></summary>",
          "<h3>Side A</h3>", "<li class=\"key\"><span class=\"number\">A1</span>", "aria-label=\"key track\">🎵</span>",
          "<h3>Side B</h3>", "<li><span class=\"number\">B1</span>", "Let &lt;Down&gt;", "1:01:40", "<h3>Side C</h3>",
          "Lucky",
        ], in: page))
    album.album.tracks = [
      Track(position: 1, title: "Airbag", seconds: 284), Track(position: 2, title: "Lucky", seconds: 256),
    ]
    #expect(body(self.page(album)).contains("<h2>2 tracks, 9 min</h2></summary>\n<ol"))
    album.album.tracks[1].disc = 2
    #expect(order(of: ["<h3>Disc 1</h3>", "<h3>Disc 2</h3>"], in: body(self.page(album))))
    #expect(!body(self.page(Fixtures.album())).contains("tracklist"))
  }

  @Test func `a whole page with little on it`() {
    let album = Fixtures.album(
      title: "Kid A", year: nil, genres: [], label: nil, group: nil, confidence: .claimed, evidence: [.model("m")],
      read: nil, artwork: .none, review: .init(status: .unavailable, reason: "the model refused"))
    #expect(
      body(page(album)) == """
         class="album">
        <header class="masthead"><a href="../index.html"><span class="mark" aria-hidden="true"></span>AlbumScan</a></header>
        <main>
        <article>
        <figure class="cover">
        <div class="placeholder"><span class="disc" aria-hidden="true"></span><p>Album art unavailable</p></div>
        </figure>
        <div class="story">
        <header class="names found">
        <p class="artist" dir="auto">Radiohead</p>
        <h1 dir="auto">Kid A</h1>
        <p class="flag">Unverified match</p>
        </header>
        <section class="review missing">
        <h2><svg class="triangle" viewBox="0 0 20 20" aria-hidden="true">\
        <path d="M10 1.5 19.5 18.5H.5zM9 7v6h2V7zm0 7.5v2h2v-2z" fill-rule="evenodd"/></svg>Review temporarily unavailable</h2>
        <p>The model refused. Scan this album again to try again, or run:</p>
        <pre><code>albumscanctl retry 17</code></pre>
        </section>
        <section class="identification">
        <h2>Why AlbumScan believes it is this album</h2>
        <p class="confidence claimed"><strong>Unverified match.</strong> Only a model says so. Nothing independent confirms it yet. \
        Identified by a model from the photo.</p>
        <ul class="evidence">
        <li class="weak">The model m named this album.</li>
        </ul>
        <h3>What counts against it</h3>
        <ul class="doubts">
        <li>MusicBrainz has no album that clearly matches it.</li>
        <li>The text read on the cover names neither its artist nor its title.</li>
        </ul>
        </section>
        <div class="folds">
        <section class="remedies">
        <details><summary><h2>If it is wrong</h2></summary>
        <p>It is another album: remove this one, and never offer it for this photo again:</p>
        <pre><code>albumscanctl reject 17</code></pre>
        <p>It is another album: say which:</p>
        <pre><code>albumscanctl accept 17 --album &quot;Artist - Title&quot;</code></pre>
        <p>Read the cover with another strategy (shows the cost first):</p>
        <pre><code>albumscanctl redo 17 --from reading --strategy four-phase</code></pre>
        <p>Request the review now:</p>
        <pre><code>albumscanctl retry 17</code></pre>
        <p>Delete it (to restore it: albumscanctl delete --undo):</p>
        <pre><code>albumscanctl delete 17</code></pre>
        </details>
        </section>
        <section class="cost">
        <details><summary><h2>What this scan cost: nothing</h2></summary>
        <ul class="evidence">
        <li>The same picture was read before, so the model’s stored answer was used.</li>
        </ul>
        </details>
        </section>
        </div>
        <footer>
        <p class="small">Scan 17 · <time datetime="2026-11-21T14:03:22Z">21 November 2026</time></p>
        <nav aria-label="More"><a href="../index.html">All scans</a></nav>
        </footer>
        </div>
        </article>
        </main>

        """)
  }

  @Test func `a review that is pending says how to get it`() {
    let album = Fixtures.album(review: .init(status: .pending))
    let page = HTMLRenderer(writesReviews: false).albumPage(album)
    #expect(page.contains("Review pending"))
    #expect(page.contains("<code>albumscanctl retry --reviews</code>"))
    let awaited = HTMLRenderer().albumPage(album)
    #expect(awaited.contains("The review is being written…") && !awaited.contains("Review pending"))
    #expect(awaited.contains("<code>albumscanctl status</code>"))
    #expect(!page.contains("<figcaption"))
    #expect(!page.contains("Key Tracks"))
  }

  @Test func `artwork that is pending or doesn't exist has a plate in its place`() {
    let pending = body(page(Fixtures.album(artwork: .pending)))
    #expect(pending.contains("Album art unavailable<small>It is still being downloaded"))
    #expect(!pending.contains("<img"))
    #expect(!body(page(Fixtures.album(artwork: .none))).contains("still being downloaded"))
    let whole = page(Fixtures.album(artwork: .none))
    #expect(whole.contains("--blank:#E5E5E5") && whole.contains("--blank:#2C2C2C"))
  }

  @Test func `an unsure scan asks, and gives the command for each candidate`() {
    let album = Fixtures.album(
      state: .unsure,
      candidates: [
        Fixtures.candidate("Kid A", by: "Radiohead", year: "2000", number: 1, artwork: "candidate-1.jpg"),
        Fixtures.candidate("Amnesiac", by: "Radiohead", year: "2001", note: "special edition", number: 2),
      ], reason: "MusicBrainz has 2 albums that fit equally well.", artwork: .none, review: .init(status: .pending))
    let text = body(page(album))
    #expect(
      order(
        of: [
          "<h1>Which album is this?</h1>", "MusicBrainz has 2 albums that fit equally well.",
          "<img src=\"data:image/jpeg;base64,/9j/\" alt=\"Cover of Kid A by Radiohead\"", "Kid A</h2>", "2000</p>",
          "61 points match", "What counts against it", "3 years off (10%)", "albumscanctl accept 17 1",
          "Amnesiac</h2>", "2001 · special edition", "albumscanctl accept 17 2", "albumscanctl reject 17",
          "href=\"../../done/index.html\"",
        ], in: text))
    #expect(!text.contains("The review is"))
    #expect(!text.contains("Album art unavailable"))
  }

  @Test func `an unsure scan with one candidate is accepted without a number`() {
    let text = body(page(Fixtures.album(state: .unsure, artwork: .none)))
    #expect(text.contains("<h2 dir=\"auto\">OK Computer</h2>"))
    #expect(text.contains("<code>albumscanctl accept 17</code>"))
  }

  @Test(arguments: [
    (Confidence.verified, "Verified match"), (.corroborated, "Corroborated match"), (.claimed, "Unverified match"),
  ])
  func `confidence is named`(confidence: Confidence, name: String) {
    let text = body(page(Fixtures.album(confidence: confidence)))
    #expect(text.contains("<strong>\(name).</strong>"))
    #expect(text.contains("<p class=\"flag\">") == (confidence == .claimed))
  }

  @Test(arguments: [
    (Evidence.artwork(inliers: 1), "The artwork is in the photo: 1 point matches."),
    (.barcode("5099749534728"), "The barcode in the photo, 5099749534728, belongs to this release."),
    (
      .catalog(distance: 0.04, margin: 0.312),
      "MusicBrainz has it, 96% similar; the next best is 31% less similar."
    ),
    (.catalog(distance: 0, margin: 1), "MusicBrainz has it, 100% similar; no other album comes close."),
    (
      .text(matched: ["artist", "title"], words: ["Halden", "Halden"]),
      "Artist and title appear in the text read on the cover: “Halden”."
    ),
    (
      .catalog(distance: 0.3, margin: -0.2),
      "MusicBrainz has it, 70% similar; another album is 20% more similar."
    ),
    (
      .text(matched: ["artist"], words: ["M. QUIST"]), "Artist appears in the text read on the cover: “M. QUIST”."
    ),
    (.text(matched: ["title"]), "Title appears in the text read on the cover."),
    (.text(matched: []), "The text read on the cover names neither artist nor title."),
    (.person, "A person decided."),
  ])
  func `evidence is told in words, with its numbers`(evidence: Evidence, words: String) {
    #expect(page(Fixtures.album(evidence: [evidence])).contains("<li>\(words)</li>"))
  }

  @Test(arguments: [ScanState.done, .unsure])
  func `what was less than perfect about the photo is said`(state: ScanState) {
    var album = Fixtures.album(state: state)
    #expect(!page(album).contains("The end of the photo"))
    album.photo.notes = ["truncated", "of a later version"]
    let text = page(album)
    #expect(text.contains("<p class=\"small\">The end of the photo was missing; the rest was enough.</p>"))
    #expect(!text.contains("later version"))
  }

  @Test func `artwork that isn't in the photo speaks against an album, and no tick stands before it`() {
    let text = body(page(Fixtures.album(evidence: [.artworkDiffers(inliers: 4)])))
    #expect(text.contains("<ul class=\"doubts\">\n<li>Its artwork wasn’t found in the photo: only 4 points match."))
    #expect(!text.contains("<ul class=\"evidence\">\n<li>Its artwork"))
  }

  @Test func `what was had without paying is said`() {
    var album = Fixtures.album()
    album.identification.by = .samePhoto
    album.review.cached = true
    let text = body(page(album))
    #expect(text.contains("The same photo was scanned before, so nothing was read or searched again."))
    #expect(text.contains("The review was written for an earlier scan on 2026-11-21, so it wasn’t paid for again."))
    #expect(text.contains("<h2>What this scan cost: nothing</h2>"))
  }

  @Test func `the page of one of several sleeves says which it is, unless it is shared`() {
    var album = Fixtures.album()
    #expect(!page(album).contains("Sleeve "))
    album.photo = AlbumDocument.Photo(
      name: "IMG_1234.jpg", sha256: "", now: nil, part: PhotoPart(number: 2, of: 9, corners: []))
    #expect(page(album).contains("<p class=\"small\">Sleeve 2 of 9 in IMG_1234.jpg</p>"))
    #expect(!HTMLRenderer().sharedPage(album, pictures: Self.pictures).contains("Sleeve 2"))
  }

  @Test(arguments: [(10.0, "10"), (9.96, "10"), (0, "0.0"), (7.25, "7.3"), (-3, "0.0"), (.nan, "0.0"), (99, "10")])
  func `a rating has one decimal and stays within its scale`(rating: Double, words: String) {
    var review = Fixtures.written
    review.rating = rating
    #expect(page(Fixtures.album(review: review)).contains("<strong>\(words)</strong>"))
  }

  @Test func `text from outside can't become markup anywhere`() {
    let hostile = "\"><script>x</script><img src=x onerror='y'>\u{202E}"
    var review = Fixtures.written
    review.contextSummary = hostile
    review.contextBullets = [hostile]
    review.keyTracks = [hostile]
    review.sources = [
      Source(title: hostile, url: "https://example.org/\"><script>"), Source(title: "bad", url: "javascript:alert(1)"),
    ]
    let candidates = [
      Fixtures.candidate(
        hostile, by: hostile, year: hostile, note: hostile, number: 1, artwork: hostile, why: hostile)
    ]
    for state in [ScanState.done, .unsure] {
      var album = Fixtures.album(
        state: state, artist: hostile, title: hostile, year: hostile, genres: [hostile], label: hostile,
        group: MBID(hostile),
        evidence: [
          .model(hostile), .barcode(hostile), .text(matched: [hostile], words: [hostile]),
          .catalog(
            distance: 0, margin: 0, penalties: [NamedPenalty(name: hostile, weight: 0.1, reason: hostile)]),
        ], read: hostile, candidates: candidates, reason: hostile, review: review)
      album.cost.calls = [
        .init(step: .reading, model: hostile, usage: Usage(inputTokens: 1, outputTokens: 1), usd: 0.1)
      ]
      album.scannedAt = hostile
      album.artwork.file = hostile
      let page = page(album)
      #expect(!page.contains("<script>x") && !page.contains("<img src=x") && !page.contains("\u{202E}"))
      #expect(!page.contains("javascript:") && !page.contains(">bad<"))
    }
  }

  @Test func `an album that is in the library can be played from its page, and of any other nothing is said`() {
    let holding = LibraryStatus(tracks: 10, missing: MissingTracks(count: 2, isAtLeast: false, expected: 12))
    let note = LibraryNote(holding, key: SamplePages.key)
    let text = HTMLRenderer().albumPage(Fixtures.album(), library: note)
    #expect(
      order(
        of: [
          "In your library: <strong>10 of 12 tracks</strong>",
          "href=\"albumscan:play?scan=17&amp;k=\(SamplePages.key)\">Play</a>", "<code>albumscanctl play 17</code>",
          "<strong>9.5</strong>",
        ], in: body(text)))
    // Of one whose cover was learned it isn't said twice.
    var learned = Fixtures.album()
    learned.identification.known = PriorKnowledge(inLibrary: true)
    #expect(body(page(learned)).contains("In your library"))
    #expect(body(HTMLRenderer().albumPage(learned, library: note)).ranges(of: "In your library").count == 1)
    // A key that is none makes no address; the command stays.
    let keyless = HTMLRenderer().albumPage(Fixtures.album(), library: LibraryNote(holding, key: "\"><script>"))
    #expect(!keyless.contains(LibraryNote.address) && keyless.contains("<code>albumscanctl play 17</code>"))
    let silent = page(Fixtures.album())
    for word in ["library", "albumscan:", "albumscanctl play"] { #expect(!silent.contains(word), "\(word)") }
    for state in [ScanState.unsure, .rejected] {
      let album = Fixtures.album(state: state)
      #expect(HTMLRenderer().albumPage(album, pictures: Self.pictures, library: note) == page(album))
    }
  }

  @Test(arguments: [
    (LibraryStatus(tracks: 1), "1 track"), (LibraryStatus(tracks: 11), "11 tracks"),
    (
      LibraryStatus(tracks: 9, missing: MissingTracks(count: 2, isAtLeast: true)), "9 tracks, at least 2 tracks missing"
    ),
    (LibraryStatus(tracks: 10, missing: MissingTracks(count: 2, isAtLeast: false, expected: 12)), "10 of 12 tracks"),
  ])
  func `what the library has is told in words`(holding: LibraryStatus, words: String) {
    #expect(holding.words == words)
  }

  @Test func `the lists are yours: a page for others doesn't name them`() {
    var album = Fixtures.album()
    #expect(!page(album).contains("Your lists"))
    album.take(
      AlbumMarks(
        lists: [
          AlbumList(name: "owned", since: "2026-05-02T10:00:00Z"),
          AlbumList(name: "<b>", since: "2026-05-02T10:00:00Z"),
        ], rating: 8))
    #expect(
      order(
        of: [
          "aria-label=\"Your lists\"", "<li>You own it, since 2 May 2026</li>",
          "<li>On your list “&lt;b&gt;” since 2 May 2026</li>", "<li>Your rating: 8</li>",
        ], in: page(album)))
    let shared = HTMLRenderer().sharedPage(album, pictures: Self.pictures)
    for word in ["Your lists", "You own it", "Your rating"] { #expect(!shared.contains(word), "\(word)") }
  }

  @Test func `a failed scan's page says why and what to do`() {
    let hostile = "\"><script>x</script>\u{202E}"
    let text = HTMLRenderer().failurePage(
      FailureNotice(
        id: ScanID(17), photo: "IMG\(hostile).jpg", reason: "It is too dark.\(hostile)", hint: "More light\(hostile)",
        failedAt: "2026-11-21T14:03:22Z"))
    #expect(
      order(
        of: [
          "<h1>No album found</h1>", "It is too dark.", "More light", "<code>albumscanctl retry 17</code>",
          "<code>albumscanctl redo 17 --from reading --strategy four-phase</code>", "albumscanctl show 17",
          "21 November 2026",
        ], in: body(text)))
    #expect(!text.contains("<script>x") && !text.contains("\u{202E}"))
    #expect(text.contains("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'"))
  }

  @Test func `a file that is no picture isn't to be read in another way, and a hint isn't said twice`() {
    let text = HTMLRenderer().failurePage(
      FailureNotice(
        id: ScanID(17), photo: "IMG.jpg", reason: "The photo crashed.", hint: "albumscanctl retry 17",
        failedAt: "2026-11-21T14:03:22Z", step: .picture))
    #expect(body(text).ranges(of: "albumscanctl retry 17").count == 1)
    #expect(!text.contains("albumscanctl redo"))
  }

  @Test func `a page asks nothing of the network, and runs nothing but its own script`() {
    for album in [Fixtures.album(), Fixtures.album(state: .unsure, artwork: .pending)] {
      let page = page(album)
      #expect(
        page.contains("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; "))
      #expect(page.hasPrefix("<!doctype html>\n<html lang=\"en\">"))
      #expect(page.contains("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"))
      #expect(page.ranges(of: "<script").count == 1)
      #expect(page.contains("; script-src 'sha256-"))
      for word in ["<link", "<iframe", "<form", "@import", "url(", "src=\"http", "style=\""] {
        #expect(!page.contains(word), "\(word)")
      }
    }
  }
}
