package import Albums

/// Makes the pages: values in, text out.
package struct Press: PagePress {
  package init() {}

  package func albumPage(_ album: AlbumDocument, library: LibraryNote? = nil) -> String {
    AlbumPage(album: album, library: library).sheet.text
  }

  package func failurePage(_ failure: FailureNotice) -> String { FailurePage(failure: failure).sheet.text }

  package func galleryPage(_ gallery: Gallery) -> String { GalleryPage(gallery: gallery).sheet.text }

  package func galleryData(_ gallery: Gallery) -> String { GalleryData(gallery: gallery).text }

  package func walletPage(_ binder: Binder) -> String { WalletPage(binder: binder).sheet.text }

  package func nowPlaying(_ now: NowPlaying?) -> String { NowScript(now: now).text }

  package func statisticsPage(_ statistics: Statistics) -> String { StatisticsPage(statistics: statistics).sheet.text }
}
