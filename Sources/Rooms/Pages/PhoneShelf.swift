import Albums

/// The albums of one first letter, in the list on the phone's page.
struct PhoneShelf {
  /// A capital letter, or `#` for all else.
  let letter: String
  private let entries: [PhoneContents.ListEntry]

  /// What a line says besides artist and title: less and less, the fuller the page is.
  enum Columns: Int, CaseIterable { case all, marks, names }

  var anchor: String { letter == "#" ? "list-0" : "list-\(letter)" }

  static func shelves(of list: [PhoneContents.ListEntry]) -> [PhoneShelf] {
    let keyed = Set(list).map { entry in (key: SortKey.withoutArticle(entry.artistName), entry: entry) }
    let groups = Dictionary(grouping: keyed) { pair in
      pair.key.first.flatMap { "a"..."z" ~= $0 ? $0.uppercased() : nil } ?? "#"
    }
    return groups.map { letter, pairs in
      PhoneShelf(
        letter: letter,
        entries: pairs.sorted {
          ($0.key, $0.entry.releaseYear ?? "9999", $0.entry.albumTitle, $0.entry.mark ?? "")
            < ($1.key, $1.entry.releaseYear ?? "9999", $1.entry.albumTitle, $1.entry.mark ?? "")
        }.map(\.entry))
    }.sorted { $0.letter < $1.letter }
  }

  func size(_ columns: Columns) -> Int { markup(columns).text.utf8.count }

  func markup(_ columns: Columns) -> HTML {
    let lines = entries.map { entry -> HTML in
      let year: HTML? = columns == .all ? entry.releaseYear.map { " \($0)" } : nil
      let mark: HTML? = columns == .names ? nil : entry.mark.map { " <i>\($0)</i>" }
      return "<li><b>\(entry.artistName)</b> \(entry.albumTitle)\(year)\(mark)</li>"
    }
    return "<h3 id=\"\(anchor)\">\(letter)</h3>\n<ul class=\"list\">\n\(lines.lines())\n</ul>"
  }
}
