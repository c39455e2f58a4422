/// Makes pages out of values. Fulfilled by `Pages`; whoever writes files only knows this.
package protocol PagePress: Sendable {
  /// The page of one bundle (`index.html` in its folder).
  func albumPage(_ album: AlbumDocument) -> String

  /// The page of a photo that can't become a result (`index.html` in its folder in `failed/`).
  func failurePage(_ failure: FailureNotice) -> String

  /// One page of the gallery, for `done/`.
  func galleryPage(_ gallery: Gallery) -> String
}

/// What the page of a failed scan says.
package struct FailureNotice: Equatable, Sendable {
  package var id: ScanID
  /// The photo's name.
  package var photo: String
  package var reason: String
  package var hint: String?
  /// RFC 3339, UTC.
  package var failedAt: String
  /// How models were asked.
  package var strategy: Strategy

  package init(
    id: ScanID, photo: String, reason: String, hint: String?, failedAt: String, strategy: Strategy = .twoTier
  ) {
    self.id = id
    self.photo = photo
    self.reason = reason
    self.hint = hint
    self.failedAt = failedAt
    self.strategy = strategy
  }
}

/// What a page of the gallery shows.
package struct Gallery: Equatable, Sendable {
  /// Newest first.
  package var entries: [GalleryEntry]
  /// The month that this page holds, `2026-11`; nil for the front page.
  package var month: String?
  /// All months that have scans, newest first, with their number of scans.
  package var months: [Month]
  /// The number of all scans in `done/`.
  package var total: Int

  package struct Month: Equatable, Sendable {
    /// `2026-11`.
    package var name: String
    package var count: Int

    package init(name: String, count: Int) {
      self.name = name
      self.count = count
    }
  }

  package init(entries: [GalleryEntry], month: String?, months: [Month], total: Int) {
    self.entries = entries
    self.month = month
    self.months = months
    self.total = total
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
