import Albums

/// Why AlbumScan believes it is this album: the evidence, what counts against it, and the other candidates.
struct IdentificationPart {
  let album: AlbumDocument

  var markup: HTML {
    let confidence: HTML = """
      <h2>\(album.state == .rejected ? "Why AlbumScan took it for this album" : "Why AlbumScan believes it is this album")</h2>
      <p class="confidence \(HTML(stringLiteral: found.confidence.rawValue))"><strong>\(EvidenceWords.title(of: found.confidence)).</strong> \
      \(EvidenceWords.belief(found.confidence, found.evidence, by: found.by))</p>
      """
    let catalogue: HTML? = found.catalogue == .pending ? "<p>\(EvidenceWords.cataloguePending)</p>" : nil
    let parts = HTML.lines(
      confidence, catalogue, FiguresPart(evidence: found.evidence).markup,
      EvidenceList(evidence: found.evidence, confidence: found.confidence, catalogue: found.catalogue).markup, pages,
      alsoConsidered, ReadPart(found: found).markup)
    return "<section class=\"identification\">\n\(parts)\n</section>"
  }

  private var found: AlbumDocument.Identified { album.identification }

  /// Links of the web only, each with the place it leads to.
  private var pages: HTML? {
    let items = (found.sources ?? []).compactMap { page -> HTML? in
      Link(web: page.url).map {
        "<li><a href=\"\($0)\" rel=\"noreferrer\"><bdi>\(page.title)</bdi></a> <span class=\"small\">\($0.host)</span></li>"
      }
    }
    guard !items.isEmpty else { return nil }
    return "<details><summary>Sources of the search</summary>\n<ul>\n\(items.lines())\n</ul></details>"
  }

  private var alsoConsidered: HTML? {
    guard !found.candidates.isEmpty else { return nil }
    let items = found.candidates.map { candidate -> HTML in
      let year: HTML? = candidate.releaseYear.map { " (\($0))" }
      let why: HTML? = candidate.why.map { "<br><span class=\"small\" dir=\"auto\">\($0)</span>" }
      return
        "<li><cite><bdi>\(candidate.albumTitle)</bdi></cite> by <bdi>\(candidate.artistName)</bdi>\(year)\(why)</li>"
    }
    return "<details><summary>Also considered</summary>\n<ul>\n\(items.lines())\n</ul></details>"
  }
}

/// The evidence for and against an album.
struct EvidenceList {
  let evidence: [Evidence]
  /// Nil where nothing was decided.
  var confidence: Confidence?
  var catalogue: AlbumDocument.CatalogueStatus?

  var markup: HTML { HTML.lines(reasons, doubts) }

  private var reasons: HTML? {
    let lines = evidence.compactMap { item -> HTML? in
      if case .artworkDiffers = item { return nil }
      // What proves nothing gets no tick.
      let weak: HTML? = item.isNoReason ? " class=\"weak\"" : nil
      return "<li\(weak)>\(Self.unbroken(EvidenceWords.sentence(item)))</li>"
    }
    return lines.isEmpty ? nil : "<ul class=\"evidence\">\n\(lines.lines())\n</ul>"
  }

  /// No line begins with the sign of the number before.
  private static func unbroken(_ sentence: String) -> String { sentence.replacing(" %", with: "\u{A0}%") }

  private var doubts: HTML? {
    let lacks = confidence.map { EvidenceWords.lacks($0, evidence, catalogue: catalogue) } ?? []
    let doubts = EvidenceWords.doubts(in: evidence) + lacks
    guard !doubts.isEmpty else { return nil }
    let lines = doubts.map { doubt -> HTML in "<li>\(Self.unbroken(doubt))</li>" }.lines()
    return "<h3>What counts against it</h3>\n<ul class=\"doubts\">\n\(lines)\n</ul>"
  }
}

/// What was read and seen on the cover.
struct ReadPart {
  let found: AlbumDocument.Identified

  var markup: HTML? {
    let texts = [("Read on the cover", found.extractedText), ("Seen on the cover", found.albumDescription)]
    let parts = texts.compactMap { title, text -> HTML? in
      guard let text, !text.isEmpty else { return nil }
      return "<h3>\(title)</h3>\n<p class=\"quoted\" dir=\"auto\">\(text)</p>"
    }
    return parts.isEmpty ? nil : "<details><summary>What was read</summary>\n\(parts.lines())\n</details>"
  }
}
