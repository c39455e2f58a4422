import Albums

/// The review on an album's page, or why there is none and how to get one.
struct ReviewPart {
  let review: AlbumDocument.ReviewEntry
  let id: ScanID
  /// Whether it comes by itself.
  let isAwaited: Bool
  /// Of the album; empty where they aren't known.
  var tracks: [Track] = []
  /// What the gallery has of the artists that it names; empty where no link would lead anywhere.
  var named: [String: RelatedAlbums.Entry] = [:]

  var markup: HTML {
    switch review.status {
    case .written: written
    case .pending where isAwaited:
      missing(
        "The review is being written…",
        "It appears here by itself. If it takes long, this shows what it waits for:", command: "albumscanctl status")
    case .pending:
      missing(
        "Review pending",
        "It is written as soon as a model and a budget are available and reviews are enabled. To request it now:",
        command: "albumscanctl retry --reviews")
    case .unavailable:
      missing(
        "\(Self.triangle)\(ProgressLine.reviewFailed)",
        Self.sentence(review.reason) + "Scan this album again to try again, or run:",
        command: "albumscanctl retry \(id)")
    }
  }

  private static func sentence(_ text: String?) -> String {
    guard let text, let first = text.first else { return "" }
    return first.uppercased() + text.dropFirst() + (text.hasSuffix(".") ? " " : ". ")
  }

  /// What something went wrong is marked with.
  private static let triangle: HTML = """
    <svg class="triangle" viewBox="0 0 20 20" aria-hidden="true">\
    <path d="M10 1.5 19.5 18.5H.5zM9 7v6h2V7zm0 7.5v2h2v-2z" fill-rule="evenodd"/></svg>
    """

  private func missing(_ title: HTML, _ reason: String, command: String) -> HTML {
    """
    <section class="review missing">
    <h2>\(title)</h2>
    <p>\(reason)</p>
    \(HTML.command(command))
    </section>
    """
  }

  private var written: HTML {
    let parts = HTML.lines(summary, bullets, verdict, fans, roots, keyTracks, sources)
    return "<section class=\"review\" aria-label=\"Review\">\n\(parts)\n</section>"
  }

  private var summary: HTML? { review.contextSummary.map { "<p class=\"summary\" dir=\"auto\">\($0)</p>" } }

  private var bullets: HTML? {
    list(review.contextBullets, class: "bullets")
  }

  private var verdict: HTML? {
    guard let rating = review.rating.map(Rating.init) else { return nil }
    let word: HTML? = review.recommendation.map { word in
      "<span class=\"recommendation\">\(word.emoji) \(word.rawValue)</span>"
    }
    return """
      <div class="verdict">
      <p><strong>\(rating.words)</strong> <span class="of">out of 10</span> \(word)</p>
      \(meter(rating))
      </div>
      """
  }

  /// Ten lamps in a row; the last that is lit may be so in part.
  private func meter(_ rating: Rating) -> HTML {
    let lit = (0..<10).map { min(max(rating.tenths - $0 * 10, 0), 10) * 9 }
    // Two shapes, since the phone's page has a hundred of these.
    let lamps = { (widths: [Int]) in
      widths.enumerated().filter { $0.element > 0 }.map { "M\($0 * 101) 0h\($1)v12h-\($1)z" }.joined()
    }
    return """
      <svg viewBox="0 0 999 12" preserveAspectRatio="none" aria-hidden="true">\
      <path class="track" d="\(lamps(Array(repeating: 90, count: 10)))"/><path class="fill" d="\(lamps(lit))"/></svg>
      """
  }

  private var fans: HTML? {
    linked(review.forFansOf).map { "<p class=\"fans\">For fans of \($0)</p>" }
  }

  /// Where the album comes from, and where it led.
  private var roots: HTML? {
    let rows = [("Comes from", review.influences), ("Led to", review.influenced)].compactMap { title, names -> HTML? in
      linked(names).map { "<div><dt>\(title)</dt><dd>\($0)</dd></div>" }
    }
    return rows.isEmpty ? nil : "<dl class=\"facts roots\">\n\(rows.lines())\n</dl>"
  }

  private func linked(_ names: [String]?) -> HTML? {
    guard let names, !names.isEmpty else { return nil }
    let list = names.map { name -> HTML in
      guard let entry = named[name] else { return "<bdi>\(name)</bdi>" }
      return "<a href=\"\(Link(to: entry))\"><bdi>\(name)</bdi></a>"
    }
    return HTML(stringLiteral: list.map(\.text).joined(separator: ", "))
  }

  private var keyTracks: HTML? {
    guard let titles = review.keyTracks, !titles.isEmpty else { return nil }
    let lines = titles.map { TracksPart.line($0, among: tracks) }.lines()
    return "<h2>🎵 Key Tracks</h2>\n<ul class=\"tracks\">\n\(lines)\n</ul>"
  }

  private var sources: HTML? {
    let links = (review.sources ?? []).compactMap { source -> HTML? in
      guard let link = Link(web: source.url) else { return nil }
      let title = source.title.isEmpty ? link.host : source.title
      return
        "<li><a href=\"\(link)\" rel=\"noreferrer\"><bdi>\(title)</bdi></a> <span class=\"host\">\(link.host)</span></li>"
    }
    return links.isEmpty ? nil : "<h2>Sources</h2>\n<ul class=\"sources\">\n\(links.lines())\n</ul>"
  }

  private func list(_ items: [String]?, class name: HTML) -> HTML? {
    guard let items, !items.isEmpty else { return nil }
    let lines = items.map { item -> HTML in "<li dir=\"auto\">\(item)</li>" }.lines()
    return "<ul class=\"\(name)\">\n\(lines)\n</ul>"
  }
}
