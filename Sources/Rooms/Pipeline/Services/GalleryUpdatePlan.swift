internal import Albums

/// Which pages behind the front page have to be drawn or removed: pages with changed content, new pages, and pages that
/// link to a new or removed page.
struct GalleryUpdatePlan: Equatable {
  private(set) var stale: [GalleryMonthPage] = []
  private(set) var gone: [GalleryMonthPage] = []

  /// - Parameters:
  ///   - monthPages: all there should be, newest first.
  ///   - present: those that are there.
  ///   - changed: numbers of scans that are new, look different or are gone, by the month in which they finished; nil for
  ///     all there are.
  init(monthPages: [GalleryMonthPage], present: Set<GalleryMonthPage>, changed: [String: Set<ScanID>]?) {
    gone = present.subtracting(monthPages).sorted()
    guard let changed else {
      stale = monthPages
      return
    }
    var (own, coming): (Set<Int>, Set<Int>) = ([], [])
    for (place, monthPage) in monthPages.enumerated() {
      let numbers = Self.numbers(of: monthPage, at: place, in: monthPages)
      // A month's first page counts all of its scans.
      if let scans = changed[monthPage.month],
        monthPage.part == nil || scans.contains(where: { numbers.contains($0.number) })
      {
        own.insert(place)
      }
      if !present.contains(monthPage) { coming.insert(place) }
    }
    var beside = Set(coming.flatMap { [$0 - 1, $0 + 1] })
    for monthPage in gone {
      let place = monthPages.firstIndex { $0 < monthPage } ?? monthPages.count
      beside.formUnion([place - 1, place])
    }
    // Those that come are last: after an error in between they still are to come, and with them those beside.
    stale = (own.union(beside).subtracting(coming).sorted() + coming.sorted()).filter(monthPages.indices.contains)
      .map { monthPages[$0] }
  }

  /// The numbers that scans on a page of the month have.
  static func numbers(of monthPage: GalleryMonthPage, at place: Int, in monthPages: [GalleryMonthPage]) -> ClosedRange<
    Int64
  > {
    if let numbers = monthPage.numbers { return numbers }
    let next =
      place + 1 < monthPages.count && monthPages[place + 1].month == monthPage.month
      ? monthPages[place + 1].numbers : nil
    return (next?.upperBound ?? 0) + 1...Int64.max
  }
}
