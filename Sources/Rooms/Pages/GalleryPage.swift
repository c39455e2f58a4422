import Albums

/// One page of the gallery: the front page in `done/`, or a month's in `done/months/`.
struct GalleryPage {
  let gallery: Gallery

  var sheet: Sheet {
    let name = gallery.month.map { CalendarDay.month($0) ?? $0 }
    return Sheet(
      title: name.map { "\($0) – AlbumScan" } ?? "AlbumScan", kind: "gallery", home: home, style: Style.gallery,
      body: "<main>\n\(HTML.lines(heading(name), gallery.entries.isEmpty ? empty : shelves, months, closing))\n</main>")
  }

  private func heading(_ month: String?) -> HTML {
    """
    <header class="names">
    <h1>\(month ?? "All scans")</h1>
    <p class="lead">\(count)</p>
    </header>
    """
  }

  private var isMonth: Bool { gallery.month != nil }
  private var home: Link { isMonth ? Link(file: "..", "index.html") : Link(file: "index.html") }

  private var count: String {
    let number = isMonth ? gallery.entries.count : gallery.total
    return number == 1 ? "1 album" : "\(number) albums"
  }

  private var empty: HTML {
    """
    <div class="empty">
    <span class="disc" aria-hidden="true"></span>
    <p>\(isMonth ? "No scans in this month" : "Scan your first album to begin")</p>
    </div>
    """
  }

  private var closing: HTML? {
    gallery.entries.contains { $0.rating != nil } ? "<footer><p>\(ProgressLine.closing)</p></footer>" : nil
  }

  /// A shelf a month, in the order of the entries.
  private var shelves: HTML {
    var shelves: [(month: String, cards: [HTML])] = []
    for entry in gallery.entries {
      let month = String(entry.scannedAt.prefix(7))
      if shelves.last?.month != month { shelves.append((month, [])) }
      shelves[shelves.count - 1].cards.append(card(entry))
    }
    return shelves.map { month, cards -> HTML in
      let heading: HTML? = isMonth ? nil : "<h2>\(CalendarDay.month(month) ?? month)</h2>\n"
      return """
        <section class="shelf">
        \(heading)<ul class="covers">
        \(cards.lines())
        </ul>
        </section>
        """
    }.lines()
  }

  private func card(_ entry: GalleryEntry) -> HTML {
    let year: HTML? = entry.releaseYear.map { " · <span class=\"year\">\($0)</span>" }
    let rating: HTML? = entry.rating.map { rating in
      "<span class=\"rating\" title=\"\(entry.label ?? "")\">\(Rating(rating).words)</span>"
    }
    let unverified: HTML? =
      entry.confidence == .claimed ? "<span class=\"flag\">\(EvidenceWords.title(of: .claimed))</span>" : nil
    return """
      <li><a href="\(link(to: "index.html", of: entry))">
      <span class="thumb">\(thumbnail(entry))\(rating)</span>
      <span class="title" dir="auto">\(entry.albumTitle)</span>
      <span class="by" dir="auto">\(entry.artistName)\(year)</span>\(unverified)
      </a></li>
      """
  }

  private func thumbnail(_ entry: GalleryEntry) -> HTML {
    guard entry.hasThumbnail else {
      return "<span class=\"placeholder\"><span class=\"disc\" aria-hidden=\"true\"></span>"
        + "<span>\(ProgressLine.noArtwork)</span></span>"
    }
    return """
      <img src="\(link(to: "thumbnail.jpg", of: entry))" alt="Cover of \(entry.albumTitle)" width="200" height="200" \
      loading="lazy" decoding="async">
      """
  }

  private func link(to file: String, of entry: GalleryEntry) -> Link {
    isMonth ? Link(file: "..", entry.folder, file) : Link(file: entry.folder, file)
  }

  private var months: HTML? {
    guard !gallery.months.isEmpty else { return nil }
    let items = gallery.months.map { month -> HTML in
      let page = isMonth ? Link(file: "\(month.name).html") : Link(file: "months", "\(month.name).html")
      let here: HTML? = month.name == gallery.month ? " aria-current=\"page\"" : nil
      return """
        <li><a href="\(page)"\(here)>\(CalendarDay.month(month.name) ?? month.name) \
        <span class="count">\(month.count)</span></a></li>
        """
    }
    let all: HTML? = isMonth ? "<li><a href=\"\(home)\">All scans</a></li>\n" : nil
    return """
      <nav class="months" aria-label="Months">
      <h2>By month</h2>
      <ul>
      \(all)\(items.lines())
      </ul>
      </nav>
      """
  }
}
