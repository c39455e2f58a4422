package import Albums
package import MPD

/// Builds the wallet: which albums it contains, each complete and once, in order. The result doesn't depend on the
/// order of the library or the offered albums.
struct WalletAssembly {
  private let materials: WalletMaterials
  private let gathering: AlbumGathering
  private var slots = Slots()
  private var diagnostics = Diagnostics()
  /// The playlist's entries that the library doesn't have, named by their folders.
  private var absent: [AlbumNames] = []

  private init(_ materials: WalletMaterials) {
    self.materials = materials
    gathering = AlbumGathering(materials.library?.songs ?? [])
  }

  static func wallet(of materials: WalletMaterials) -> Wallet {
    var assembly = WalletAssembly(materials)
    return assembly.run()
  }

  private mutating func run() -> Wallet {
    diagnostics.choice = materials.library?.choice
    if materials.terms.usesPlaylist { takePlaylist() }
    takeOffered()
    takeAbsent()
    // For all slots, so that a disc keeps its ID when a different limit shows more discs.
    let ids = Disc.ids(for: slots.all.map(\.names.key))
    let shown = materials.terms.limit > 0 ? min(materials.terms.limit, ids.count) : ids.count
    let all = Array(zip(slots.all, ids))
    let inOrder =
      materials.library == nil ? all : all.filter { $0.0.album != nil } + all.filter { $0.0.album == nil }
    let discs = inOrder.prefix(shown).map { slot, id in
      Disc(slot, id: id, facts: materials.facts[slot.names.key], libraryIsKnown: materials.library != nil)
    }
    return Wallet(
      state: state, discs: Disc.sorted(discs), total: ids.count, hidden: ids.count - shown,
      playlist: Nullable(materials.library?.choice.chosen), diagnostics: diagnostics, exceededSince: Nullable(),
      fingerprint: "", builtAt: Nullable())
  }

  private var state: WalletState {
    // Discs that only the playlist names are shown below the message that explains why none of them can be played.
    let isEmpty = slots.all.allSatisfy { $0.album == nil && $0.offers.isEmpty }
    guard materials.terms.usesPlaylist else {
      if !isEmpty { return .ready }
      return .empty(
        .noAlbums,
        materials.terms.sources.contains(.scan)
          ? "Nothing has been scanned yet. Start with: albumscanctl scan PHOTO"
          : "Nothing is on your list owned yet. Put albums on it: albumscanctl mark ID owned")
    }
    guard let playlist = materials.library?.choice.chosen else {
      let name = materials.library?.choice.wanted ?? materials.terms.playlist
      let album = gathering.albums.first?.title ?? "TITLE"
      let others = materials.terms.sources.subtracting([.playlist]).map(\.setting).sorted().joined(separator: ",")
      let without = isEmpty ? "" : " To go without it: albumscanctl config set wallet.sources \(others)."
      return .withoutPlaylist(
        isEmpty: isEmpty,
        "MPD has no playlist named \(name), whose albums would be here.\(without) To make it, queue some albums in any MPD"
          + " client and save the queue under that name, for example (the first line empties MPD's queue):",
        ["mpc clear", "mpc findadd Album \(album.shellWord)", "mpc save \(name.shellWord)"])
    }
    guard isEmpty else { return .ready }
    return .empty(
      .noAlbums,
      "None of the \(diagnostics.entries) entries of the playlist \(playlist) belongs to an album that MPD knows."
        + " Why: albumscanctl wallet diagnose")
  }

  private mutating func takePlaylist() {
    let entries = materials.library?.entries ?? []
    diagnostics.entries = entries.count
    var taken: Set<Int> = []
    for (index, entry) in entries.enumerated() {
      guard let number = gathering.album(of: entry.file) else {
        diagnostics.note(entry, at: index + 1)
        if !entry.isStream, !entry.isKnown, let names = AlbumNames(foldersOf: entry.file) { absent.append(names) }
        continue
      }
      guard taken.insert(number).inserted else { continue }
      let album = gathering.albums[number]
      let (place, isNew) = slots.place(of: album.names)
      if isNew {
        slots[place].album = album
        slots[place].sources = [.playlist]
      } else {
        diagnostics.editions.append(Diagnostics.Edition(of: album.names, beside: slots[place].names))
      }
    }
  }

  /// After everything that can be played: these only fill the remaining places.
  private mutating func takeAbsent() {
    for names in absent {
      let (place, _) = slots.place(of: names)
      if !slots[place].sources.contains(.playlist) { slots[place].sources.insert(.playlist, at: 0) }
    }
  }

  /// Searches the library for all offered albums, because the pages of scans show the result, and puts those into the
  /// wallet that belong there.
  private mutating func takeOffered() {
    let lookup = LibraryLookup(gathering.albums.map(\.names))
    for offer in materials.albums.sorted(by: OfferedAlbum.isNewer) {
      let names = AlbumNames(offer)
      let finding = lookup.find(names)
      let album = finding.album.map { gathering.albums[$0] }
      if materials.library != nil, offer.source == .scan, let scan = offer.scan {
        let facts = album.flatMap { materials.facts[$0.names.key] }
        diagnostics.lookups.append(Diagnostics.Lookup(of: scan, names, finding, album, facts: facts))
      }
      guard materials.terms.sources.contains(offer.source) else { continue }
      let (place, _) = slots.place(of: album?.names ?? names)
      if slots[place].album == nil { slots[place].album = album }
      if !slots[place].sources.contains(offer.source) { slots[place].sources.append(offer.source) }
      slots[place].offers.append(offer)
    }
  }
}

extension Wallet {
  /// Builds the wallet, without a fingerprint and a time.
  package static func assembled(of materials: WalletMaterials) -> Wallet { WalletAssembly.wallet(of: materials) }
}

/// The positions of the wallet, in order of appearance. Editions of an album share one position: title and artist match
/// at level 1 or 2 (`TitleKey.level`, `ArtistKey.level`).
struct Slots: Sendable {
  private(set) var all: [Slot] = []
  private var byNames: [String: Int] = [:]

  /// The album's slot: an existing one, or a new one.
  mutating func place(of names: AlbumNames) -> (index: Int, isNew: Bool) {
    let keys = Self.keys(of: names)
    if let index = keys.compactMap({ byNames[$0] }).min() { return (index, false) }
    for key in keys { byNames[key] = all.count }
    all.append(Slot(names: names))
    return (all.count - 1, true)
  }

  subscript(index: Int) -> Slot {
    get { all[index] }
    set { all[index] = newValue }
  }

  /// Two names match at levels 1 or 2 if and only if they share one of these keys.
  private static func keys(of names: AlbumNames) -> [String] {
    let artist = names.artist.compact
    return ["\(artist)\0whole\0\(names.title.folded)", "\(artist)\0base\0\(names.title.compact)"]
  }
}

/// A position in the wallet while it is built: one album, however many editions, scans, and other offers of it there are.
struct Slot: Sendable {
  let names: AlbumNames
  /// Nil if the album isn't in the library.
  var album: LibraryAlbum?
  var sources: [WalletSource] = []
  /// The newest first.
  var offers: [OfferedAlbum] = []
}

/// Everything that a wallet is built from.
package struct WalletMaterials: Sendable {
  /// The library's contents; nil if it couldn't be asked.
  package struct Library: Sendable {
    package var choice: PlaylistChoice
    /// The entries of the chosen playlist, in order.
    package var entries: [Song]
    /// Songs of the library: at least those that `SongRequests` names.
    package var songs: [Song]
  }

  package var library: Library?
  package var albums: [OfferedAlbum] = []
  /// By `AlbumNames.key`.
  package var facts: [String: CatalogFacts] = [:]
  package var terms: WalletTerms = WalletTerms()
}
