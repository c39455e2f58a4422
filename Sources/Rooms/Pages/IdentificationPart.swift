internal import Albums

/// Why AlbumScan believes it is this album: the evidence, what counts against it, and the other candidates.
struct IdentificationPart {
  let album: AlbumDocument

  var markup: HTML {
    // What is proven needs one line; the rest is for those who ask.
    if found.confidence == .verified, album.state == .done {
      return """
        <section class="identification">
        <details class="proven"><summary><h2 class="confidence verified"><strong>\(EvidenceText.title(of: .verified, found.evidence)).</strong> \
        \(isOnlySaid ? "" : found.evidence.contains(.person) ? "A person confirmed it." : proof)</h2></summary>
        \(grounds(under: "<h3>Why AlbumScan believes it is this album</h3>\n<p>\(EvidenceText.belief(found.confidence, found.evidence, by: found.by))</p>"))
        </details>
        </section>
        """
    }
    let confidence: HTML = """
      <h2>\(album.state == .rejected ? "Why AlbumScan took it for this album" : "Why AlbumScan believes it is this album")</h2>
      <p class="confidence \(HTML(stringLiteral: found.confidence.rawValue))"><strong>\(EvidenceText.title(of: found.confidence, found.evidence)).</strong> \
      \(EvidenceText.belief(found.confidence, found.evidence, by: found.by))</p>
      """
    return "<section class=\"identification\">\n\(grounds(under: confidence))\n</section>"
  }

  private var isOnlySaid: Bool { found.evidence == [.person] }

  /// The strongest evidence, in a sentence.
  private var proof: String {
    let proofs = found.evidence.filter { item in
      switch item {
      case .artwork, .barcode: true
      case .artworkDiffers, .text, .catalogNumber, .catalog, .model, .person, .namedPhoto, .alsoInPhoto: false
      }
    }
    return proofs.first.map(EvidenceText.sentence) ?? ""
  }

  private func grounds(under heading: HTML) -> HTML {
    let pending: HTML? = found.catalogue == .pending ? "<p>\(EvidenceText.catalogPending)</p>" : nil
    let doubts =
      EvidenceText.doubts(in: found.evidence)
      + EvidenceText.lacks(found.confidence, found.evidence, catalogue: found.catalogue)
    return HTML.lines(
      heading, pending, figures, .evidence(found.evidence, doubts: doubts), pages, alsoConsidered,
      .readings(in: found))
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

  /// The measurements in large numbers: how well photo and catalog match the album.
  private var figures: HTML? {
    let figures = found.evidence.compactMap(figure)
    return figures.isEmpty ? nil : "<dl class=\"figures\">\n\(figures.lines())\n</dl>"
  }

  private func figure(_ item: Evidence) -> HTML? {
    switch item {
    case .artwork(let inliers): box(String(inliers), "points of the artwork found in the photo", isGood: true)
    case .artworkDiffers(let inliers): box(String(inliers), "points of the artwork found in the photo: too few")
    case .barcode: box("1", "barcode read in the photo that belongs to it", isGood: true)
    case .text(let matched, _): box("\(matched.count) of 2", "names read on the cover", isGood: matched.count == 2)
    case .catalog(let distance, _, _):
      box("\(Int(((1 - min(max(distance, 0), 1)) * 100).rounded()))%", "similar to MusicBrainz’s entry")
    case .catalogNumber: box("1", "catalog number read on the sleeve that belongs to it", isGood: true)
    case .model, .person, .namedPhoto, .alsoInPhoto: nil
    }
  }

  private func box(_ number: String, _ words: String, isGood: Bool = false) -> HTML {
    let good: HTML? = isGood ? " class=\"good\"" : nil
    return "<div><dt>\(words)</dt><dd\(good)>\(number)</dd></div>"
  }
}

extension HTML {
  /// The evidence for and against an album.
  static func evidence(_ evidence: [Evidence], doubts: [String]) -> HTML {
    let reasons = evidence.compactMap { item -> HTML? in
      if case .artworkDiffers = item { return nil }
      // What proves nothing gets no tick.
      let weak: HTML? = item.isNoReason ? " class=\"weak\"" : nil
      return "<li\(weak)>\(EvidenceText.sentence(item))</li>"
    }
    let against = doubts.map { doubt -> HTML in "<li>\(doubt)</li>" }
    return lines(
      reasons.isEmpty ? nil : "<ul class=\"evidence\">\n\(reasons.lines())\n</ul>",
      against.isEmpty
        ? nil : "<h3>What counts against it</h3>\n<ul class=\"doubts\">\n\(against.lines())\n</ul>")
  }

  /// What was read and seen on the cover.
  static func readings(in found: AlbumDocument.Identified) -> HTML? {
    let texts = [("Read on the cover", found.extractedText), ("Seen on the cover", found.albumDescription)]
    let parts = texts.compactMap { title, text -> HTML? in
      guard let text, !text.isEmpty else { return nil }
      return "<h3>\(title)</h3>\n<p class=\"quoted\" dir=\"auto\">\(text)</p>"
    }
    return parts.isEmpty ? nil : "<details><summary>What was read</summary>\n\(parts.lines())\n</details>"
  }
}
