internal import Albums

/// Which of the pages behind the front page have to be drawn, and which have to go: those that show what changed, those
/// that come, and whoever leads to one that comes or goes.
struct GalleryUpkeep: Equatable {
  private(set) var stale: [GalleryLeaf] = []
  private(set) var gone: [GalleryLeaf] = []

  /// - Parameters:
  ///   - leaves: all there should be, newest first.
  ///   - present: those that are there.
  ///   - changed: numbers of scans that are new, look different or are gone, by the month in which they finished; nil for
  ///     all there are.
  init(leaves: [GalleryLeaf], present: Set<GalleryLeaf>, changed: [String: Set<ScanID>]?) {
    gone = present.subtracting(leaves).sorted()
    guard let changed else {
      stale = leaves
      return
    }
    var (own, coming): (Set<Int>, Set<Int>) = ([], [])
    for (place, leaf) in leaves.enumerated() {
      let numbers = Self.numbers(of: leaf, at: place, in: leaves)
      // A month's first page counts all of its scans.
      if let scans = changed[leaf.month], leaf.part == nil || scans.contains(where: { numbers.contains($0.number) }) {
        own.insert(place)
      }
      if !present.contains(leaf) { coming.insert(place) }
    }
    var beside = Set(coming.flatMap { [$0 - 1, $0 + 1] })
    for leaf in gone {
      let place = leaves.firstIndex { $0 < leaf } ?? leaves.count
      beside.formUnion([place - 1, place])
    }
    // Those that come are last: after an error in between they still are to come, and with them those beside.
    stale = (own.union(beside).subtracting(coming).sorted() + coming.sorted()).filter(leaves.indices.contains)
      .map { leaves[$0] }
  }

  /// The numbers that scans on a page of the month have.
  static func numbers(of leaf: GalleryLeaf, at place: Int, in leaves: [GalleryLeaf]) -> ClosedRange<Int64> {
    if let numbers = leaf.numbers { return numbers }
    let next = place + 1 < leaves.count && leaves[place + 1].month == leaf.month ? leaves[place + 1].numbers : nil
    return (next?.upperBound ?? 0) + 1...Int64.max
  }
}
