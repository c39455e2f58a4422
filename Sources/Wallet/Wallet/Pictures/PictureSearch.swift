internal import Albums
internal import Disk
package import FoundationEssentials
package import ImagingClient
internal import MPD
package import SystemPackage

/// Finds the discs' pictures: in the music files, beside them, above the disc folders, from the scan, and last among
/// those downloaded from the Cover Art Archive, which this doesn't wait for. A disc without a picture is drawn by the
/// page.
///
/// While MPD is unreachable, existing pictures stay, other discs get the picture of their scan, and the library is
/// searched when MPD is back.
package struct PictureSearch: Sendable {
  private let server: any MusicServer
  private let converter: any PictureConverter
  private let store: WalletStore
  /// The folder that contains the bundles.
  private let root: FilePath

  /// How many discs are processed before the wallet is shown again.
  private let batch: Int
  /// While one picture is converted, the next is requested. More at once would only delay scans.
  private static let width = 2

  package init(
    server: any MusicServer, converter: any PictureConverter, store: WalletStore, root: FilePath, batch: Int = 100
  ) {
    self.server = server
    self.converter = converter
    self.store = store
    self.root = root
    self.batch = batch
  }

  /// Whether for any disc it is unknown where its picture comes from, or that there is none.
  package func isDue(_ wallet: Wallet) -> Bool {
    let cache = store.cache
    let library = PictureLibrary(of: wallet, cache)
    return wallet.discs.contains { !holds(cache.artwork[$0.id], for: $0, library) }
  }

  /// Looks for pictures that are missing, or whose disc has changed, stores them, and removes those of other discs.
  /// - Parameters:
  ///   - isForced: look for all pictures again.
  ///   - covers: pictures made of the archive's covers, by disc.
  ///   - show: gets the wallet from time to time, with the pictures so far, and the number of discs still to be
  ///     processed.
  /// - Returns: the wallet with its pictures, as stored: a newer one if another process has built that meanwhile.
  /// - Throws: `DiskError`, or `CancellationError`.
  package func run(
    _ wallet: Wallet, isForced: Bool = false, covers: [String: Data] = [:],
    isolation: isolated (any Actor)? = #isolation,
    show: (Wallet, Int) async throws -> Void = { _, _ in }
  ) async throws -> Wallet {
    let cache = store.cache
    var library = PictureLibrary(of: wallet, cache)
    // If MPD doesn't reveal the folder, local folders aren't searched.
    let music = library.isAway ? nil : ((try? await server.musicFolder()) ?? nil).map { FilePath($0) }
    let ids = Set(wallet.discs.map(\.id))
    var kept = cache.artwork.filter { ids.contains($0.key) }
    func isWanted(_ disc: Disc) -> Bool {
      let known = kept[disc.id]
      // Nothing better can be found.
      if library.isAway, known?.isOfLibrary == true, store.hasPicture(of: disc.id) { return false }
      let isBrought = known?.source == nil && covers[disc.id] != nil
      return isForced || isBrought || !holds(known, for: disc, library)
    }
    var rest = wallet.discs.filter(isWanted)[...]
    var wallet = wallet
    while true {
      do {
        var found = try await look(for: rest.prefix(batch), music: music, library)
        for disc in rest.prefix(batch) where found[disc.id]?.source == nil {
          if let cover = covers[disc.id] { try store.keep(picture: cover, of: disc.id) }
          let isThere = covers[disc.id] != nil || kept[disc.id].map { isArchives($0, of: disc, library) } == true
          if isThere {
            found[disc.id] = archived(disc, kept[disc.id], library, failures: found[disc.id]?.failures ?? [])
          } else if library.isAway, disc.isPlayable {
            // If MPD couldn't be asked, "none" would be a guess.
            found[disc.id] = nil
          }
        }
        kept.merge(found) { $1 }
        rest = rest.dropFirst(batch)
      } catch is MPDError where !library.isAway {
        // MPD became unavailable; don't wait for it again for the other discs.
        library = .away
        rest = rest.filter(isWanted)[...]
        continue
      }
      if let newer = store.wallet, newer.fingerprint != wallet.fingerprint {
        // Another process has built it meanwhile, with other discs.
        return try await run(newer, isForced: isForced, covers: covers, isolation: isolation, show: show)
      }
      try keep(kept, in: &wallet)
      if rest.isEmpty { break }
      try await show(wallet, rest.count)
    }
    try store.prune(keeping: ids)
    return wallet
  }

  private func keep(_ kept: [String: WalletCache.KeptArtwork], in wallet: inout Wallet) throws(DiskError) {
    var cache = store.cache
    cache.artwork = kept
    wallet.show(kept, on: store)
    try store.keep(cache)
    if store.wallet != wallet { try store.keep(wallet) }
  }

  private func look(
    for discs: ArraySlice<Disc>, music: FilePath?, _ library: PictureLibrary
  ) async throws -> [String: WalletCache.KeptArtwork] {
    try await withThrowingTaskGroup(of: (String, WalletCache.KeptArtwork).self) { group in
      var found: [String: WalletCache.KeptArtwork] = [:]
      for (place, disc) in discs.enumerated() {
        if place >= Self.width, let (id, artwork) = try await group.next() { found[id] = artwork }
        group.addTask { (disc.id, try await look(for: disc, music: music, library)) }
      }
      for try await (id, artwork) in group { found[id] = artwork }
      return found
    }
  }

  private func holds(_ known: WalletCache.KeptArtwork?, for disc: Disc, _ library: PictureLibrary) -> Bool {
    let scan = artwork(of: disc)?.mark
    // Without MPD, only the scan has a picture.
    guard let known else { return library.isAway && scan == nil }
    let source = known.source.flatMap { PictureSource(rawValue: $0) }
    // The scan's artwork may have arrived later, which matters only if the library has nothing better.
    if !known.isOfLibrary, let scan, scan != known.scan { return false }
    if library.isAway { return source == nil || store.hasPicture(of: disc.id) }
    guard known.basis == library.basis(of: disc, from: source) else { return false }
    return source == nil || (source == .archive ? isArchives(known, of: disc, library) : store.hasPicture(of: disc.id))
  }

  /// Whether the stored picture is the archive's cover of exactly this album. Without MPD, the release of the files is
  /// unknown.
  private func isArchives(_ known: WalletCache.KeptArtwork, of disc: Disc, _ library: PictureLibrary) -> Bool {
    known.source == PictureSource.archive.rawValue && store.hasPicture(of: disc.id)
      && (library.isAway || known.album == disc.release ?? disc.releaseGroup)
  }

  private func archived(
    _ disc: Disc, _ known: WalletCache.KeptArtwork?, _ library: PictureLibrary, failures: [String]
  ) -> WalletCache.KeptArtwork {
    WalletCache.KeptArtwork(
      basis: library.basis(of: disc, from: .archive), source: PictureSource.archive.rawValue,
      album: (library.isAway ? known?.album : nil) ?? disc.release ?? disc.releaseGroup,
      scan: artwork(of: disc)?.mark, failures: failures)
  }

  /// The artwork in the bundle of a disc's scan, and a mark that changes when the artwork does, but not when the bundle is
  /// only written again. It may arrive after the scan, and change after a redo.
  private func artwork(of disc: Disc) -> (path: FilePath, mark: String)? {
    guard let bundle = disc.bundle else { return nil }
    let path = root.appending(bundle).appending("artwork.jpg")
    // Without a file there is no artwork, which isn't an error.
    return (try? OpenedPhoto(path).identity).map { (path, "\(bundle) \($0.size)") }
  }

  private func look(
    for disc: Disc, music: FilePath?, _ library: PictureLibrary
  ) async throws -> WalletCache.KeptArtwork {
    var failures: [String] = []
    // Before the artwork is read, so that a later change is noticed.
    let scan = artwork(of: disc)
    for source in PictureSource.allCases where !(library.isAway && source.isOfLibrary) {
      var found: [Data] = []
      do { found = try await pictures(of: disc, from: source, music: music, scan?.path) } catch {
        try Task.checkCancellation()
        if let error = error as? MPDError, error.isAbsence { throw error }
        failures.append("\(source.words): \(error)")
      }
      for bytes in found {
        let picture: Data
        do throws(ImagingClientError) { picture = try await converter.disc(bytes) } catch {
          if error == .canceled { throw CancellationError() }
          failures.append("\(source.words): \(error.reason)")
          continue
        }
        try store.keep(picture: picture, of: disc.id)
        return WalletCache.KeptArtwork(
          basis: library.basis(of: disc, from: source), source: source.rawValue, scan: scan?.mark, failures: failures)
      }
    }
    return WalletCache.KeptArtwork(
      basis: library.basis(of: disc, from: nil), source: nil, scan: scan?.mark, failures: failures)
  }

  private func pictures(
    of disc: Disc, from source: PictureSource, music: FilePath?, _ artwork: FilePath?
  ) async throws -> [Data] {
    let file = disc.tracks.first?.file
    switch source {
    case .embedded: return try await file.asyncMap { try await server.picture(of: $0, from: .embedded) }
    case .folder: return try await file.asyncMap { try await server.picture(of: $0, from: .folder) }
    case .nearby:
      guard let file, let music else { return [] }
      return try AlbumFolder.around(file).flatMap { try LocalPicture.covers(in: $0.text, below: music) }
    case .scan: return try artwork.flatMap { try LocalPicture.read($0) }.map { [$0] } ?? []
    // Downloaded by `DiscResearch`, not here.
    case .archive: return []
    }
  }
}

extension String? {
  fileprivate func asyncMap(_ picture: (String) async throws -> [UInt8]?) async throws -> [Data] {
    guard let self, let bytes = try await picture(self) else { return [] }
    return [Data(bytes)]
  }
}

/// Converts an untrusted picture to a disc's picture.
package protocol PictureConverter: Sendable {
  /// A baseline JPEG of 600×600 pixels.
  func disc(_ bytes: Data) async throws(ImagingClientError) -> Data
}

extension ImagingClient: PictureConverter {}
