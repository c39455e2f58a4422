import Albums

/// What to do if the page is wrong: commands to copy.
struct RemedyPart {
  let album: AlbumDocument

  var markup: HTML {
    let remedies = Remedy.remedies(
      of: album.id, album.state, strategy: Strategy(rawValue: album.identification.strategy) ?? .twoTier,
      candidates: album.identification.candidates.count, isFound: true, review: album.review.status)
    let items = remedies.map { remedy -> HTML in
      "<p>\(remedy.purpose):</p>\n\(HTML.command(remedy.command))"
    }
    return """
      <section class="remedies">
      <details><summary><h2>If it is wrong</h2></summary>
      \(items.lines())
      </details>
      </section>
      """
  }
}
