import Albums
import Pages

/// Draws empty pages; an album's page waits for `drawn`.
struct StuckRenderer: PageRenderer {
  let drawn: @Sendable () -> Void

  func albumPage(
    _ album: AlbumDocument, pictures: PagePictures, library: LibraryNote?, related: RelatedAlbums
  ) -> String {
    drawn()
    return ""
  }

  func sharedPage(_ album: AlbumDocument, pictures: PagePictures) -> String { "" }
  func phonePage(_ phone: PhoneContents) -> String { "" }
  func failurePage(_ failure: FailureNotice) -> String { "" }
  func galleryPage(_ gallery: Gallery) -> String { "" }
  func galleryData(_ gallery: Gallery) -> String { "" }
  func statisticsPage(_ statistics: Statistics) -> String { "" }
}
