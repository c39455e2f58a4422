import Albums

extension HTML {
  /// Where an album can be heard: plain links, which nothing on the page loads. Nil where the catalog has none.
  static func hear(_ links: [AlbumLink]) -> HTML? {
    let items = links.compactMap { item -> HTML? in
      Link(web: item.url).map { "<a href=\"\($0)\" rel=\"noreferrer\">\(item.service.name)</a>" }
    }
    guard !items.isEmpty else { return nil }
    return "<nav class=\"hear\" aria-label=\"Hear it\"><span>Hear it:</span> \(items.lines())</nav>"
  }
}
