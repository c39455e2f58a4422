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
