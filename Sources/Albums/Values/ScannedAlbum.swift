/// A scanned album, with what the wallet needs to know.
package struct ScannedAlbum: Codable, Equatable, Sendable {
  package let scan: ScanID
  /// RFC 3339, UTC.
  package let scannedAt: String
  package let artistName: String
  package let albumTitle: String
  package let releaseYear: String?
  package let releaseGroup: MBID?
  /// What was read on the sleeve.
  package let text: String?
  /// Where its bundle is, relative to the root.
  package let bundle: String?

  package init(
    scan: ScanID, scannedAt: String, artistName: String, albumTitle: String, releaseYear: String? = nil,
    releaseGroup: MBID? = nil, text: String? = nil, bundle: String? = nil
  ) {
    self.scan = scan
    self.scannedAt = scannedAt
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
      scan: document.id, scannedAt: document.scannedAt, artistName: document.album.artistName,
      albumTitle: document.album.albumTitle, releaseYear: document.album.releaseYear,
      releaseGroup: document.album.musicbrainz.releaseGroup, text: document.identification.extractedText,
      bundle: bundle)
  }

  package static func isNewer(_ a: ScannedAlbum, _ b: ScannedAlbum) -> Bool {
    (a.scannedAt, a.scan.number) > (b.scannedAt, b.scan.number)
  }
}
