/// Renders values as pages. `Pages` implements it; the code that writes files knows only this protocol.
package protocol PageRenderer: Sendable {
  /// The page of one bundle (`index.html` in its folder).
  /// - Parameters:
  ///   - pictures: what the page shows, which it holds.
  ///   - library: nil for an album that isn't known to be in the music library, of which nothing is said then.
  ///   - related: what the gallery has beside it.
  func albumPage(
    _ album: AlbumDocument, pictures: PagePictures, library: LibraryNote?, related: RelatedAlbums
  ) -> String

  /// The page of a photo that can't become a result (`index.html` in its folder in `failed/`).
  func failurePage(_ failure: FailureNotice) -> String

  /// The page of an album for others: without the photo's name, evidence, and cost.
  func sharedPage(_ album: AlbumDocument, pictures: PagePictures) -> String

  /// The page for the phone, of at most three million bytes.
  func phonePage(_ phone: PhoneContents) -> String

  /// One page of the gallery, for `done/`.
  func galleryPage(_ gallery: Gallery) -> String

  /// The same albums for the search of the front page: a script that holds nothing but data.
  func galleryData(_ gallery: Gallery) -> String

  /// The page of numbers beside it.
  func statisticsPage(_ statistics: Statistics) -> String
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
  /// At which it failed; nil where that isn't known.
  package var step: Step?

  package init(
    id: ScanID, photo: String, reason: String, hint: String?, failedAt: String, strategy: Strategy = .twoTier,
    step: Step? = nil
  ) {
    self.id = id
    self.photo = photo
    self.reason = reason
    self.hint = hint
    self.failedAt = failedAt
    self.strategy = strategy
    self.step = step
  }
}
