import Albums

/// How sure an album's page is, why, and what a person can say to it.
struct IdentificationPart {
  let album: AlbumDocument

  var markup: HTML {
    if album.state == .unsure { return HTML.lines(candidates, read) }
    let confidence: HTML = """
      <h2>\(EvidenceWords.title(of: found.confidence))</h2>
      <p>\(EvidenceWords.meaning(of: found.confidence)) \(EvidenceWords.sentence(found.by))</p>
      """
    let parts = HTML.lines(confidence, evidence(found.evidence), alsoConsidered, read)
    return "<section class=\"identification\">\n\(parts)\n</section>"
  }

  private var found: AlbumDocument.Identified { album.identification }

  private func evidence(_ items: [Evidence]) -> HTML? {
    guard !items.isEmpty else { return nil }
    let lines = items.map { item -> HTML in
      // A model's word gets no tick: it proves nothing.
      let weak: HTML? = if case .model = item { " class=\"weak\"" } else { nil }
      return "<li\(weak)>\(EvidenceWords.sentence(item))</li>"
    }.lines()
    return "<ul class=\"evidence\">\n\(lines)\n</ul>"
  }

  /// In the order in which `accept` counts them.
  private var candidates: HTML {
    let items = found.candidates.enumerated().map { index, candidate -> HTML in
      let command: HTML = "<pre><code>albumscanctl accept \(album.id.description) \(index + 1)</code></pre>"
      return "<li>\n\(HTML.lines(names(candidate), evidence(candidate.evidence), command))\n</li>"
    }
    let list: HTML =
      items.isEmpty
      ? HTML.lines(
        "<p>The only candidate is <cite>\(album.album.albumTitle)</cite> by \(album.album.artistName).</p>",
        evidence(found.evidence), "<pre><code>albumscanctl accept \(album.id.description)</code></pre>")
      : "<ol class=\"candidates\">\n\(items.lines())\n</ol>"
    return """
      <section class="identification" aria-label="Candidates">
      \(list)
      <p>None of these?</p>
      <pre><code>albumscanctl reject \(album.id.description)</code></pre>
      </section>
      """
  }

  private func names(_ candidate: AlbumDocument.Candidate) -> HTML {
    let link = candidate.releaseGroup.flatMap { Link(web: "https://musicbrainz.org/release-group/\($0)") }
    let details = [candidate.releaseYear, candidate.disambiguation].compactMap(\.self).filter { !$0.isEmpty }
    let more: HTML? = details.isEmpty ? nil : "<p class=\"small\" dir=\"auto\">\(details.joined(separator: " · "))</p>"
    let catalogue: HTML? = link.map { "<p class=\"small\"><a href=\"\($0)\" rel=\"noreferrer\">MusicBrainz</a></p>" }
    return HTML.lines(
      "<h2 dir=\"auto\">\(candidate.albumTitle)</h2>", "<p class=\"artist\" dir=\"auto\">\(candidate.artistName)</p>",
      more, catalogue)
  }

  private var alsoConsidered: HTML? {
    guard !found.candidates.isEmpty else { return nil }
    let items = found.candidates.map { candidate -> HTML in
      "<li><cite><bdi>\(candidate.albumTitle)</bdi></cite> by <bdi>\(candidate.artistName)</bdi></li>"
    }
    return "<details><summary>Also considered</summary>\n<ul>\n\(items.lines())\n</ul></details>"
  }

  private var read: HTML? {
    let texts = [("Read on the cover", found.extractedText), ("Seen on the cover", found.albumDescription)]
    let parts = texts.compactMap { title, text -> HTML? in
      guard let text, !text.isEmpty else { return nil }
      return "<h3>\(title)</h3>\n<p class=\"quoted\" dir=\"auto\">\(text)</p>"
    }
    return parts.isEmpty ? nil : "<details><summary>What was read</summary>\n\(parts.lines())\n</details>"
  }
}
