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
    newer: GalleryMonthPage? = nil, older: GalleryMonthPage? = nil, hasWallet: Bool = false
  ) {
    self.entries = entries
    self.monthPage = monthPage
    self.months = months
    self.total = total
    self.newer = newer
    self.older = older
    self.hasWallet = hasWallet
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
  package var scannedAt: String
  package var confidence: Confidence
  package var hasThumbnail: Bool
  /// Nil until a review is written.
  package var rating: Double?
  package var label: String?

  package init(
    id: ScanID, folder: String, artistName: String, albumTitle: String, releaseYear: String? = nil, scannedAt: String,
    confidence: Confidence, hasThumbnail: Bool, rating: Double? = nil, label: String? = nil
  ) {
    self.id = id
    self.folder = folder
    self.artistName = artistName
    self.albumTitle = albumTitle
    self.releaseYear = releaseYear
    self.scannedAt = scannedAt
    self.confidence = confidence
    self.hasThumbnail = hasThumbnail
    self.rating = rating
    self.label = label
  }
}
