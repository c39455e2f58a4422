import Albums

/// The candidates of an unsure scan, side by side, each with the command that chooses it.
struct CandidatesPart {
  let album: AlbumDocument
  /// By number.
  let covers: [Int: [UInt8]]

  var markup: HTML {
    """
    <section class="choices" aria-label="Candidates">
    \(HTML.lines(reason, list))
    <div class="none"><p>\(isOne ? "Is it another album?" : "None of these?")</p>
    \(HTML.command("albumscanctl reject \(album.id)"))
    <p>If you know which:</p>
    \(HTML.command(Remedy.name(album.id)))</div>
    \(HTML.lines(.readings(in: album.identification)))
    </section>
    """
  }

  private var candidates: [AlbumDocument.Candidate] {
    if !album.identification.candidates.isEmpty { return album.identification.candidates }
    // Bundles of the first version listed only what came after the first.
    return [
      AlbumDocument.Candidate(
        artistName: album.album.artistName, albumTitle: album.album.albumTitle, releaseYear: album.album.releaseYear,
        disambiguation: nil, releaseGroup: album.album.musicbrainz.releaseGroup,
        evidence: album.identification.evidence)
    ]
  }

  private var isOne: Bool { candidates.count == 1 }

  private var reason: HTML? {
    album.identification.reason.map { "<p class=\"why\" dir=\"auto\">\($0)</p>" }
  }

  private var list: HTML {
    let items = candidates.enumerated().map { index, candidate -> HTML in
      let number = candidate.number ?? index + 1
      let command = isOne ? "albumscanctl accept \(album.id)" : "albumscanctl accept \(album.id) \(number)"
      return """
        <li>
        \(cover(of: candidate, covers[number]))
        <div class="case">
        <div class="who">
        \(names(candidate))
        </div>
        <div class="grounds">
        \(HTML.evidence(candidate.evidence, doubts: EvidenceText.doubts(in: candidate.evidence)))
        </div>
        <div class="settle">
        <p class="small">If it is this one:</p>
        \(HTML.command(command))
        </div>
        </div>
        </li>
        """
    }
    return "<ol class=\"candidates\">\n\(items.lines())\n</ol>"
  }

  private func cover(of candidate: AlbumDocument.Candidate, _ picture: [UInt8]?) -> HTML {
    guard let picture else {
      return
        "<div class=\"thumb\"><span class=\"placeholder\"><span class=\"disc\" aria-hidden=\"true\"></span></span></div>"
    }
    return """
      <div class="thumb"><img src="\(Link(jpeg: picture))" \
      alt="Cover of \(candidate.albumTitle) by \(candidate.artistName)" width="200" height="200"></div>
      """
  }

  private func names(_ candidate: AlbumDocument.Candidate) -> HTML {
    let link = candidate.releaseGroup.flatMap { Link(web: "https://musicbrainz.org/release-group/\($0)") }
    let details = [candidate.releaseYear, candidate.disambiguation].compactMap(\.self).filter { !$0.isEmpty }
    let more: HTML? = details.isEmpty ? nil : "<p class=\"small\" dir=\"auto\">\(details.joined(separator: " · "))</p>"
    let catalog: HTML? = link.map { "<p class=\"small\"><a href=\"\($0)\" rel=\"noreferrer\">MusicBrainz</a></p>" }
    return HTML.lines(
      "<h2 dir=\"auto\">\(candidate.albumTitle)</h2>", "<p class=\"artist\" dir=\"auto\">\(candidate.artistName)</p>",
      more, catalog)
  }
}
