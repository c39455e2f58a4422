internal import Albums

/// The page of one bundle, with its parts in a fixed order.
struct AlbumPage {
  let album: AlbumDocument
  var pictures = PagePictures()
  /// Nil where nothing is to be said of the music library.
  let library: LibraryNote?
  var related = RelatedAlbums()
  /// Whether a review that isn't written yet comes by itself.
  let awaitsReview: Bool
  /// Whether it is for others: then it says only what is said of the album.
  var isShared = false

  var document: HTMLDocument {
    HTMLDocument(
      title: isUnsure ? "Which album is this?" : "\(album.album.albumTitle) – \(album.album.artistName)",
      kind: isUnsure ? "choice" : "album", home: home, style: Style.album + (isPlayable ? Style.library : ""),
      isAlone: true, scripts: isShared ? [] : [.copying],
      body: """
        <main>
        <article>
        \(HTML.lines(figure, story))
        </article>
        </main>
        """)
  }

  private var story: HTML {
    let cost = CostPart(album: album).markup
    let parts =
      isShared
      ? HTML.lines(
        heading, facts, HTML.hear(album.album.links), album.review.status == .written ? review : nil,
        TracksPart(album: album).markup, closing)
      : isUnsure
        ? HTML.lines(question, CandidatesPart(album: album, covers: pictures.candidates).markup, cost, closing)
        : HTML.lines(
          heading, notice, facts, player, HTML.hear(album.album.links), review,
          TracksPart(album: album).markup, relatedAlbums,
          IdentificationPart(album: album).markup,
          "<div class=\"folds\">\n\(HTML.lines(remedies, cost))\n</div>", closing)
    return "<div class=\"story\">\n\(parts)\n</div>"
  }

  /// What a rejected album lacks isn't fetched anymore.
  private var review: HTML? {
    guard album.state != .rejected || album.review.status == .written else { return nil }
    return ReviewPart(
      review: album.review, id: album.id, isAwaited: awaitsReview, tracks: album.album.tracks, named: related.named
    ).markup
  }

  private var isPlayable: Bool { library != nil && album.state == .done }

  /// Shows that the album is in the music library and how to play it: with a button on this computer, and with a command
  /// to copy, since phones don't support the button's address.
  private var player: HTML? {
    guard isPlayable, let library else { return nil }
    let play: HTML? = Link(playing: album.id, key: library.key).map { "<a class=\"play\" href=\"\($0)\">Play</a>" }
    return """
      <section class="library" aria-label="Your library">
      <p><span>In your library: <strong>\(library.holding.words)</strong></span>\(play)</p>
      \(HTML.command("albumscanctl play \(album.id)"))
      </section>
      """
  }

  /// What to do if the page is wrong.
  private var remedies: HTML {
    let remedies = Remedy.remedies(
      of: album.id, album.state, strategy: Strategy(rawValue: album.identification.strategy) ?? .twoTier,
      candidates: album.identification.candidates.count, isFound: true, review: album.review.status)
    return """
      <section class="remedies">
      <details><summary><h2>If it is wrong</h2></summary>
      \(remedies.map(HTML.remedy).lines())
      </details>
      </section>
      """
  }

  var isUnsure: Bool { album.state == .unsure }

  /// The gallery is in `done/`; this bundle lies in it, or in `unsure/` beside it.
  private var home: Link? {
    isShared ? nil : isUnsure ? Link(file: "..", "..", "done", "index.html") : Link(file: "..", "index.html")
  }

  /// Nil for an unsure scan without artwork: there is no album yet whose artwork could be missing.
  private var figure: HTML? {
    guard !isUnsure || album.artwork.status == .present else { return nil }
    return "<figure class=\"cover\">\n\(HTML.lines(picture, badge))\n</figure>"
  }

  private var picture: HTML {
    let name = "Cover of \(album.album.albumTitle) by \(album.album.artistName)"
    switch album.artwork.status {
    case .present:
      guard let artwork = pictures.artwork ?? pictures.thumbnail else { return placeholder(nil) }
      let size: HTML? =
        if let width = album.artwork.width, let height = album.artwork.height {
          " width=\"\(width)\" height=\"\(height)\""
        } else {
          nil
        }
      // Its thumbnail, blurred, is the light that it throws on a wide page.
      let glow: HTML? = pictures.thumbnail.map { "<img class=\"glow\" src=\"\(Link(jpeg: $0))\" alt=\"\">" }
      return HTML.lines("<img src=\"\(Link(jpeg: artwork))\" alt=\"\(name)\"\(size) decoding=\"sync\">", glow)
    case .pending: return placeholder("It is still being downloaded and will be added here.")
    case .none: return placeholder(nil)
    }
  }

  private func placeholder(_ detail: String?) -> HTML {
    let more: HTML? = detail.map { "<small>\($0)</small>" }
    return "<div class=\"placeholder\"><span class=\"disc\" aria-hidden=\"true\"></span>"
      + "<p>\(ProgressLine.noArtwork)\(more)</p></div>"
  }

  private var badge: HTML? {
    guard !isUnsure, album.review.status == .written, let rating = album.review.rating else { return nil }
    let label = album.review.label?.rawValue.uppercased() ?? ""
    return """
      <figcaption class="badge"><span class="label">\(label)</span> \
      <span class="rating">\(Rating(rating).words)</span></figcaption>
      """
  }

  private var heading: HTML {
    let unverified: HTML? =
      album.identification.confidence == .claimed
      ? "\n<p class=\"flag\">\(EvidenceText.title(of: .claimed))</p>" : nil
    return """
      <header class="names found">
      <p class="artist" dir="auto">\(album.album.artistName)</p>
      <h1 dir="auto">\(album.album.albumTitle)</h1>\(unverified)\(priorKnowledge)\(marks)
      </header>
      """
  }

  /// Whoever stands in a shop wants to know this first.
  private var priorKnowledge: HTML? {
    guard !isShared, var known = album.identification.known else { return nil }
    // The player says so, and of how many tracks.
    if isPlayable { known.inLibrary = false }
    let words = known.words(day: CalendarDay.words).joined(separator: " · ")
    let link: HTML? = related.earlier.map { " · <a href=\"\(Link(to: $0))\">that page</a>" }
    return words.isEmpty ? nil : "\n<p class=\"small\">\(words)\(known.scan == nil ? nil : link)</p>"
  }

  private var question: HTML {
    """
    <header class="names">
    <h1>Which album is this?</h1>
    <p class="lead">The evidence doesn’t settle it, so the decision is yours.</p>
    </header>
    """
  }

  private var notice: HTML? {
    switch album.state {
    case .rejected: "<p class=\"notice\">This match was rejected: the photo shows another album.</p>"
    case .waiting, .running, .unsure, .done, .failed: nil
    }
  }

  private var facts: HTML? {
    let rows: [(String, String?)] = [
      ("Released", album.album.releaseYear), ("Genre", album.album.genres.joined(separator: ", ")),
      ("Label", album.album.recordLabel),
    ]
    let known = rows.compactMap { name, value -> HTML? in
      guard let value, !value.isEmpty else { return nil }
      return "<div><dt>\(name)</dt><dd dir=\"auto\">\(value)</dd></div>"
    }
    return known.isEmpty ? nil : "<dl class=\"facts\">\n\(known.lines())\n</dl>"
  }

  /// Who rated it, and when; nil where nobody did.
  private var closingLine: String? {
    guard !isUnsure, album.review.status == .written, album.review.rating != nil else { return nil }
    let day = album.review.writtenAt.map { " on \(CalendarDay.words($0))" } ?? ""
    return ProgressLine.closing + (album.review.model.map { " This one is by \($0)\(day)." } ?? "")
  }

  private var closing: HTML {
    let catalog = album.album.musicbrainz.releaseGroup.flatMap {
      Link(web: "https://musicbrainz.org/release-group/\($0)")
    }
    let links = HTML.lines(
      home.map { "<a href=\"\($0)\">All scans</a>" },
      catalog.map { "<a href=\"\($0)\" rel=\"noreferrer\">MusicBrainz</a>" })
    let line: HTML? = closingLine.map { "<p>\($0)</p>\n" }
    let nav: HTML? = links.text.isEmpty ? nil : "\n<nav aria-label=\"More\">\(links)</nav>"
    if isShared { return "<footer>\n\(line)\(nav)\n</footer>" }
    let sleeve = album.photo.part.map { "Sleeve \($0.number) of \($0.of) in \(album.photo.name)" }
    let photo = ([album.photosWords ?? sleeve].compactMap(\.self) + album.photo.flaws).map { note -> HTML in
      "<p class=\"small\">\(note)</p>"
    }
    let otherEdition: HTML? =
      album.artwork.source?.kind == .releaseGroup ? " · The artwork may be another edition’s." : nil
    let noFront: HTML? = album.artwork.source?.types.map { types in
      " · The Cover Art Archive has no main front cover; this is another picture of it"
        + (types.isEmpty ? "." : " (\(types.joined(separator: ", "))).")
    }.map { "\($0)" }
    return """
      <footer>
      \(line)<p class="small">Scan \(album.id.description) · \
      <time datetime="\(album.scannedAt)">\(CalendarDay.words(album.scannedAt))</time>\(otherEdition)\(noFront)</p>\(photo.isEmpty ? nil : "\n" + photo.lines())\(nav)
      </footer>
      """
  }
}
