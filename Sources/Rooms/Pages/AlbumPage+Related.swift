import Albums

extension AlbumPage {
  /// What else of the artist, and of the label's years, is in the gallery; nil if there is nothing.
  var relatedAlbums: HTML? {
    let lists = HTML.lines(
      list(related.byArtist, "More by \(album.album.artistName)"),
      list(related.onLabel, "On \(album.album.recordLabel ?? "the same label") in those years", namesArtist: true))
    return lists.text.isEmpty ? nil : "<section class=\"related\">\n\(lists)\n</section>"
  }

  private func list(_ entries: [RelatedAlbums.Entry], _ title: String, namesArtist: Bool = false) -> HTML? {
    guard !entries.isEmpty else { return nil }
    let lines = entries.map { entry -> HTML in
      let year: HTML? = entry.releaseYear.map { " <span class=\"small\">\($0)</span>" }
      let artist: HTML? = namesArtist ? "<span class=\"small\"><bdi>\(entry.artistName)</bdi></span> " : nil
      return "<li>\(artist)<a href=\"\(Link(to: entry))\"><bdi>\(entry.albumTitle)</bdi></a>\(year)</li>"
    }.lines()
    return "<h2 dir=\"auto\">\(title)</h2>\n<ul>\n\(lines)\n</ul>"
  }
}

extension Link {
  /// The page of another album, beside this one.
  init(to entry: RelatedAlbums.Entry) { self.init(file: "..", entry.folder, "index.html") }
}
