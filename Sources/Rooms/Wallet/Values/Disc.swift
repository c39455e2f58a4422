package import Albums

/// One disc of the wallet: an album.
package struct Disc: Codable, Equatable, Sendable {
  package enum Source: String, Codable, Sendable { case playlist, scan }

  package enum Library: String, Codable, Sendable {
    /// All that is known of it is there.
    case complete
    /// Tracks are missing.
    case partial
    case notInLibrary = "not-in-library"
    /// The music player couldn't be asked.
    case unknown
  }

  package struct Track: Codable, Equatable, Sendable {
    /// Its URI in MPD.
    package let file: String
    @Nullable package var title: String?
    /// Null where it is the album's.
    @Nullable package var artistName: String?
    package let disc: Int
    @Nullable package var number: Int?
    @Nullable package var seconds: Double?
  }

  /// Eight hexadecimal digits or more.
  package var id: String
  package let artistName: String
  package let albumTitle: String
  /// When it first came out; null where nobody knows.
  @Nullable package var released: ReleaseDate?
  package var sources: [Source]
  package let library: Library
  /// In the order in which they are played.
  package let tracks: [Track]
  @Nullable package var missing: MissingTracks?
  /// The newest scan of it that is done.
  @Nullable package var scan: ScanID?
  /// Where that scan's bundle is, relative to the root.
  @Nullable package var bundle: String?
  @Nullable package var releaseGroup: MBID?
  @Nullable package var release: MBID?
  /// Its picture in the wallet's folder; null where there is none.
  @Nullable package var artwork: String?

  /// `AlbumNames.key`, under which it is remembered what the catalog says of it.
  package var key: String { AlbumNames(artistName: artistName, albumTitle: albumTitle).key }

  package var isPlayable: Bool { !tracks.isEmpty }

  /// The playlist has it, and the library doesn't; nor was it scanned.
  package var isOnlyNamed: Bool { library == .notInLibrary && sources == [.playlist] }

  /// For people.
  package var words: String { "\(albumTitle) by \(artistName)" }

  /// Of all tracks, in seconds; nil where one doesn't say.
  package var seconds: Double? {
    let known = tracks.compactMap(\.seconds)
    return known.count == tracks.count && !known.isEmpty ? known.reduce(0, +) : nil
  }
}
