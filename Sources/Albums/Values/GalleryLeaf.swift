/// A page of the gallery behind the front page: a month, or a part of one that has very many scans.
///
/// A full part never changes by scans that come later; so a scan changes one of these pages, however many there are.
package struct GalleryLeaf: Hashable, Sendable {
  /// `2026-11`.
  package let month: String
  /// 1 for the oldest full part, and so on; nil for the newest part, which isn't full yet, or the whole month.
  package let part: Int?

  /// How many scans a full part has. The newest has from as many to twice as many, or all there are.
  package static let size = 100

  package init(month: String, part: Int? = nil) {
    self.month = month
    self.part = part
  }

  /// Of its file, without the ending.
  package var name: String { part.map { "\(month)-\($0)" } ?? month }

  /// The pages of a month with so many scans, newest first.
  package static func leaves(of month: String, count: Int) -> [GalleryLeaf] {
    [GalleryLeaf(month: month)] + (0..<fullParts(count)).reversed().map { GalleryLeaf(month: month, part: $0 + 1) }
  }

  /// Which of the month's scans it shows, counted from the oldest.
  package func range(in count: Int) -> Range<Int> {
    let full = Self.fullParts(count)
    guard let part else { return full * Self.size..<count }
    return part <= full ? (part - 1) * Self.size..<part * Self.size : count..<count
  }

  private static func fullParts(_ count: Int) -> Int { max(0, count / size - 1) }
}
