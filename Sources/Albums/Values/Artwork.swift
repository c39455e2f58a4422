/// Where a picture of a cover came from.
package struct ArtworkSource: Codable, Equatable, Sendable {
  package enum Kind: String, Codable, Sendable {
    case release
    /// Perhaps another edition's cover.
    case releaseGroup = "release-group"
  }

  /// `coverartarchive`.
  package var service: ServiceName
  package var kind: Kind
  package var id: MBID
  /// Where it was asked for, https.
  package var url: String

  package init(service: ServiceName = .coverartarchive, kind: Kind, id: MBID, url: String) {
    self.service = service
    self.kind = kind
    self.id = id
    self.url = url
  }
}

/// A picture as it was downloaded: checked by size and magic bytes, not yet decoded.
package struct DownloadedArtwork: Equatable, Sendable {
  package let bytes: [UInt8]
  package let source: ArtworkSource

  package init(bytes: [UInt8], source: ArtworkSource) {
    self.bytes = bytes
    self.source = source
  }
}

/// What `album.json` says of the artwork.
package enum ArtworkStatus: String, Codable, Sendable { case present, pending, none }
