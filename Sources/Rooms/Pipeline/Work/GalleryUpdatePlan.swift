internal import Albums
internal import ServiceLifecycle

/// Which pages behind the front page have to be drawn or removed: pages with changed content, new pages, and pages that
/// link to a new or removed page.
struct GalleryUpdatePlan: Equatable {
  let stale: [GalleryMonthPage]
  let gone: [GalleryMonthPage]

  /// - Parameters:
  ///   - monthPages: all pages that should exist, newest first.
  ///   - present: the existing pages.
  ///   - changed: numbers of new, changed, or deleted scans, by the month in which they finished; nil for all.
  init(monthPages: [GalleryMonthPage], present: Set<GalleryMonthPage>, changed: [String: Set<ScanID>]?) {
    let gone = present.subtracting(monthPages).sorted()
    self.gone = gone
    guard let changed else {
      stale = monthPages
      return
    }
    let last = monthPages.indices.last ?? 0
    stale = monthPages.indices.filter { place in
      let (page, numbers) = (monthPages[place], Self.numbers(of: monthPages[place], at: place, in: monthPages))
      // A month's first page counts all of its scans.
      if let scans = changed[page.month], page.part == nil || scans.contains(where: { numbers.contains($0.number) }) {
        return true
      }
      // It leads to those beside it.
      return !present.isSuperset(of: monthPages[max(place - 1, 0)...min(place + 1, last)])
        || gone.contains { (place == 0 || $0 < monthPages[place - 1]) && (place == last || monthPages[place + 1] < $0) }
    }.map { monthPages[$0] }
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
