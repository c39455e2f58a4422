package import Albums
internal import Digests
internal import MPD

/// One disc of the wallet: an album.
package struct Disc: Codable, Equatable, Sendable {
  package enum Library: String, Codable, Sendable {
    /// All known tracks are there.
    case complete
    /// Tracks are missing.
    case partial
    case notInLibrary = "not-in-library"
    /// MPD couldn't be asked.
    case unknown
  }

  package struct Track: Codable, Equatable, Sendable {
    /// Its URI in MPD.
    package let file: String
    @Nullable package var title: String?
    /// Null if it is the album's artist.
    @Nullable package var artistName: String?
    package let disc: Int
    @Nullable package var number: Int?
    @Nullable package var seconds: Double?
  }

  /// Eight hexadecimal digits or more.
  package var id: String
  package let artistName: String
  package let albumTitle: String
  /// The first release date; null if unknown.
  @Nullable package var released: ReleaseDate?
  package var sources: [WalletSource]
  package let library: Library
  /// In playing order.
  package let tracks: [Track]
  @Nullable package var missing: MissingTracks?
  /// The newest finished scan of the album.
  @Nullable package var scan: ScanID?
  /// That scan's bundle, relative to the root.
  @Nullable package var bundle: String?
  @Nullable package var releaseGroup: MBID?
  @Nullable package var release: MBID?
  /// The picture in the wallet's folder; null if there is none.
  @Nullable package var artwork: String?

  /// `AlbumNames.key`, under which the catalog's facts are stored.
  package var key: String { AlbumNames(artistName: artistName, albumTitle: albumTitle).key }

  package var isPlayable: Bool { !tracks.isEmpty }

  /// Whether it is only in the playlist: neither in the library nor scanned.
  package var isOnlyNamed: Bool { library == .notInLibrary && sources == [.playlist] }

  /// As text for people.
  package var words: String { "\(albumTitle) by \(artistName)" }

  /// The total of all tracks, in seconds; nil if one is unknown.
  package var seconds: Double? {
    let known = tracks.compactMap(\.seconds)
    return known.count == tracks.count && !known.isEmpty ? known.reduce(0, +) : nil
  }
}

extension Disc {
  /// The disc of a slot.
  init(_ slot: Slot, id: String, facts: CatalogFacts?, libraryIsKnown: Bool) {
    let album = slot.album
    let songs = album?.placed(by: facts) ?? []
    let missing = album?.missing(facts)
    let scanned = slot.offers.first { $0.scan != nil }
    let cataloged = slot.offers.first { $0.releaseGroup != nil }
    let library: Library =
      if album == nil { libraryIsKnown ? .notInLibrary : .unknown } else { missing == nil ? .complete : .partial }
    self.init(
      id: id, artistName: slot.names.artistName, albumTitle: facts?.title(of: slot.names) ?? slot.names.albumTitle,
      released: Nullable(Self.released(slot, facts)), sources: slot.sources, library: library,
      tracks: songs.map { Track($0, albumArtist: slot.names.artist) },
      missing: Nullable(missing), scan: Nullable(scanned?.scan), bundle: Nullable(scanned?.bundle),
      releaseGroup: Nullable(album?.releaseGroup ?? facts?.releaseGroup ?? cataloged?.releaseGroup),
      release: Nullable(album?.release), artwork: Nullable())
  }

  private static func released(_ slot: Slot, _ facts: CatalogFacts?) -> ReleaseDate? {
    let cataloged = slot.offers.filter { $0.releaseGroup != nil }.compactMap(\.releaseYear)
    return ReleaseDate.earliest(of: [
      .originalDate: slot.album?.values(of: "OriginalDate") ?? [],
      .date: slot.album?.values(of: "Date") ?? [],
      // A scan's year is the catalog's first release year, but the catalog's facts may have the exact day.
      .catalog: facts?.firstReleaseDate.map { [$0] } ?? cataloged,
      .copyright: slot.offers.compactMap(\.text),
      .scan: slot.offers.compactMap(\.releaseYear),
    ])
  }

  /// The order of the shelf: by artist's sort key, by date with undated discs last, by identity; discs that are only in
  /// the playlist come last. Strings are compared by scalar value.
  static func sorted(_ discs: [Disc]) -> [Disc] {
    discs.map { (disc: $0, artist: RawText(SortKey.artist($0.artistName))) }.sorted { a, b in
      if a.disc.isOnlyNamed != b.disc.isOnlyNamed { return b.disc.isOnlyNamed }
      if a.artist != b.artist { return a.artist < b.artist }
      switch (a.disc.released?.text, b.disc.released?.text) {
      case (let a?, let b?) where a != b: return RawText(a) < RawText(b)
      case (.some, nil): return true
      case (nil, .some): return false
      default: return a.disc.id < b.disc.id
      }
    }.map(\.disc)
  }
}

extension Disc.Track {
  init(_ placed: PlacedSong, albumArtist: ArtistKey) {
    let song = placed.song
    let artist = song.artist.flatMap { ArtistKey($0) == albumArtist ? nil : Cleaned.text($0) }
    let seconds = song.duration.map { Double($0.components.seconds) + Double($0.components.attoseconds) / 1e18 }
    self.init(
      file: song.file, title: Nullable(Cleaned.text(song.tag("Title"))), artistName: Nullable(artist),
      disc: placed.disc,
      number: Nullable(placed.number), seconds: Nullable(seconds))
  }
}

/// A disc's short ID, the same on every computer and after every rebuild: the first hexadecimal digits of the SHA-1 of its
/// artist's key, NUL, and its title's base key.
extension Disc {
  /// The least number of digits.
  private static let shortestID = 8

  /// Whether this is the name of a disc's picture.
  static func isPictureName(_ name: String) -> Bool { name.wholeMatch(of: #/[0-9a-f]{8,40}\.jpg/#) != nil }

  /// The ID for each key: eight digits, or more if two keys would share them.
  /// - Parameter keys: without duplicates.
  static func ids(for keys: [String]) -> [String] { distinctIDs(keys.map { SHA1.hex(of: $0.utf8) }) }

  /// The shortest distinct prefixes of the digests.
  static func distinctIDs(_ digests: [String]) -> [String] {
    let order = digests.indices.sorted { digests[$0] < digests[$1] }
    var lengths = [Int](repeating: shortestID, count: digests.count)
    for (a, b) in zip(order, order.dropFirst()) {
      let shared = zip(digests[a].utf8, digests[b].utf8).prefix { $0 == $1 }.count
      for index in [a, b] { lengths[index] = max(lengths[index], min(shared + 1, digests[index].utf8.count)) }
    }
    return zip(digests, lengths).map { String($0.prefix($1)) }
  }

  /// Whether a word can be a disc's ID: 8 to 40 lowercase hexadecimal digits.
  package static func isID(_ word: String) -> Bool {
    (shortestID...40).contains(word.utf8.count)
      && word.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
