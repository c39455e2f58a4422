import Albums

/// What is in progress, waits, needs the user, or failed: a card each.
struct ActivityPart {
  let activity: Activity
  /// From the page to the folder with the others; nil on a page that is alone, where no link would lead anywhere.
  let root: [String]?

  /// Nil if nothing is going on.
  var markup: HTML? {
    guard !activity.entries.isEmpty || !activity.notes.isEmpty else { return nil }
    let cards = activity.entries.map { entry -> HTML in "<li class=\"\(kind(of: entry))\">\n\(card(entry))\n</li>" }
    let list: HTML? = cards.isEmpty ? nil : "<ul class=\"now\">\n\(cards.lines())\n</ul>"
    let notes = activity.notes.map { note -> HTML in "<p class=\"small\" dir=\"auto\">\(note)</p>" }
    return """
      <section class="going" aria-labelledby="now">
      <h2 id="now">Now</h2>
      \(HTML.lines(list, notes.lines()))
      </section>
      """
  }

  private func kind(of entry: Activity.Entry) -> HTML {
    switch entry.state {
    case .running: "runs"
    case .waiting: "waits"
    case .unsure: "asks"
    case .failed: "lost"
    }
  }

  private func card(_ entry: Activity.Entry) -> HTML {
    let photo: HTML = "<p class=\"small\" dir=\"auto\">\(entry.photo)</p>"
    switch entry.state {
    case .running(let line, let seconds):
      // A dot for each ten seconds.
      let dots = String(repeating: "●", count: min(seconds / 10 + 1, 30))
      return HTML.lines(
        "<h3>\(line)</h3>",
        "<p class=\"dots\"><span aria-hidden=\"true\">\(dots)</span> <span class=\"small\">\(seconds) s</span></p>",
        photo)
    case .waiting(let reason, let others):
      let more: HTML? =
        others == 0 ? nil : "<p class=\"small\">and \(others == 1 ? "1 other photo" : "\(others) other photos")</p>"
      return HTML.lines("<h3>Waiting</h3>", "<p dir=\"auto\">\(reason ?? "Its turn comes.")</p>", photo, more)
    case .unsure(let candidates):
      let items = candidates.map { candidate -> HTML in
        let year: HTML? = candidate.releaseYear.map { " (\($0))" }
        let cover: HTML =
          candidate.cover.map { "<img src=\"\(Link(jpeg: $0))\" alt=\"\" width=\"64\" height=\"64\">" }
          ?? "<span class=\"blank\" aria-hidden=\"true\"></span>"
        return """
          <li>\(cover)<span><bdi>\(candidate.albumTitle)</bdi>\(year)<br>\
          <span class="small"><bdi>\(candidate.artistName)</bdi></span></span></li>
          """
      }
      return HTML.lines(
        "<h3>\(link(to: entry, "Which album is this?"))</h3>", photo, "<ol class=\"which\">\n\(items.lines())\n</ol>",
        "<p class=\"small\">To decide, on the computer:</p>",
        .command(
          candidates.count == 1 ? "albumscanctl accept \(entry.id)" : "albumscanctl accept \(entry.id) NUMBER"),
        "<p class=\"small\">If it is none of these, say which album it is:</p>", .command(Remedy.name(entry.id)))
    case .failed(let reason, let hint):
      let advice: HTML? = hint.map { "<p dir=\"auto\">\($0)</p>" }
      return HTML.lines(
        "<h3>\(link(to: entry, reason))</h3>", photo, advice,
        "<p class=\"small\">If you know the album, say which it is:</p>", .command(Remedy.name(entry.id)))
    }
  }

  private func link(to entry: Activity.Entry, _ words: String) -> HTML {
    guard let root, let folder = entry.folder else { return "\(words)" }
    let steps = root + folder.split(separator: "/").map(String.init) + ["index.html"]
    return "<a href=\"\(Link(file: steps))\" dir=\"auto\">\(words)</a>"
  }
}
