/// What of the phone's page fits into its limit: the oldest albums' details go first, then columns of the list, then the
/// oldest albums, and last the end of the list.
struct PhoneFit: Equatable {
  private(set) var whole: Int
  private(set) var albums: Int
  private(set) var columns = PhoneShelf.Columns.all
  private(set) var shelves: Int

  /// - Parameters: all in bytes.
  ///   - rest: what is always there.
  ///   - wholes: of each album, newest first, with everything.
  ///   - lines: of each album as a line.
  ///   - shelves: of each shelf of the list, by how much its lines say.
  init(rest: Int, wholes: [Int], lines: [Int], shelves sizes: [[Int]], limit: Int) {
    (whole, albums, shelves) = (wholes.count, wholes.count, sizes.first?.count ?? 0)
    var size = rest + wholes.reduce(0, +) + (sizes.first?.reduce(0, +) ?? 0)
    while size > limit, whole > 0 {
      whole -= 1
      size += lines[whole] - wholes[whole]
    }
    for narrower in PhoneShelf.Columns.allCases.dropFirst() where size > limit && shelves > 0 {
      size += sizes[narrower.rawValue].reduce(0, +) - sizes[columns.rawValue].reduce(0, +)
      columns = narrower
    }
    while size > limit, albums > 0 {
      albums -= 1
      size -= lines[albums]
    }
    while size > limit, shelves > 0 {
      shelves -= 1
      size -= sizes[columns.rawValue][shelves]
    }
    // What was freed for the list may hold details again.
    while whole < albums, size + wholes[whole] - lines[whole] <= limit {
      size += wholes[whole] - lines[whole]
      whole += 1
    }
  }
}
