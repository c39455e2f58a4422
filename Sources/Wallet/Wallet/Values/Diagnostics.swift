package import Albums
internal import MPD

/// Explains how a wallet was built from its playlist: errors, and the reason for every choice. It contains no password.
package struct Diagnostics: Codable, Equatable, Sendable {
  package struct Server: Codable, Equatable, Sendable {
    package let address: String
    /// The version of the protocol, not of the program; null if unknown.
    @Nullable package var version: String?
    /// Tags that this wallet could use, but MPD doesn't store.
    package let missingTags: [String]

    package init(address: String, version: String?, missingTags: [String]) {
      self.address = address
      _version = Nullable(version)
      self.missingTags = missingTags
    }
  }

  /// A playlist entry that isn't on any disc.
  package struct Entry: Codable, Equatable, Sendable {
    package enum Problem: String, Codable, Sendable {
      case stream
      case notInDatabase = "not-in-database"
      case noAlbum = "no-album"
      case noArtist = "no-artist"

      /// As text for people.
      package var words: String {
        switch self {
        case .stream: "a stream"
        case .notInDatabase: "not in MPD's database"
        case .noAlbum: "has no album tag"
        case .noArtist: "has no artist tag"
        }
      }
    }

    /// Starting with 1.
    package let position: Int
    package let file: String
    package let problem: Problem
  }

  /// Two editions of one album.
  package struct Edition: Codable, Equatable, Sendable {
    package let artistName: String
    package let kept: String
    package let leftOut: String
    package let levels: MatchLevels
  }

  /// A search for a scanned album in the library.
  package struct Lookup: Codable, Equatable, Sendable {
    package let scan: ScanID
    package let artistName: String
    package let albumTitle: String
    /// Null if it isn't in the library.
    @Nullable package var found: String?
    @Nullable package var levels: MatchLevels?
    /// The number of possible albums.
    package let candidates: Int
    /// What the library has of it; null if it isn't there.
    @Nullable package var holding: LibraryStatus?
  }

  package struct Timing: Codable, Equatable, Sendable {
    package let stage: String
    package let milliseconds: Double
  }

  /// The origin of a disc's picture.
  package struct Artwork: Codable, Equatable, Sendable {
    package let disc: String
    /// A `PictureSource`; null if there is none.
    @Nullable package var source: String?
    /// Errors, as sentences.
    package let failures: [String]

    package init(disc: String, source: String?, failures: [String]) {
      self.disc = disc
      _source = Nullable(source)
      self.failures = failures
    }
  }

  /// Null if MPD couldn't be asked.
  @Nullable package var server: Server?
  @Nullable package var choice: PlaylistChoice?
  /// The number of the playlist's entries.
  package var entries = 0
  /// How many of them belong to no album.
  package var unresolved = 0
  /// The first 200 of those.
  package var problems: [Entry] = []
  package var editions: [Edition] = []
  /// Of all scans, whether or not they are in the wallet. Kept while MPD is down.
  package var lookups: [Lookup] = []
  package var artwork: [Artwork] = []
  /// Albums known to be missing, which aren't searched for at the moment: `artist|title`.
  package var unavailable: [String] = []
  /// Other errors, as sentences.
  package var failures: [String] = []
  package var timings: [Timing] = []

  package init() {}
}

extension Diagnostics {
  /// The most entries to list: with a playlist of radio stations, it would be all of them.
  static let mostProblems = 200

  /// Records an entry that belongs to no album.
  mutating func note(_ entry: Song, at position: Int) {
    unresolved += 1
    guard problems.count < Self.mostProblems else { return }
    let problem: Entry.Problem =
      if entry.isStream {
        .stream
      } else if !entry.isKnown {
        .notInDatabase
      } else if entry.albumTitle == nil {
        .noAlbum
      } else {
        entry.rawAlbum == nil ? .noArtist : .notInDatabase
      }
    problems.append(Entry(position: position, file: entry.file, problem: problem))
  }
}

extension Diagnostics.Edition {
  init(of names: AlbumNames, beside kept: AlbumNames) {
    self.init(
      artistName: kept.artistName, kept: kept.albumTitle, leftOut: names.albumTitle,
      levels: MatchLevels(of: names, and: kept))
  }
}

extension Diagnostics.Lookup {
  /// - Parameter facts: the catalog's, about the album that was found.
  init(
    of scan: ScanID, _ names: AlbumNames, _ finding: LibraryLookup.Finding, _ album: LibraryAlbum?,
    facts: CatalogFacts?
  ) {
    self.init(
      scan: scan, artistName: names.artistName, albumTitle: names.albumTitle,
      found: Nullable(album.map { "\($0.title) by \($0.artistName)" }), levels: Nullable(finding.levels),
      candidates: finding.candidates,
      holding: Nullable(
        album.map { LibraryStatus(tracks: $0.songs.count, missing: $0.missing(facts)) }))
  }
}
