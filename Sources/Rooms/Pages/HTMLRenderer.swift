package import Albums

/// Makes the pages: values in, text out.
package struct HTMLRenderer: PageRenderer {
  /// Whether reviews that aren't written yet come by themselves.
  private let writesReviews: Bool

  package init(writesReviews: Bool = true) { self.writesReviews = writesReviews }

  package func albumPage(
    _ album: AlbumDocument, pictures: PagePictures = PagePictures(), library: LibraryNote? = nil,
    related: RelatedAlbums = RelatedAlbums()
  ) -> String {
    AlbumPage(
      album: album, pictures: pictures, library: library, related: related, awaitsReview: writesReviews
    ).document.text
  }

  package func sharedPage(_ album: AlbumDocument, pictures: PagePictures) -> String {
    AlbumPage(album: album, pictures: pictures, library: nil, awaitsReview: false, isShared: true).document.text
  }

  package func phonePage(_ phone: PhoneContents) -> String { PhonePage(phone: phone).document.text }

  package func failurePage(_ failure: FailureNotice) -> String { FailurePage(failure: failure).document.text }

  package func galleryPage(_ gallery: Gallery) -> String { GalleryPage(gallery: gallery).document.text }

  package func galleryData(_ gallery: Gallery) -> String { gallery.searchData }

  package func statisticsPage(_ statistics: Statistics) -> String {
    StatisticsPage(statistics: statistics).document.text
  }
}
