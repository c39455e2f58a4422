/// A page of the gallery behind the front page: a month, or a part of a month with very many scans.
///
/// A part is defined by scan numbers, which never change. A new, changed, or deleted scan therefore affects only one of
/// these pages.
package struct GalleryMonthPage: Hashable, Sendable {
  /// `2026-11`.
  package let month: String
  /// Which hundred of numbers: 1 for scans 1 to 100. Nil for the month's newest scans, or all of them.
  package let part: Int?

  /// How many numbers a part has. A month with fewer than twice as many scans isn't cut.
  package static let size = 100

  package init(month: String, part: Int? = nil) {
    self.month = month
    self.part = part
  }

  /// Of its file, without the ending.
  package var name: String { part.map { "\(month)-\($0)" } ?? month }

  /// Nil for what isn't the name of such a page.
  package init?(name: String) {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), parts[0].count == 4, parts[1].count == 2 else { return nil }
    let numbers = parts.compactMap { $0.allSatisfy { "0"..."9" ~= $0 } ? Int($0) : nil }
    guard numbers.count == parts.count else { return nil }
    self.init(month: "\(parts[0])-\(parts[1])", part: numbers.count == 3 ? numbers[2] : nil)
    guard self.name == name else { return nil }
  }

  /// The numbers that scans on it have; nil where `part` is.
  package var numbers: ClosedRange<Int64>? {
    part.map { Int64($0 - 1) * Int64(Self.size) + 1...Int64($0) * Int64(Self.size) }
  }

  /// The pages of a month, newest first.
  /// - Parameter counts: how many scans it has of each hundred of numbers.
  package static func monthPages(of month: String, counts: [Int: Int]) -> [GalleryMonthPage] {
    let whole = GalleryMonthPage(month: month)
    guard counts.values.reduce(0, +) >= 2 * size else { return [whole] }
    var rest = counts.sorted { $0.key > $1.key }[...]
    var newest = 0
    while newest < size, let next = rest.popFirst() { newest += next.value }
    return [whole] + rest.map { GalleryMonthPage(month: month, part: $0.key) }
  }
}

extension GalleryMonthPage: Comparable {
  /// The older is less.
  package static func < (a: GalleryMonthPage, b: GalleryMonthPage) -> Bool {
    (a.month, a.part ?? .max) < (b.month, b.part ?? .max)
  }
}
