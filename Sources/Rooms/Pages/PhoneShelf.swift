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
    let keyed = Set(list).map { entry in (key: SortingName.key(entry.artistName), entry: entry) }
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

/// How large the parts of the phone's page are, in bytes.
struct PhoneSizes {
  /// What is always there.
  var rest: Int
  /// Of each album, newest first: with everything, and as a line.
  var whole: [Int]
  var line: [Int]
  /// Of each shelf of the list, by how much its lines say.
  var list: [[Int]]
}

/// What of the phone's page fits into its limit: the oldest albums' details go first, then columns of the list, then the
/// oldest albums, and last the end of the list.
struct PhoneFit: Equatable {
  private(set) var whole: Int
  private(set) var albums: Int
  private(set) var columns = PhoneShelf.Columns.all
  private(set) var shelves: Int

  init(of sizes: PhoneSizes, limit: Int) {
    (whole, albums, shelves) = (sizes.whole.count, sizes.whole.count, sizes.list.first?.count ?? 0)
    var size = sizes.rest + sizes.whole.reduce(0, +) + (sizes.list.first?.reduce(0, +) ?? 0)
    while size > limit, whole > 0 {
      whole -= 1
      size += sizes.line[whole] - sizes.whole[whole]
    }
    for narrower in PhoneShelf.Columns.allCases.dropFirst() where size > limit && shelves > 0 {
      size += sizes.list[narrower.rawValue].reduce(0, +) - sizes.list[columns.rawValue].reduce(0, +)
      columns = narrower
    }
    while size > limit, albums > 0 {
      albums -= 1
      size -= sizes.line[albums]
    }
    while size > limit, shelves > 0 {
      shelves -= 1
      size -= sizes.list[columns.rawValue][shelves]
    }
    // What was freed for the list may hold details again.
    while whole < albums, size + sizes.whole[whole] - sizes.line[whole] <= limit {
      size += sizes.whole[whole] - sizes.line[whole]
      whole += 1
    }
  }
}
