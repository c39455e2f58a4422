import Albums

/// The one file to open in a record shop: what is going on, the newest albums, and everything that is owned or wanted.
///
/// It has to open quickly on any phone and to sync quickly, so its size has a limit, and what is least likely to be
/// looked for gives way to it.
struct PhonePage {
  let phone: PhoneContents

  /// In bytes.
  static let limit = 3_000_000

  var document: HTMLDocument {
    let albums = phone.albums.map(markup)
    let shelves = PhoneShelf.shelves(of: phone.list)
    let fit = PhoneFit(
      rest: document(albums: [], list: "").text.utf8.count + 4096, wholes: albums.map { $0.whole.text.utf8.count },
      lines: albums.map { $0.line.text.utf8.count },
      shelves: PhoneShelf.Columns.allCases.map { columns in shelves.map { $0.size(columns) } }, limit: Self.limit)
    let shown = albums.enumerated().map { place, album in place < fit.whole ? album.whole : album.line }
    return document(
      albums: Array(shown.prefix(fit.albums)),
      list: list(Array(shelves.prefix(fit.shelves)), fit.columns, isAll: fit.shelves == shelves.count))
  }

  private func document(albums: [HTML], list: HTML) -> HTMLDocument {
    HTMLDocument(
      title: "AlbumScan", kind: "phone", home: nil, style: Style.album + Style.phone, isAlone: true,
      aside: "<time datetime=\"\(phone.writtenAt)\">\(phone.written)</time>",
      scripts: [.searching],
      body: """
        <main>
        <h1>In the shop</h1>
        <p class="small">As of \(phone.written). What happened later isn’t here yet.</p>
        \(HTML.lines(form, ActivityPart(activity: phone.activity, root: nil).markup, newest(albums), list))
        </main>
        """)
  }

  private var form: HTML {
    """
    <form class="find" role="search" hidden>
    <label>Search <input type="search" placeholder="Artist or title" autocomplete="off"></label>
    <p class="small" role="status"></p>
    </form>
    """
  }

  private func newest(_ albums: [HTML]) -> HTML? {
    guard !albums.isEmpty else {
      return phone.total == 0 ? "<p>Scan your first album to begin: photograph its cover.</p>" : nil
    }
    let heading: HTML = phone.total > albums.count ? "The newest \(albums.count) of \(phone.total)" : "Your scans"
    return "<section aria-labelledby=\"newest\">\n<h2 id=\"newest\">\(heading)</h2>\n\(albums.lines())\n</section>"
  }

  /// An album folded to a line, and only its line.
  private func markup(_ album: PhoneContents.Album) -> (whole: HTML, line: HTML) {
    let document = album.document
    let rating: HTML? =
      document.review.status == .written
      ? document.review.rating.map { "<span class=\"rating\">\(Rating($0).words)</span>" } : nil
    let names: HTML = """
      <span class="who"><bdi>\(document.album.albumTitle)</bdi><br>\
      <span class="small"><bdi>\(document.album.artistName)</bdi>\(document.album.releaseYear.map { " · \($0)" })\
      \(standing(of: album).map { " · <b>\($0)</b>" })</span></span>\(rating)
      """
    let picture: HTML =
      album.thumbnail.map {
        "<img src=\"\(Link(jpeg: $0))\" alt=\"\" width=\"200\" height=\"200\" loading=\"lazy\" decoding=\"async\">"
      } ?? "<span class=\"blank\" aria-hidden=\"true\"></span>"
    let genres = document.album.genres.joined(separator: ", ")
    let facts = [genres, document.album.recordLabel ?? ""].filter { !$0.isEmpty }.joined(separator: " · ")
    let unverified: HTML? =
      document.identification.confidence == .claimed
      ? "<p class=\"flag\">\(EvidenceText.title(of: .claimed))</p>" : nil
    let marks = [album.mark].compactMap(\.self) + document.markWords(day: CalendarDay.words)
    let mark: HTML? = marks.isEmpty ? nil : marks.map { line -> HTML in "<p class=\"marks\">\(line)</p>" }.lines()
    let label: HTML? = document.review.label.map { "<p class=\"label\">\($0.rawValue.uppercased())</p>" }
    let about: HTML? = facts.isEmpty ? nil : "<p class=\"small\" dir=\"auto\">\(facts)</p>"
    return (
      """
      <details class="item"><summary>\(picture)\(names)</summary>
      \(HTML.lines(label, mark, unverified, about, HTML.hear(document.album.links), review(of: document)))
      </details>
      """, "<p class=\"item\">\(names)</p>"
    )
  }

  private func standing(of album: PhoneContents.Album) -> String? {
    if album.document.owned || album.mark != nil { return "owned" }
    return album.document.lists.contains { $0.name == ListName.wanted.text } ? "wanted" : nil
  }

  private func review(of document: AlbumDocument) -> HTML {
    switch document.review.status {
    case .written:
      ReviewPart(
        review: document.review, id: document.id, isAwaited: false, tracks: document.album.tracks
      ).markup
    case .pending: "<p>The review isn’t written yet.</p>"
    case .unavailable: "<p>\(ProgressLine.reviewFailed)</p>"
    }
  }

  private func list(_ shelves: [PhoneShelf], _ columns: PhoneShelf.Columns, isAll: Bool) -> HTML {
    guard !phone.list.isEmpty else { return "" }
    let letters = shelves.map { shelf -> HTML in "<a href=\"#\(shelf.anchor)\">\(shelf.letter)</a>" }
    let rest: HTML? = isAll ? nil : "\n<p class=\"small\">What comes after that doesn’t fit into this page.</p>"
    return """
      <section class="owned" aria-labelledby="owned">
      <h2 id="owned">What you have and want: \(phone.list.count)</h2>
      <nav class="letters" aria-label="Letters">\(letters.lines())</nav>
      \(shelves.map { $0.markup(columns) }.lines())\(rest)
      </section>
      """
  }
}

extension PageScript {
  /// Searches the phone's page.
  static let searching = PageScript(text: String(decoding: PackageResources.phone_js, as: UTF8.self))
}
