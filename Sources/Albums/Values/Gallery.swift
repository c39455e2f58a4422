/// What a page of the gallery shows.
package struct Gallery: Equatable, Sendable {
  /// Newest first.
  package var entries: [GalleryEntry]
  /// Which page this is; nil for the front page.
  package var leaf: GalleryLeaf?
  /// On the front page, all months that have scans, newest first, with their number of scans.
  package var months: [Month]
  /// The number of all scans in `done/`; on the page of a month, of those in that month.
  package var total: Int
  /// The pages beside this one.
  package var newer: GalleryLeaf?
  package var older: GalleryLeaf?
  /// What tells the front page's own scripts from all others (Content Security Policy, 7.2): made anew each time, so that
  /// nobody can know it beforehand. Nil for a page without scripts.
  package var nonce: String?

  package struct Month: Equatable, Sendable {
    /// `2026-11`.
    package var name: String
    package var count: Int

    package init(name: String, count: Int) {
      self.name = name
      self.count = count
    }
  }

  package init(
    entries: [GalleryEntry], leaf: GalleryLeaf? = nil, months: [Month] = [], total: Int, newer: GalleryLeaf? = nil,
    older: GalleryLeaf? = nil, nonce: String? = nil
  ) {
    self.entries = entries
    self.leaf = leaf
    self.months = months
    self.total = total
    self.newer = newer
    self.older = older
    self.nonce = nonce
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
