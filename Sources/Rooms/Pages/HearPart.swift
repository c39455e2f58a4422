import Albums

/// Where the album can be heard: plain links, which nothing on the page loads.
struct HearPart {
  let links: [AlbumLink]

  /// Nil where the catalog has none.
  var markup: HTML? {
    let items = links.compactMap { item -> HTML? in
      Link(web: item.url).map { "<a href=\"\($0)\" rel=\"noreferrer\">\(item.service.name)</a>" }
    }
    guard !items.isEmpty else { return nil }
    return "<nav class=\"hear\" aria-label=\"Hear it\"><span>Hear it:</span> \(items.lines())</nav>"
  }
}
