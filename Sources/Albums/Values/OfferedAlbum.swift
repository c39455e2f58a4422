/// An album that the wallet gets from elsewhere than the music player, such as one that was scanned.
package struct OfferedAlbum: Encodable, Equatable, Sendable {
  package let source: WalletSource
  package let scan: ScanID?
  /// When it was scanned, or came to its source: RFC 3339, UTC.
  package let addedAt: String
  package let artistName: String
  package let albumTitle: String
  package let releaseYear: String?
  package let releaseGroup: MBID?
  /// What was read on the sleeve.
  package let text: String?
  /// Where its bundle is, relative to the root.
  package let bundle: String?

  package init(
    source: WalletSource = .scan, scan: ScanID? = nil, addedAt: String, artistName: String, albumTitle: String,
    releaseYear: String? = nil, releaseGroup: MBID? = nil, text: String? = nil, bundle: String? = nil
  ) {
    self.source = source
    self.scan = scan
    self.addedAt = addedAt
    self.artistName = artistName
    self.albumTitle = albumTitle
    self.releaseYear = releaseYear
    self.releaseGroup = releaseGroup
    self.text = text
    self.bundle = bundle
  }

  /// - Parameter bundle: relative to the root.
  package init(_ document: AlbumDocument, bundle: String?) {
    self.init(
      scan: document.id, addedAt: document.scannedAt, artistName: document.album.artistName,
      albumTitle: document.album.albumTitle, releaseYear: document.album.releaseYear,
      releaseGroup: document.album.musicbrainz.releaseGroup, text: document.identification.extractedText,
      bundle: bundle)
  }

  package static func isNewer(_ a: OfferedAlbum, _ b: OfferedAlbum) -> Bool {
    (a.addedAt, a.scan?.number ?? 0, a.artistName, a.albumTitle, a.source.rawValue)
      > (b.addedAt, b.scan?.number ?? 0, b.artistName, b.albumTitle, b.source.rawValue)
  }
}
