import Albums

/// What else of the artist, and of the label's years, is in the gallery. The links lead to the pages beside this one.
struct RelatedPart {
  let related: RelatedAlbums
  let album: AlbumDocument.Album

  /// Nil if there is nothing.
  var markup: HTML? {
    let lists = HTML.lines(
      list(related.byArtist, "More by \(album.artistName)"),
      list(related.onLabel, "On \(album.recordLabel ?? "the same label") in those years", namesArtist: true))
    return lists.text.isEmpty ? nil : "<section class=\"related\">\n\(lists)\n</section>"
  }

  private func list(_ entries: [RelatedAlbums.Entry], _ title: String, namesArtist: Bool = false) -> HTML? {
    guard !entries.isEmpty else { return nil }
    let lines = entries.map { entry -> HTML in
      let year: HTML? = entry.releaseYear.map { " <span class=\"small\">\($0)</span>" }
      let artist: HTML? = namesArtist ? "<span class=\"small\"><bdi>\(entry.artistName)</bdi></span> " : nil
      return "<li>\(artist)<a href=\"\(Self.link(to: entry))\"><bdi>\(entry.albumTitle)</bdi></a>\(year)</li>"
    }.lines()
    return "<h2 dir=\"auto\">\(title)</h2>\n<ul>\n\(lines)\n</ul>"
  }

  static func link(to entry: RelatedAlbums.Entry) -> Link { Link(file: "..", entry.folder, "index.html") }
}
