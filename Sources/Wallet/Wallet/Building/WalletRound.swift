package import Albums
internal import Digests
internal import FoundationEssentials
package import MPD

/// One check of MPD in steps of rising cost: change hints, the playlist's files, whole albums.
struct WalletRound {
  private let server: any MusicServer
  private let terms: WalletTerms
  private let albums: [OfferedAlbum]
  private let facts: [String: CatalogFacts]

  private var playlists: [StoredPlaylist] = []
  private var choice: PlaylistChoice?
  private var files: [String] = []
  private var timings: [Diagnostics.Timing] = []
  private var library: LibraryState?
  private(set) var signals: ChangeSignals?

  init(server: any MusicServer, terms: WalletTerms, albums: [OfferedAlbum], facts: [String: CatalogFacts]) {
    self.server = server
    self.terms = terms
    self.albums = albums
    self.facts = facts
  }

  var databaseUpdate: Int? { library?.updated }

  /// A fingerprint of everything that doesn't come from MPD.
  var basis: String {
    Fingerprint(choice: nil, files: [], library: nil, albums: albums, facts: facts, terms: terms).hex
  }

  var fingerprint: String {
    Fingerprint(
      choice: choice, files: files, library: library, albums: albums, facts: facts, terms: terms
    ).hex
  }

  /// `2026-11-21T02:59:22Z` as seconds since 1970; nil for anything else.
  private static func seconds(_ text: String) -> Int? {
    (try? Date(text, strategy: .iso8601)).map { Int($0.timeIntervalSince1970) }
  }

  /// Reads the hints, which are free.
  mutating func look() async throws(MPDError) {
    playlists = try await server.playlists().filter { PlaylistChoice.isCalled($0.name, terms.playlist) }
    let library = try await server.library()
    self.library = library
    let written = playlists.map { $0.lastModified.flatMap(Self.seconds) }
    let latest = written.allSatisfy { $0 != nil } ? written.compactMap(\.self).reduce(library.updated, max) : nil
    signals = ChangeSignals(
      playlists: playlists.map { "\($0.lastModified ?? "") \($0.name)" }.sorted(), library: library,
      latest: latest)
  }

  /// Chooses the playlist and reads its files.
  mutating func choose() async throws(MPDError) {
    let start = ContinuousClock.now
    var files: [RawText: [String]] = [:]
    var listed: [ListedPlaylist] = []
    for playlist in playlists {
      // The playlist may have been removed a moment ago.
      do throws(MPDError) {
        let own = try await server.files(inPlaylist: playlist.name)
        files[RawText(playlist.name)] = own
        listed.append(ListedPlaylist(name: playlist.name, songs: own.count))
      } catch {
        guard error.isNotFound else { throw error }
      }
    }
    let choice = PlaylistChoice(of: terms.playlist, among: listed)
    self.choice = choice
    self.files = choice.chosen.flatMap { files[RawText($0)] } ?? []
    took("playlists", since: start)
  }

  /// Builds the wallet from whole albums.
  mutating func build() async throws(MPDError) -> Wallet {
    var start = ContinuousClock.now
    let facts = try await server.server()
    let entries =
      if terms.usesPlaylist, let name = choice?.chosen { try await server.songs(inPlaylist: name) } else { [Song]() }
    took("entries", since: start)
    start = .now
    let index = entries.isEmpty && albums.isEmpty ? [] : try await server.index()
    let requests = SongRequests(entries: entries, index: index, albums: albums)
    took("index", since: start)
    start = .now
    let found = try await server.songs(requests)
    took("songs", since: start)
    start = .now
    var wallet = Wallet.assembled(
      of: WalletMaterials(
        library: WalletMaterials.Library(
          choice: choice ?? PlaylistChoice(of: terms.playlist, among: []), entries: entries, songs: found.songs),
        albums: albums, facts: self.facts, terms: terms))
    took("discs", since: start)
    wallet.diagnostics.server = facts
    wallet.diagnostics.failures = found.failures
    wallet.diagnostics.timings = timings
    wallet.fingerprint = fingerprint
    return wallet
  }

  private mutating func took(_ stage: String, since start: ContinuousClock.Instant) {
    let took = (ContinuousClock.now - start).components
    let milliseconds = Double(took.seconds) * 1000 + Double(took.attoseconds / 1_000_000_000_000) / 1000
    timings.append(Diagnostics.Timing(stage: stage, milliseconds: milliseconds))
  }
}

/// Everything a wallet is built from: the wallet is rebuilt if and only if its fingerprint changes.
package struct Fingerprint: Encodable, Equatable, Sendable {
  /// Incremented with every change of the rules, so that an update rebuilds every wallet.
  package static let rules = 3

  private let rules = Self.rules
  private let playlist: String
  private let limit: Int
  private let sources: [String]
  private let chosen: String?
  private let library: LibraryState?
  private let files: [String]
  private let albums: [OfferedAlbum]
  private let facts: [String: CatalogFacts]

  /// - Parameters:
  ///   - files: those of the chosen playlist, in order, because the first of two editions is used.
  ///   - facts: from the catalog.
  package init(
    choice: PlaylistChoice?, files: [String], library: LibraryState?, albums: [OfferedAlbum],
    facts: [String: CatalogFacts], terms: WalletTerms
  ) {
    playlist = terms.playlist
    limit = terms.limit
    sources = terms.sources.map(\.setting).sorted()
    chosen = choice?.chosen
    self.library = library
    self.files = files
    self.albums = albums.sorted(by: OfferedAlbum.isNewer)
    self.facts = facts
  }

  package var hex: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let bytes = try? encoder.encode(self) else { preconditionFailure("it is always JSON") }
    return SHA256.hex(of: bytes)
  }
}
