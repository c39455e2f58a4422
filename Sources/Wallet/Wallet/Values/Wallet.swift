package import Albums
package import FoundationEssentials
package import MPD

/// The CD wallet: the albums of a playlist and scanned albums, sorted by artist and date.
package struct Wallet: Codable, Equatable, Sendable {
  package var schema = "albumscan/wallet/1"
  package var state: WalletState
  /// Sorted by artist, then by date with undated discs last, then by identity; discs that are only in the playlist come
  /// after all others.
  package var discs: [Disc]
  /// The number of albums.
  package var total: Int
  /// How many of them `wallet.limit` leaves out.
  package var hidden: Int
  /// The playlist's name in MPD; null if none was found.
  @Nullable package var playlist: String?
  package var diagnostics: Diagnostics
  /// Since when `hidden` isn't 0, RFC 3339, UTC; null while it is. It is told once.
  @Nullable package var exceededSince: String?
  /// The fingerprint of everything it was built from; it is rebuilt when this changes.
  package var fingerprint: String
  /// RFC 3339, UTC; null until it was built.
  @Nullable package var builtAt: String?

  package static let loading = Wallet(
    state: .loading, discs: [], total: 0, hidden: 0, playlist: Nullable(), diagnostics: Diagnostics(),
    exceededSince: Nullable(), fingerprint: "", builtAt: Nullable())

  /// The disc with this ID, or the only one whose ID begins with it.
  package func disc(_ name: String) -> Disc? {
    if let disc = discs.first(where: { $0.id == name }) { return disc }
    let beginning = discs.filter { $0.id.hasPrefix(name) || name.hasPrefix($0.id) }
    return beginning.count == 1 && name.utf8.count >= 4 ? beginning[0] : nil
  }

  /// "3 more are not shown"; nil if all are shown.
  package var notice: String? {
    hidden == 0
      ? nil
      : "\(hidden) more \(hidden == 1 ? "album is" : "albums are") not shown: the wallet shows \(discs.count) (wallet.limit)."
  }
}

/// The state of the wallet.
package struct WalletState: Codable, Equatable, Sendable {
  package enum Name: String, Codable, Sendable {
    /// MPD requires a password, or rejects this one.
    case needsAuthorization = "needs-authorization"
    /// Not checked yet.
    case loading
    case ready
    /// There is nothing to show.
    case empty
    /// MPD couldn't be asked; the earlier discs are still shown.
    case error
  }

  package enum Emptiness: String, Codable, Sendable {
    case playlistMissing = "playlist-missing"
    case noAlbums = "no-albums"
  }

  package let name: Name
  /// Why it is empty, or contains only what was scanned; null in other states.
  @Nullable package var reason: Emptiness?
  /// The problem and what to do about it, as text for people; null if there is none.
  @Nullable package var message: String?
  /// What to type for it; often nothing.
  @EmptyIfMissing package var commands: [String]

  private init(_ name: Name, reason: Emptiness? = nil, message: String? = nil, commands: [String] = []) {
    self.name = name
    _reason = Nullable(reason)
    _message = Nullable(message)
    _commands = EmptyIfMissing(wrappedValue: commands)
  }

  package static let loading = WalletState(.loading)
  package static let ready = WalletState(.ready)
  package static func needsAuthorization(_ message: String) -> Self {
    WalletState(.needsAuthorization, message: message)
  }
  package static func empty(_ reason: Emptiness, _ message: String) -> Self {
    WalletState(.empty, reason: reason, message: message)
  }
  /// - Parameter isEmpty: false if there are discs all the same.
  package static func withoutPlaylist(isEmpty: Bool, _ message: String, _ commands: [String]) -> Self {
    WalletState(isEmpty ? .empty : .ready, reason: .playlistMissing, message: message, commands: commands)
  }
  /// Whether the message says what is missing, and nothing failed.
  package var isAdvice: Bool { name == .empty || name == .ready }
  package static func error(_ message: String) -> Self { WalletState(.error, message: message) }
}

extension Wallet {
  /// Records which discs have a picture, and where it comes from.
  mutating func show(_ kept: [String: WalletCache.KeptArtwork], on store: WalletStore) {
    for index in discs.indices {
      let id = discs[index].id
      let isThere = kept[id]?.source != nil && store.hasPicture(of: id)
      discs[index].artwork = isThere ? WalletStore.picture(of: id) : nil
    }
    diagnostics.artwork = discs.compactMap { disc in
      kept[disc.id].map { Diagnostics.Artwork(disc: disc.id, source: $0.source, failures: $0.failures) }
    }
  }
}

extension Wallet {
  /// What the library had of this album when MPD was last asked; nil if the album wasn't there, or was scanned since
  /// then.
  package func holding(of album: OfferedAlbum) -> LibraryStatus? {
    diagnostics.lookups.first {
      $0.scan == album.scan && $0.artistName == album.artistName && $0.albumTitle == album.albumTitle
    }?.holding
  }

  /// False while MPD can't be asked: then the discs are the earlier ones.
  package var isOfNow: Bool { !fingerprint.isEmpty }

  /// What the pages of scans say about the library, by scan; nothing for albums that aren't there.
  /// - Parameter key: for the addresses that play something.
  package func libraryNotes(key: WalletKey) -> [ScanID: LibraryNote] {
    let notes = diagnostics.lookups.compactMap { lookup in
      lookup.holding.map { (lookup.scan, LibraryNote($0, key: key.text)) }
    }
    return Dictionary(notes) { first, _ in first }
  }
}

extension Wallet {
  /// The albums of the music library, for the phone's page.
  package var ownedAlbums: [PhoneContents.ListEntry] {
    discs.filter { $0.library == .complete || $0.library == .partial }.map { disc in
      PhoneContents.ListEntry(
        artistName: disc.artistName, albumTitle: disc.albumTitle, releaseYear: disc.released.map { String($0.year) },
        mark: disc.missing?.words)
    }
  }
}

extension Wallet {
  /// What is playing now. Determined from the queue itself, so that changes by other clients are noticed.
  /// - Parameters:
  ///   - queue: the URIs in it, in order.
  ///   - now: the time of MPD's answer.
  package func playing(_ status: PlayerStatus, queue: [String], now: Date) -> NowPlaying {
    let disc = queue.isEmpty ? nil : discs.first { $0.isPlayable && $0.tracks.map(\.file) == queue }
    let (seconds, attoseconds) = (status.elapsed ?? .zero).components
    return NowPlaying(
      state: status.state, disc: disc?.id,
      track: status.state == .stop ? nil : status.position.map { $0 + 1 },
      elapsed: Double(seconds) + Double(attoseconds) / 1e18, at: now)
  }
}

extension Wallet {
  /// The contents of the wallet's page.
  /// - Parameters:
  ///   - key: for the addresses that play something.
  ///   - keepsPlaying: as in `wallet.keepPlaying`.
  package func binder(key: WalletKey, keepsPlaying: Bool) -> WalletPageModel {
    WalletPageModel(
      discs: discs.map(WalletPageModel.Disc.init), playlist: playlist, isLoading: state.name == .loading,
      message: state.message, commands: state.commands,
      notice: notice.map { "\($0) To see all: `albumscanctl config set wallet.limit 0`" },
      entries: diagnostics.entries, unresolved: diagnostics.unresolved, problems: diagnostics.problems,
      edition: exceededSince ?? "", key: key.text, keepsPlaying: keepsPlaying)
  }
}

extension WalletPageModel.Disc {
  fileprivate init(_ disc: Disc) {
    let isSet = Set(disc.tracks.map(\.disc)).count > 1
    self.init(
      id: disc.id, artistName: disc.artistName, albumTitle: disc.albumTitle, releaseYear: disc.released?.year,
      tracks: disc.tracks.map { WalletPageModel.Track($0, isOfSet: isSet) },
      missing: disc.library == .partial ? disc.missing?.words : nil, isInLibrary: disc.library != .notInLibrary,
      artwork: disc.artwork.map { ["wallet"] + $0.split(separator: "/").map(String.init) },
      bundle: disc.bundle.flatMap { $0.split(separator: "/").last }.map(String.init))
  }
}

extension WalletPageModel.Track {
  fileprivate init(_ track: Disc.Track, isOfSet: Bool) {
    let number = track.number.map { isOfSet ? "\(track.disc)-\($0)" : "\($0)" }
    let name = track.file.split(separator: "/").last.map(String.init) ?? track.file
    self.init(
      number: number, title: track.title ?? name, artistName: track.artistName, seconds: track.seconds)
  }
}
