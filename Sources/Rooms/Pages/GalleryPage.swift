internal import Albums

/// One page of the gallery: the front page in `done/`, or a month's in `done/months/`.
struct GalleryPage {
  let gallery: Gallery

  var document: HTMLDocument {
    let name = gallery.monthPage.map { CalendarDay.month($0.month) ?? $0.month }
    let shelves = gallery.entries.isEmpty ? empty : "<div class=\"shelves\">\n\(shelves)\n</div>"
    let search = isSmall || isMonth ? nil : GallerySearch(gallery: gallery)
    let body: HTML = """
      <main>
      \(HTML.lines(heading(name), isMonth ? nil : ActivityPart(activity: gallery.activity, root: [".."]).markup, search?.form, shelves, search?.results, turn, months, closing))
      </main>
      """
    let scripts = isMonth ? [] : [search?.script(beside: body), .copying].compactMap(\.self)
    return HTMLDocument(
      title: name.map { "\($0) – AlbumScan" } ?? "AlbumScan", kind: "gallery", home: home,
      style: Style.gallery + (isMonth ? "" : Style.now),
      aside: aside,
      scripts: scripts, body: body)
  }

  private var aside: HTML? {
    let wallet: HTML? = gallery.hasWallet ? "<a href=\"\(Link(file: "wallet.html"))\">Wallet</a>" : nil
    let statistics: HTML? = gallery.entries.isEmpty ? nil : "<a href=\"\(numbers)\">Statistics</a>"
    guard let wallet, let statistics else { return wallet ?? statistics }
    return "<nav aria-label=\"More pages\">\(wallet)\(statistics)</nav>"
  }

  private func heading(_ month: String?) -> HTML {
    let part: HTML? = gallery.monthPage?.numbers.map { " · \(Self.words($0))" }
    return """
      <header class="names">
      <h1>\(month ?? "All scans")</h1>\(tagline)
      <p class="lead">\(count)\(part)</p>
      </header>
      """
  }

  private var tagline: HTML? { isMonth ? nil : "\n<p class=\"tagline\">Discover music that matters</p>" }

  private static func words(_ numbers: ClosedRange<Int64>) -> String {
    "scans \(numbers.lowerBound)–\(numbers.upperBound)"
  }

  private var isMonth: Bool { gallery.monthPage != nil }
  /// All there is can be seen at a glance.
  private var isSmall: Bool { gallery.total <= ShelfComposition.most }
  private var numbers: Link { isMonth ? Link(file: "..", "stats.html") : Link(file: "stats.html") }
  private var home: Link { isMonth ? Link(file: "..", "index.html") : Link(file: "index.html") }

  private var count: String {
    // A part isn't written again when its month grows.
    let number = gallery.monthPage?.part == nil ? gallery.total : gallery.entries.count
    return number == 1 ? "1 album" : "\(number) albums"
  }

  private var empty: HTML {
    let words: HTML =
      isMonth
      ? "<p>No scans in this month</p>"
      : """
      <p>Scan your first album to begin</p>
      <p class="small">Copy a photo of its cover to the inbox, or run:</p>
      \(HTML.command("albumscanctl scan PHOTO.jpg"))
      """
    return """
      <div class="empty">
      <svg class="clock" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="9.5"/><path d="M12 6.5V12l3.5 2.5"/></svg>
      \(words)
      </div>
      """
  }

  private var closing: HTML? {
    gallery.entries.contains { $0.rating != nil } ? "<footer><p>\(ProgressLine.closing)</p></footer>" : nil
  }

  /// A shelf a month, in the order of the entries.
  private var shelves: HTML {
    var shelves: [(month: String, entries: [GalleryEntry])] = []
    for entry in gallery.entries {
      let month = String(entry.finishedAt.prefix(7))
      if shelves.last?.month != month { shelves.append((month, [])) }
      shelves[shelves.count - 1].entries.append(entry)
    }
    return shelves.enumerated().map { place, shelf -> HTML in
      let heading: HTML? = isMonth ? nil : "<h2>\(CalendarDay.month(shelf.month) ?? shelf.month)</h2>\n"
      return """
        <section class="shelf">
        \(heading)\(list(of: shelf.entries, isFirst: place == 0))
        </section>
        """
    }.lines()
  }

  /// The newest stand first, and with some care.
  private func list(of entries: [GalleryEntry], isFirst: Bool) -> HTML {
    let isFew = isFirst && !isMonth && entries.count <= ShelfComposition.most
    let screens = isFew ? ShelfComposition.Screens(of: entries.count) : nil
    let isLed = isFirst && !isMonth && !isFew
    let opening: HTML =
      if let screens {
        "<ul class=\"covers \(entries.count == 1 ? "few one" : "few")\" style=\"\(screens.variables)\">"
      } else {
        isLed ? "<ul class=\"covers led\">" : "<ul class=\"covers\">"
      }
    let cards = entries.enumerated().map { place, entry in
      let sizes =
        screens?.sizes(isFirst: place == 0) ?? (isLed && place == 0 ? "(min-width: 46rem) 24rem, 92vw" : nil)
      return card(entry, sizes: sizes, place: isFirst ? place : nil)
    }
    return "\(opening)\n\(cards.lines())\n</ul>"
  }

  /// - Parameters:
  ///   - sizes: how large the cover is shown, where that is more than its thumbnail is made for.
  ///   - place: on the first shelf; nil on the others.
  private func card(_ entry: GalleryEntry, sizes: String?, place: Int?) -> HTML {
    let year: HTML? = entry.releaseYear.map { " · <span class=\"year\">\($0)</span>" }
    let rating: HTML? = entry.rating.map { rating in
      "<span class=\"rating\" title=\"\(entry.label ?? "")\">\(Rating(rating).words)</span>"
    }
    let unverified: HTML? =
      entry.confidence == .claimed ? "<span class=\"flag\">\(EvidenceText.title(of: .claimed))</span>" : nil
    let standing = ListName.usual.prefix(2).map(\.text).first(where: entry.lists.contains)
    let listed: HTML? = standing.map { "<span class=\"listed\">\($0)</span>" }
    return """
      <li><a href="\(link(to: "index.html", of: entry))">
      <span class="thumb">\(picture(entry, sizes: sizes, place: place))\(rating)</span>
      <span class="title" dir="auto">\(entry.albumTitle)</span>
      <span class="by" dir="auto">\(entry.artistName)\(year)</span>
      <time class="when" datetime="\(String(entry.finishedAt.prefix(10)))">\(CalendarDay.words(entry.finishedAt))</time>\(listed)\(unverified)
      </a>\(menu(entry))</li>
      """
  }

  /// The scan's number, and what can be done about it: commands to copy, since a page gives no orders.
  private func menu(_ entry: GalleryEntry) -> HTML {
    let remedies = [
      Remedy(purpose: "Wrong album: say which", command: Remedy.name(entry.id)),
      Remedy(purpose: "Put it on a list", command: "albumscanctl mark \(entry.id) wanted"),
      Remedy(purpose: "Delete", command: "albumscanctl delete \(entry.id)"),
    ].map { remedy -> HTML in "<p class=\"small\">\(remedy.purpose)</p><pre><code>\(remedy.command)</code></pre>" }
    return """
      <details class="menu"><summary aria-label="Scan \(entry.id.description): what you can do"><span>⋯</span></summary>\
      <p class="small">Scan \(entry.id.description)</p>\(remedies.lines())</details>
      """
  }

  private func picture(_ entry: GalleryEntry, sizes: String?, place: Int?) -> HTML {
    guard entry.hasThumbnail else {
      return "<span class=\"placeholder\"><span class=\"disc\" aria-hidden=\"true\"></span>"
        + "<span>\(ProgressLine.noArtwork)</span></span>"
    }
    let small = link(to: "thumbnail.jpg", of: entry)
    let files: HTML? = sizes.map {
      " srcset=\"\(small) 200w, \(link(to: "artwork.jpg", of: entry)) 500w\" sizes=\"\($0)\""
    }
    // What is seen at once is there with the page's first paint; all else waits until it is scrolled to.
    let haste: HTML =
      switch place {
      case 0: " fetchpriority=\"high\" decoding=\"sync\""
      case let place? where place < ShelfComposition.most: " decoding=\"sync\""
      default: " loading=\"lazy\" decoding=\"async\""
      }
    return """
      <img src="\(small)"\(files) alt="Cover of \(entry.albumTitle)" width="200" height="200"\(haste)>
      """
  }

  private func link(to file: String, of entry: GalleryEntry) -> Link {
    isMonth ? Link(file: "..", entry.folder, file) : Link(file: entry.folder, file)
  }

  /// To the pages beside this one: they stay true when others come.
  private var turn: HTML? {
    guard isMonth else { return nil }
    func step(_ monthPage: GalleryMonthPage?, _ word: HTML) -> HTML? {
      monthPage.map { monthPage in
        let part: HTML? = monthPage.numbers.map { ", \(Self.words($0))" }
        return """
          <a href="\(Link(file: "\(monthPage.name).html"))">\(word): \(CalendarDay.month(monthPage.month) ?? monthPage.month)\(part)</a>
          """
      }
    }
    let links = HTML.lines(
      step(gallery.newer, "Newer"), step(gallery.older, "Older"), "<a href=\"\(home)\">All scans</a>")
    return "<nav class=\"turn\" aria-label=\"Other pages\">\n\(links)\n</nav>"
  }

  /// All months by their years, on the front page.
  private var months: HTML? {
    // A single month of few scans is all on this page.
    guard !isMonth, !gallery.months.isEmpty, !isSmall || gallery.months.count > 1 else { return nil }
    var years: [(year: String, items: [HTML])] = []
    for month in gallery.months {
      let year = String(month.name.prefix(4))
      if years.last?.year != year { years.append((year, [])) }
      years[years.count - 1].items.append(
        """
        <li><a href="\(Link(file: "months", "\(month.name).html"))">\(CalendarDay.month(month.name) ?? month.name) \
        <span class="count">\(month.count)</span></a></li>
        """)
    }
    let lists = years.map { year, items -> HTML in "<h3>\(year)</h3>\n<ul>\n\(items.lines())\n</ul>" }
    return "<nav class=\"months\" aria-label=\"Months\">\n<h2>By month</h2>\n\(lists.lines())\n</nav>"
  }
}

/// The front page's search form. It stays hidden unless its script runs.
struct GallerySearch {
  let gallery: Gallery

  var form: HTML {
    """
    <form class="find" role="search" hidden>
    <label class="wide">Search <input type="search" name="q" placeholder="Artist, title, year, influence" autocomplete="off"></label>
    \(choice("rating", "Rating", [
        ("", "Any"), ("9", "9 and up"), ("8", "8 and up"), ("7", "7 and up"), ("5", "5 and up"), ("low", "Below 5"),
        ("none", "No review yet"),
      ]))
    \(choice("decade", "Released", [("", "Any time")] + (191...202).reversed().map { ("\($0)", "\($0)0s") }))
    \(gallery.lists.isEmpty
        ? nil : choice("list", "List", [("", "Any or none")] + gallery.lists.map { ($0, $0) }))
    \(choice("order", "Order", [
        ("newest", "Newest"), ("rating", "Best"), ("artist", "Artist"), ("year", "Year"),
      ]))
    </form>
    """
  }

  /// Where the script puts what it finds.
  var results: HTML {
    """
    <section class="shelf found" hidden>
    <h2 role="status"></h2>
    <ul class="covers"></ul>
    <button type="button" hidden>Show more</button>
    </section>
    """
  }

  /// - Parameter content: all else that the page holds.
  func script(beside content: HTML) -> PageScript {
    let pages = gallery.months.flatMap(\.monthPages).map(\.name).joined(separator: " ")
    return PageScript(
      text: String(decoding: PackageResources.gallery_js, as: UTF8.self), attributes: " data-pages=\"\(pages)\"",
      nonce: PageScript.nonce(for: "\(content) \(pages)"))
  }

  private func choice(_ name: HTML, _ label: HTML, _ options: [(value: String, words: String)]) -> HTML {
    let options = options.map { option -> HTML in "<option value=\"\(option.value)\">\(option.words)</option>" }
    return "<label>\(label) <select name=\"\(name)\">\(options.lines())</select></label>"
  }
}
