internal import Pages

/// One disc in the wallet's list, with everything the page knows about it.
struct WalletItem {
  let disc: WalletPageModel.Disc
  /// Of this installation; goes with each address that starts something.
  let key: String

  var html: HTML {
    let year: HTML? = disc.releaseYear.map { " · <span class=\"year\">\($0)</span>" }
    let state: HTML =
      disc.isInLibrary ? (play.map { " data-play=\"\($0)\"" } ?? "") : " data-absent"
    return """
      <li class="disc-item" id="\(anchor)"\(state)>
      <span class="art">\(picture)</span>
      <div>
      \(HTML.lines(
        "<h2 dir=\"auto\"><a href=\"#\(anchor)\">\(disc.albumTitle)</a></h2>",
        "<p class=\"by\" dir=\"auto\">\(disc.artistName)\(year)</p>", flag, tracks, actions))
      </div>
      </li>
      """
  }

  private var anchor: String { "disc-\(disc.id)" }
  private var play: Link? { disc.tracks.isEmpty ? nil : Link(playing: disc.id, key: key) }

  private var picture: HTML {
    guard let steps = disc.artwork else {
      return "<span class=\"placeholder\"><span class=\"disc\" aria-hidden=\"true\"></span></span>"
    }
    return """
      <img src="\(Link(file: steps))" alt="Cover of \(disc.albumTitle)" width="600" height="600" loading="lazy" \
      decoding="async">
      """
  }

  private var flag: HTML? {
    if !disc.isInLibrary { return "<p class=\"flag\">Not in your library</p>" }
    return disc.missing.map { "<p class=\"flag\">\($0)</p>" }
  }

  private var tracks: HTML? {
    guard !disc.tracks.isEmpty else { return nil }
    let rows = disc.tracks.map { track -> HTML in
      let by: HTML? = track.artistName.map { " <span class=\"by\">\($0)</span>" }
      let length: HTML? = track.seconds.map { "<time>\(WalletPage.clock($0))</time>" }
      return """
        <li><span class="n">\(track.number ?? "")</span><span dir="auto">\(track.title)\(by)</span>\(length)</li>
        """
    }
    return """
      <details><summary>\(disc.tracks.count == 1 ? "1 track" : "\(disc.tracks.count) tracks")</summary>
      <ol>
      \(rows.lines())
      </ol></details>
      """
  }

  private var actions: HTML? {
    let play: HTML? = play.map {
      "<a class=\"button\" href=\"\($0)\">Play</a> <code>albumscanctl wallet play \(disc.id)</code>"
    }
    let page: HTML? = disc.bundle.map {
      "<a class=\"page\" href=\"\(Link(file: $0, "index.html"))\">Open the album’s page</a>"
    }
    if play == nil, page == nil { return nil }
    return "<div class=\"actions\">\(HTML.lines(play, page))</div>"
  }
}
