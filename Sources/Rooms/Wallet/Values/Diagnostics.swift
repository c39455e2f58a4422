package import Albums
internal import MPD

/// Explains how a wallet came about from its playlist: errors, and the reason for every choice. It contains no
/// password.
package struct Diagnostics: Codable, Equatable, Sendable {
  package struct Server: Codable, Equatable, Sendable {
    package let address: String
    /// Of the protocol, not of the program; null where it wasn't said.
    @Nullable package var version: String?
    /// Tags that this wallet could use and MPD doesn't keep.
    package let missingTags: [String]

    package init(address: String, version: String?, missingTags: [String]) {
      self.address = address
      _version = Nullable(version)
      self.missingTags = missingTags
    }
  }

  /// An entry of the playlist that became no disc.
  package struct Entry: Codable, Equatable, Sendable {
    package enum Problem: String, Codable, Sendable {
      case stream
      case notInDatabase = "not-in-database"
      case noAlbum = "no-album"
      case noArtist = "no-artist"
    }

    /// From 1, as people count.
    package let position: Int
    package let file: String
    package let problem: Problem
  }

  /// Two titles of one album.
  package struct Edition: Codable, Equatable, Sendable {
    package let artistName: String
    package let kept: String
    package let leftOut: String
    package let levels: MatchLevels
  }

  /// A scanned album that was looked for in the library.
  package struct Lookup: Codable, Equatable, Sendable {
    package let scan: ScanID
    package let artistName: String
    package let albumTitle: String
    /// Null where it isn't in the library.
    @Nullable package var found: String?
    @Nullable package var levels: MatchLevels?
    /// Albums that came into question.
    package let candidates: Int
    /// What the library has of it; null where it isn't there.
    @Nullable package var holding: Holding?
  }

  package struct Timing: Codable, Equatable, Sendable {
    package let stage: String
    package let milliseconds: Double

    package init(stage: String, milliseconds: Double) {
      self.stage = stage
      self.milliseconds = milliseconds
    }
  }

  /// A disc's picture.
  package struct Artwork: Codable, Equatable, Sendable {
    package let disc: String
    /// A `PictureSource`; null where there is none.
    @Nullable package var source: String?
    /// What went wrong on the way, in sentences.
    package let failures: [String]

    package init(disc: String, source: String?, failures: [String]) {
      self.disc = disc
      _source = Nullable(source)
      self.failures = failures
    }
  }

  /// Null where MPD couldn't be asked.
  @Nullable package var server: Server?
  @Nullable package var choice: PlaylistChoice?
  /// How many entries the playlist has.
  package var entries = 0
  /// How many of them belong to no album.
  package var unresolved = 0
  /// Those, the first 200.
  package var problems: [Entry] = []
  package var editions: [Edition] = []
  /// Of all scans, whether or not they are in the wallet. It stays while MPD is away.
  package var lookups: [Lookup] = []
  package var artwork: [Artwork] = []
  /// What is known to be nowhere, and isn't looked for again for now: `artist|title`.
  package var unavailable: [String] = []
  /// Whatever else went wrong, in sentences.
  package var failures: [String] = []
  package var timings: [Timing] = []

  package init() {}
}

extension Diagnostics {
  /// Entries that are told one by one: a list of radio stations would be nothing else.
  static let mostProblems = 200

  /// An entry that belongs to no album.
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
  /// - Parameter facts: what the catalog says of the album that was found.
  init(
    of scan: ScanID, _ names: AlbumNames, _ finding: LibraryLookup.Finding, _ album: LibraryAlbum?,
    facts: CatalogueFacts?
  ) {
    self.init(
      scan: scan, artistName: names.artistName, albumTitle: names.albumTitle,
      found: Nullable(album.map { "\($0.title) by \($0.artistName)" }), levels: Nullable(finding.levels),
      candidates: finding.candidates,
      holding: Nullable(
        album.map { Holding(tracks: $0.songs.count, missing: $0.missing(facts)) }))
  }
}
