import Albums
import Foundation
import Pages
import Testing

@Suite struct GalleryPageTests {
  private func page(
    _ entries: [GalleryEntry], monthPage: GalleryMonthPage? = nil, months: [Gallery.Month] = [], total: Int? = nil,
    newer: GalleryMonthPage? = nil, older: GalleryMonthPage? = nil
  ) -> String {
    HTMLRenderer().galleryPage(
      Gallery(
        entries: entries, monthPage: monthPage, months: months, total: total ?? entries.count, newer: newer,
        older: older))
  }

  @Test func `an empty gallery says how to begin`() {
    let page = page([])
    #expect(page.contains("<p>Scan your first album to begin</p>"))
    #expect(page.contains("0 albums"))
    #expect(!page.contains("<nav") && !page.contains("<img") && !page.contains("vary wildly"))
  }

  @Test func `the front page leads to the wallet where there is one`() {
    let link = "<a href=\"wallet.html\">Wallet</a>"
    for entries in [[], [Fixtures.entry(1)]] {
      #expect(!page(entries).contains("wallet.html"))
      let text = HTMLRenderer().galleryPage(Gallery(entries: entries, total: entries.count, hasWallet: true))
      #expect(text.contains(link))
      #expect(text.contains(">Statistics</a>") == !entries.isEmpty)
    }
  }

  @Test func `one scan is a cover with its names and rating`() {
    let page = page([Fixtures.entry(1)], months: [.init(name: "2026-11", counts: [1: 1])])
    #expect(page.contains("<p class=\"lead\">1 album</p>"))
    #expect(
      page.contains(
        """
        <section class="shelf">
        <h2>November 2026</h2>
        <ul class="covers few one" style="--narrow:1;--narrow-first:1;--middle:1;--middle-first:1;--wide:1;--wide-first:1">
        <li><a href="IMG%20Radiohead/index.html">
        <span class="thumb"><img src="IMG%20Radiohead/thumbnail.jpg" srcset="IMG%20Radiohead/thumbnail.jpg 200w, \
        IMG%20Radiohead/artwork.jpg 500w" sizes="(min-width: 75rem) 78rem, (min-width: 46rem) 92vw, 92vw" \
        alt="Cover of OK Computer" width="200" height="200" fetchpriority="high" decoding="sync"><span class="rating" title="Essential Classic">9.5</span></span>
        <span class="title" dir="auto">OK Computer</span>
        <span class="by" dir="auto">Radiohead · <span class="year">1997</span></span>
        <time class="when" datetime="2026-11-21">21 November 2026</time>
        </a><details class="menu"><summary aria-label="Scan 1: what you can do"><span>⋯</span></summary>\
        <p class="small">Scan 1</p><p class="small">Wrong album: say which</p><pre><code>albumscanctl accept 1 --album \
        &quot;Artist - Title&quot;</code></pre>
        <p class="small">Put it on a list</p><pre><code>albumscanctl mark 1 wanted</code></pre>
        <p class="small">Delete</p><pre><code>albumscanctl delete 1</code></pre></details></li>
        </ul>
        </section>
        """))
    #expect(page.contains("These ratings are generated fresh each time and may vary wildly."))
  }

  @Test func `a gallery that is seen at a glance has nothing to search it by`() {
    let months = [Gallery.Month(name: "2026-11", counts: [1: 12])]
    let few = page((1...12).map { Fixtures.entry($0) }, months: months)
    #expect(!few.contains("type=\"search\"") && !few.contains("By month"))
    let many = page((1...13).map { Fixtures.entry($0) }, months: months)
    #expect(many.contains("type=\"search\"") && many.contains("By month"))
  }

  @Test func `what is seen at once is loaded at once, and all else when it is scrolled to`() {
    let page = page((1...30).map { Fixtures.entry($0) })
    let pictures = page.components(separatedBy: "<img ").dropFirst()
    #expect(pictures.map { $0.contains("loading=\"lazy\"") } == (0..<30).map { $0 >= 12 })
    #expect(pictures.map { $0.contains("decoding=\"sync\"") } == (0..<30).map { $0 < 12 })
    #expect(pictures.map { $0.contains("fetchpriority=\"high\"") } == (0..<30).map { $0 == 0 })
  }

  @Test func `scans stand in the given order, under their months`() {
    let page = page([
      Fixtures.entry(3, "Third", at: "2026-11-02T00:00:00Z"), Fixtures.entry(2, "Second", at: "2026-11-01T00:00:00Z"),
      Fixtures.entry(1, "First", at: "2025-12-31T23:59:59Z"),
    ])
    let parts = ["<h2>November 2026</h2>", ">Third<", ">Second<", "<h2>December 2025</h2>", ">First<"]
    let places = parts.compactMap { page.firstRange(of: $0)?.lowerBound }
    #expect(places.count == parts.count && places == places.sorted())
  }

  @Test func `what isn't there is said, not shown broken`() {
    let page = page([Fixtures.entry(1, confidence: .claimed, hasThumbnail: false, rating: nil)])
    #expect(page.contains("<span>Album art unavailable</span>"))
    #expect(page.contains("<span class=\"flag\">Unverified match</span>"))
    #expect(!page.contains("<img") && !page.contains("class=\"rating\""))
  }

  @Test func `the front page leads to the months`() {
    let page = page(
      [Fixtures.entry(1)], months: [.init(name: "2026-11", counts: [1: 1]), .init(name: "2026-10", counts: [1: 30])],
      total: 31)
    #expect(page.contains("31 albums"))
    #expect(page.contains("<a href=\"months/2026-11.html\">November 2026 <span class=\"count\">1</span></a>"))
    #expect(page.contains("<a href=\"months/2026-10.html\">October 2026 <span class=\"count\">30</span></a>"))
  }

  @Test func `a month's page lies one folder deeper, and so do its links`() {
    let page = page([Fixtures.entry(1)], monthPage: GalleryMonthPage(month: "2026-11"), total: 1)
    #expect(page.contains("<title>November 2026 – AlbumScan</title>"))
    #expect(page.contains("<h1>November 2026</h1>\n<p class=\"lead\">1 album</p>"))
    #expect(page.contains("href=\"../IMG%20Radiohead/index.html\""))
    #expect(page.contains("src=\"../IMG%20Radiohead/thumbnail.jpg\""))
    #expect(page.contains("<a href=\"../index.html\">All scans</a>"))
    #expect(!page.contains("<h2>November 2026</h2>"))
  }

  @Test func `a month's page leads to those beside it, and says nothing of others that could change`() {
    let page = page(
      (1...100).map { Fixtures.entry($0) }, monthPage: GalleryMonthPage(month: "2026-11", part: 2), total: 431,
      newer: GalleryMonthPage(month: "2026-11", part: 3), older: GalleryMonthPage(month: "2026-11", part: 1))
    #expect(page.contains("<p class=\"lead\">100 albums · scans 101–200</p>"))
    #expect(page.contains("<a href=\"2026-11-3.html\">Newer: November 2026, scans 201–300</a>"))
    #expect(page.contains("<a href=\"2026-11-1.html\">Older: November 2026, scans 1–100</a>"))
    #expect(!page.contains("431"))
  }

  @Test(arguments: [
    ([:], ["2026-11"]), ([1: 1], ["2026-11"]), ([1: 100, 2: 99], ["2026-11"]),
    ([1: 100, 2: 100], ["2026-11", "2026-11-1"]), ([1: 100, 2: 100, 3: 99], ["2026-11", "2026-11-1"]),
    ([1: 99, 2: 100, 3: 100], ["2026-11", "2026-11-2", "2026-11-1"]),
    // Numbers that lie in other months, or never came to an album, are missing here.
    ([7: 40, 9: 100, 40: 30, 41: 80], ["2026-11", "2026-11-9", "2026-11-7"]),
  ])
  func `a month of many scans is cut by their numbers, newest first`(counts: [Int: Int], names: [String]) {
    #expect(GalleryMonthPage.monthPages(of: "2026-11", counts: counts).map(\.name) == names)
    #expect(
      names.compactMap(GalleryMonthPage.init(name:)) == GalleryMonthPage.monthPages(of: "2026-11", counts: counts))
  }

  @Test(arguments: [
    "index", "2026", "2026-1", "2026-11-", "2026-11-01", "2026-11-1-2", "x2026-11", "2026-11-x", "-11-1", "",
  ])
  func `what isn't the name of a page isn't taken for one`(name: String) {
    #expect(GalleryMonthPage(name: name) == nil)
  }

  @Test func `the front page names the script that it runs, and a month's page runs none`() {
    let month = page([Fixtures.entry(1)], monthPage: GalleryMonthPage(month: "2026-11"))
    #expect(!month.contains("<script") && !month.contains("script-src"))
    let months = [
      Gallery.Month(name: "2026-11", counts: [1: 100, 2: 100]), Gallery.Month(name: "2026-10", counts: [1: 1]),
    ]
    let page = page([Fixtures.entry(1)], months: months, total: 201)
    let nonce = page.components(separatedBy: "script-src 'nonce-").last?.prefix(64) ?? ""
    #expect(page.contains("form-action 'none'; script-src 'nonce-\(nonce)' 'sha256-"))
    #expect(page.contains("<script nonce=\"\(nonce)\" data-pages=\"2026-11 2026-11-1 2026-10\">"))
    #expect(page.ranges(of: "<script").count == 2)
    // The same again is the same to the byte: a folder that is synced has nothing to do.
    #expect(self.page([Fixtures.entry(1)], months: months, total: 201) == page)
    // And with another name, what let scripts run before doesn't any more.
    let other = self.page([Fixtures.entry(1, "<script nonce=\"\(nonce)\">")], months: months, total: 201)
    #expect(!other.contains("'nonce-\(nonce)'"))
  }

  @Test func `each card has the scan's number and what can be done, as commands to copy`() {
    let page = page([Fixtures.entry(17)])
    #expect(page.contains("<p class=\"small\">Scan 17</p>"))
    for command in [
      "albumscanctl accept 17 --album &quot;Artist - Title&quot;", "albumscanctl mark 17 wanted",
      "albumscanctl delete 17",
    ] {
      #expect(page.contains("<pre><code>\(command)</code></pre>"))
    }
    #expect(!page.contains("albumscan:"))
  }

  @Test func `data for the search is nothing but data, whatever the names are`() {
    let hostile = "\"]);alert(1);//</script>\\\n\u{2028}\u{202E}"
    var entry = Fixtures.entry(1, hostile, by: "Sigur Rós", folder: "50% #1", rating: nil)
    entry.releaseYear = nil
    entry.names = ["Can", "M\"ogwai"]
    var listed = Fixtures.entry(2)
    listed.lists = ["wanted", "</script>"]
    let data = HTMLRenderer().galleryData(Gallery(entries: [entry, listed], total: 2))
    #expect(
      data
        == #"""
        albumscan([
        ["50\u{25} \u{23}1","\u{22}\u{5d})\u{3b}alert(1)\u{3b}\u{2f}\u{2f}\u{3c}\u{2f}script\u{3e}\u{5c}\u{a}\u{2028}",\
        "Sigur Rós","","2026-11-21T14:03:22Z",null,"",1,"Can, M\u{22}ogwai",1],
        ["IMG Radiohead","OK Computer","Radiohead","1997","2026-11-21T14:03:22Z",95,"Essential Classic",1,"",2,\
        "wanted\u{a}\u{3c}\u{2f}script\u{3e}"]
        ])

        """#.replacing("\\\n", with: ""))
  }

  @Test func `hostile names stay text and links`() {
    let hostile = "\"><script>x</script>#%?"
    var entry = Fixtures.entry(1, hostile, by: hostile, folder: hostile, at: hostile)
    entry.label = hostile
    entry.releaseYear = hostile
    let page = page([entry], months: [.init(name: hostile, counts: [1: 1])])
    #expect(!page.contains("<script>x"))
    #expect(page.contains("href=\"%22%3E%3Cscript%3Ex%3C%2Fscript%3E%23%25%3F/index.html\""))
  }

  @Test func `a thousand scans make one page`() {
    let page = page((1...1000).map { Fixtures.entry($0, "Album \($0)") })
    #expect(page.contains(">Album 1<") && page.contains(">Album 1000<"))
  }
}
