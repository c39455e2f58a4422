/// What a page of the gallery shows.
package struct Gallery: Equatable, Sendable {
  /// Newest first.
  package var entries: [GalleryEntry]
  /// Which page this is; nil for the front page.
  package var monthPage: GalleryMonthPage?
  /// On the front page, all months that have scans, newest first, with their number of scans.
  package var months: [Month]
  /// The number of all scans in `done/`; on the page of a month, of those in that month.
  package var total: Int
  /// The pages beside this one.
  package var newer: GalleryMonthPage?
  package var older: GalleryMonthPage?
  /// On the front page, whether the wallet's page is there to lead to.
  package var hasWallet: Bool
  /// On the front page, what is going on.
  package var activity = Activity()
  /// On the front page, the names of all lists.
  package var lists: [String] = []

  package struct Month: Equatable, Sendable {
    /// `2026-11`.
    package var name: String
    package var count: Int
    /// Its pages, newest first.
    package var monthPages: [GalleryMonthPage]

    /// - Parameter counts: how many scans it has of each hundred of numbers.
    package init(name: String, counts: [Int: Int]) {
      self.name = name
      count = counts.values.reduce(0, +)
      monthPages = GalleryMonthPage.monthPages(of: name, counts: counts)
    }
  }

  package init(
    entries: [GalleryEntry], monthPage: GalleryMonthPage? = nil, months: [Month] = [], total: Int,
    newer: GalleryMonthPage? = nil, older: GalleryMonthPage? = nil, hasWallet: Bool = false,
    activity: Activity = Activity()
  ) {
    self.entries = entries
    self.monthPage = monthPage
    self.months = months
    self.total = total
    self.newer = newer
    self.older = older
    self.hasWallet = hasWallet
    self.activity = activity
  }
}

/// One scan in the gallery.
package struct GalleryEntry: Equatable, Sendable {
  package var id: ScanID
  /// The bundle's folder name inside `done/`.
  package var folder: String
  package var artistName: String
  package var albumTitle: String
  package var releaseYear: String?
  /// RFC 3339, UTC.
  package var finishedAt: String
  package var confidence: Confidence
  package var hasThumbnail: Bool
  /// Nil until a review is written.
  package var rating: Double?
  package var label: String?
  /// The names of the lists that it is on.
  package var lists: [String]
  /// Artists, genres and eras that the review names.
  package var names: [String]

  package init(
    id: ScanID, folder: String, artistName: String, albumTitle: String, releaseYear: String? = nil, finishedAt: String,
    confidence: Confidence, hasThumbnail: Bool, rating: Double? = nil, label: String? = nil,
    lists: [String] = [], names: [String] = []
  ) {
    self.lists = lists
    self.id = id
    self.folder = folder
    self.artistName = artistName
    self.albumTitle = albumTitle
    self.releaseYear = releaseYear
    self.finishedAt = finishedAt
    self.confidence = confidence
    self.hasThumbnail = hasThumbnail
    self.rating = rating
    self.label = label
    self.names = names
  }
}

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
