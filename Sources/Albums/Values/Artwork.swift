/// Where a picture of a cover came from.
package struct ArtworkSource: Codable, Equatable, Sendable {
  package enum Service: String, Codable, Sendable { case coverartarchive, library, photo }

  package enum Kind: String, Codable, Sendable {
    case release
    /// Perhaps another edition's cover.
    case releaseGroup = "release-group"
    /// The user's own music or pictures, from which it was learned.
    case library
    /// A photo whose album a person named. Covers are recognized by it, though nothing shows it, and it proves nothing.
    case photo
  }

  package var service: Service
  package var kind: Kind
  /// Null for the library's.
  @Nullable package var id: MBID?
  /// Where it was asked for, https; null for the library's, whose paths are nobody's business.
  @Nullable package var url: String?

  /// Where the archive has no main front: what it says that this picture shows instead (`Front` of another edition, `Medium`),
  /// if it says so; null for a main front.
  @Nullable package var types: [String]?

  /// Whether it may be held against a photo: a record's label isn't missing from a picture of its sleeve.
  package var isFront: Bool { types?.contains("Front") ?? true }

  package init(kind: Kind, id: MBID, url: String, types: [String]? = nil) {
    service = .coverartarchive
    self.kind = kind
    _id = Nullable(wrappedValue: id)
    _url = Nullable(wrappedValue: url)
    _types = Nullable(wrappedValue: types)
  }

  private init(service: Service, kind: Kind) {
    self.service = service
    self.kind = kind
  }

  package static let library = ArtworkSource(service: .library, kind: .library)
  package static let photo = ArtworkSource(service: .photo, kind: .photo)
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
