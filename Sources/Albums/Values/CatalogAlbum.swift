/// A MusicBrainz identifier: a UUID in lower case.
package struct MBID: Codable, Hashable, Comparable, Sendable, CustomStringConvertible {
  package let value: String

  package init(_ value: String) { self.value = value.lowercased() }
  package var description: String { value }
  package static func < (a: MBID, b: MBID) -> Bool { a.value < b.value }

  package init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value)
  }
}

/// A release of an album, from a search or lookup in the catalog.
package struct CatalogRelease: Codable, Equatable, Sendable {
  package var id: MBID
  package var title: String
  /// MusicBrainz's word (`Official`, `Promotion`, `Bootleg`, `Pseudo-Release` …), or nil.
  package var status: String?
  /// As the catalog has it: `1971`, `1971-02`, `1971-02-05`, or nil.
  package var date: String?
  package var country: String?
  package var label: String?
  package var catalogNumber: String?
  package var barcode: String?
  package var trackCount: Int?
  /// In order; nil where nobody asked for them.
  package var tracks: [CatalogTrack]?
  /// What the catalog says of front artwork in the archive; nil where it wasn't said.
  package var hasFrontArtwork: Bool?
  /// Its number at Discogs; nil where it isn't known there, or nobody asked.
  package var discogsRelease: Int?
  /// Where it can be heard; empty where nobody asked.
  @EmptyIfMissing package var links: [AlbumLink] = []

  package init(
    id: MBID, title: String, status: String? = nil, date: String? = nil, country: String? = nil, label: String? = nil,
    catalogNumber: String? = nil, barcode: String? = nil, trackCount: Int? = nil,
    tracks: [CatalogTrack]? = nil, hasFrontArtwork: Bool? = nil, discogsRelease: Int? = nil, links: [AlbumLink] = []
  ) {
    self.id = id
    self.title = title
    self.status = status
    self.date = date
    self.country = country
    self.label = label
    self.catalogNumber = catalogNumber
    self.barcode = barcode
    self.trackCount = trackCount
    self.tracks = tracks
    self.hasFrontArtwork = hasFrontArtwork
    self.discogsRelease = discogsRelease
    self.links = links
  }
}

/// A catalog album: a release group, which is its identity, and those of its releases that were in the answer.
package struct CatalogAlbum: Codable, Equatable, Sendable {
  package var releaseGroup: MBID
  /// The group's title.
  package var title: String
  /// The artist credit as printed: names and join phrases.
  package var artistName: String
  package var artists: [MBID]
  /// Other names of the artists: initials, romanised, in another script. Nil where nobody said.
  package var artistAliases: [String]?
  /// Tells namesakes apart ("krautrock band", "blue album"); nil when the catalog has none.
  package var disambiguation: String?
  /// `Album`, `EP`, `Single` …
  package var primaryType: String?
  /// `Live`, `Compilation`, `Soundtrack` …
  package var secondaryTypes: [String]
  /// Of the group, as the catalog has it (`1971-02`); nil where only a lookup would tell.
  package var firstReleaseDate: String?
  /// Most voted first.
  package var genres: [String]
  package var releases: [CatalogRelease]

  /// MusicBrainz's artist for albums of many.
  package static let variousArtists = MBID("89ad4ac3-39f7-470e-963a-56509c546377")

  package init(
    releaseGroup: MBID, title: String, artistName: String, artists: [MBID] = [], artistAliases: [String]? = nil,
    disambiguation: String? = nil, primaryType: String? = nil, secondaryTypes: [String] = [],
    firstReleaseDate: String? = nil, genres: [String] = [],
    releases: [CatalogRelease] = []
  ) {
    self.releaseGroup = releaseGroup
    self.title = title
    self.artistName = artistName
    self.artists = artists
    self.artistAliases = artistAliases
    self.disambiguation = disambiguation
    self.primaryType = primaryType
    self.secondaryTypes = secondaryTypes
    self.firstReleaseDate = firstReleaseDate
    self.genres = genres
    self.releases = releases
  }
}

/// A track of a release in the catalog.
package struct CatalogTrack: Codable, Equatable, Sendable {
  /// Of the track on this release, which players write as `MUSICBRAINZ_RELEASETRACKID`.
  package let id: MBID
  /// The disc that it is on, from 1.
  package let medium: Int
  /// On that disc, from 1.
  package let position: Int
  package let title: String
  /// As it is numbered there: `A1`; nil where nobody said.
  package let number: String?
  package let seconds: Int?

  package init(
    id: MBID, medium: Int, position: Int, title: String, number: String? = nil, seconds: Int? = nil
  ) {
    self.id = id
    self.medium = medium
    self.position = position
    self.title = title
    self.number = number
    self.seconds = seconds
  }
}

extension CatalogAlbum {
  /// The album as its lookup shows it. What a lookup leaves empty keeps the search's word; an identifier that the
  /// catalog has merged into another gives way to it.
  package func completed(by details: CatalogAlbum) -> CatalogAlbum {
    var album = details
    if album.artists.isEmpty { album.artists = artists }
    if album.genres.isEmpty { album.genres = genres }
    album.firstReleaseDate = details.firstReleaseDate ?? firstReleaseDate
    album.disambiguation = details.disambiguation ?? disambiguation
    if details.bestRelease() == nil { album.releases = releases }
    return album
  }
}

extension CatalogAlbum {
  /// Whether it is the same music under a title with other edition words. Albums of the very same title, as
  /// self-titled ones, are different albums.
  func isEdition(of other: CatalogAlbum) -> Bool {
    let (title, otherTitle) = (TitleKey(self.title), TitleKey(other.title))
    return ArtistKey(artistName) == ArtistKey(other.artistName) && !title.base.isEmpty && title.base == otherTitle.base
      && title.folded != otherTitle.folded
  }
}
