import Albums
import Pages
import Testing

@Suite struct GalleryPageTests {
  private func page(
    _ entries: [GalleryEntry], month: String? = nil, months: [Gallery.Month] = [], total: Int? = nil
  ) -> String {
    Press().galleryPage(Gallery(entries: entries, month: month, months: months, total: total ?? entries.count))
  }

  @Test func `an empty gallery says how to begin`() {
    let page = page([])
    #expect(page.contains("<p>Scan your first album to begin</p>"))
    #expect(page.contains("0 albums"))
    #expect(!page.contains("<nav") && !page.contains("<img") && !page.contains("vary wildly"))
  }

  @Test func `one scan is a cover with its names and rating`() {
    let page = page([Fixtures.entry(1)], months: [.init(name: "2026-11", count: 1)])
    #expect(page.contains("<p class=\"lead\">1 album</p>"))
    #expect(
      page.contains(
        """
        <section class="shelf">
        <h2>November 2026</h2>
        <ul class="covers">
        <li><a href="IMG%20Radiohead/index.html">
        <span class="thumb"><img src="IMG%20Radiohead/thumbnail.jpg" alt="Cover of OK Computer" width="200" height="200" \
        loading="lazy" decoding="async"><span class="rating" title="Essential Classic">9.5</span></span>
        <span class="title" dir="auto">OK Computer</span>
        <span class="by" dir="auto">Radiohead · <span class="year">1997</span></span>
        </a></li>
        </ul>
        </section>
        """))
    #expect(page.contains("These ratings are generated fresh each time and may vary wildly."))
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
      [Fixtures.entry(1)], months: [.init(name: "2026-11", count: 1), .init(name: "2026-10", count: 30)], total: 31)
    #expect(page.contains("31 albums"))
    #expect(page.contains("<a href=\"months/2026-11.html\">November 2026 <span class=\"count\">1</span></a>"))
    #expect(page.contains("<a href=\"months/2026-10.html\">October 2026 <span class=\"count\">30</span></a>"))
  }

  @Test func `a month's page lies one folder deeper, and so do its links`() {
    let page = page(
      [Fixtures.entry(1)], month: "2026-11",
      months: [.init(name: "2026-11", count: 1), .init(name: "2026-10", count: 30)], total: 31)
    #expect(page.contains("<title>November 2026 – AlbumScan</title>"))
    #expect(page.contains("<h1>November 2026</h1>\n<p class=\"lead\">1 album</p>"))
    #expect(page.contains("href=\"../IMG%20Radiohead/index.html\""))
    #expect(page.contains("src=\"../IMG%20Radiohead/thumbnail.jpg\""))
    #expect(page.contains("<a href=\"../index.html\">All scans</a>"))
    #expect(page.contains("<a href=\"2026-11.html\" aria-current=\"page\">"))
    #expect(page.contains("<a href=\"2026-10.html\">October 2026"))
    #expect(!page.contains("<h2>November 2026</h2>"))
  }

  @Test func `hostile names stay text and links`() {
    let hostile = "\"><script>x</script>#%?"
    var entry = Fixtures.entry(1, hostile, by: hostile, folder: hostile, at: hostile)
    entry.label = hostile
    entry.releaseYear = hostile
    let page = page([entry], months: [.init(name: hostile, count: 1)])
    #expect(!page.contains("<script"))
    #expect(page.contains("href=\"%22%3E%3Cscript%3Ex%3C%2Fscript%3E%23%25%3F/index.html\""))
  }

  @Test func `a thousand scans make one page`() {
    let page = page((1...1000).map { Fixtures.entry($0, "Album \($0)") })
    #expect(page.contains(">Album 1<") && page.contains(">Album 1000<"))
  }
}
