internal import Albums
internal import Disk
package import FoundationEssentials
package import ImagingProcess
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
  /// Where bundles lie.
  private let root: FilePath

  /// How many discs are looked at before the wallet is shown again.
  private let batch: Int
  /// While the picture of one is made, the next is asked for. More would only stand in a scan's way.
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

  /// Whether there is a disc of which it isn't known where its picture comes from, or that there is none.
  package func isDue(_ wallet: Wallet) -> Bool {
    let cache = store.cache
    let library = PictureLibrary(of: wallet, cache)
    return wallet.discs.contains { !holds(cache.artwork[$0.id], for: $0, library) }
  }

  /// Looks for the pictures that are missing, or whose disc has changed, keeps them, and puts away those of other discs.
  /// - Parameters:
  ///   - isForced: looks for all of them again.
  ///   - covers: by disc, pictures made of the archive's covers.
  ///   - show: is given the wallet in between, with the pictures that it has by then, and how many discs are still to be
  ///     looked at.
  /// - Returns: the wallet with its pictures, as it is kept.
  /// - Throws: `DiskError`, or `CancellationError`.
  package func run(
    _ wallet: Wallet, isForced: Bool = false, covers: [String: Data] = [:],
    show: (Wallet, Int) async throws -> Void = { _, _ in }
  ) async throws -> Wallet {
    let cache = store.cache
    var library = PictureLibrary(of: wallet, cache)
    // Where MPD doesn't say it, folders of this machine aren't looked through.
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
            // Where it couldn't be asked for, "none" would be a guess.
            found[disc.id] = nil
          }
        }
        kept.merge(found) { $1 }
        rest = rest.dropFirst(batch)
      } catch is MPDError where !library.isAway {
        // It went away, and the others don't wait for it.
        library = .away
        rest = rest.filter(isWanted)[...]
        continue
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
    // Without MPD there is nothing but the scan's.
    guard let known else { return library.isAway && scan == nil }
    let source = known.source.flatMap { PictureSource(rawValue: $0) }
    // One that came later, as artwork may: where the library has a better one, it doesn't matter.
    if !known.isOfLibrary, let scan, scan != known.scan { return false }
    if library.isAway { return source == nil || store.hasPicture(of: disc.id) }
    guard known.basis == library.basis(of: disc, from: source) else { return false }
    return source == nil || (source == .archive ? isArchives(known, of: disc, library) : store.hasPicture(of: disc.id))
  }

  /// Whether it is the cover that the archive has of this very album, and is there. Of which release the files are nobody
  /// knows without MPD.
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

  private func artwork(of disc: Disc) -> ScanArtwork? {
    disc.bundle.flatMap { ScanArtwork(in: $0, below: root) }
  }

  private func look(
    for disc: Disc, music: FilePath?, _ library: PictureLibrary
  ) async throws -> WalletCache.KeptArtwork {
    var failures: [String] = []
    // Before it is read: what is written meanwhile is another.
    let scan = artwork(of: disc)
    for source in PictureSource.allCases where !(library.isAway && source.isOfLibrary) {
      var found: [Data] = []
      do { found = try await pictures(of: disc, from: source, music: music, scan) } catch {
        try Task.checkCancellation()
        if let error = error as? MPDError, error.isAbsence { throw error }
        failures.append("\(source.words): \(error)")
      }
      for bytes in found {
        let picture: Data
        do throws(ImagingClientError) { picture = try await converter.disc(bytes) } catch {
          if error == .cancelled { throw CancellationError() }
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
    of disc: Disc, from source: PictureSource, music: FilePath?, _ scan: ScanArtwork?
  ) async throws -> [Data] {
    let file = disc.tracks.first?.file
    switch source {
    case .embedded: return try await file.asyncMap { try await server.picture(of: $0, from: .embedded) }
    case .folder: return try await file.asyncMap { try await server.picture(of: $0, from: .folder) }
    case .nearby:
      guard let file, let music else { return [] }
      return try AlbumFolder.around(file).flatMap { try LocalPicture.covers(in: $0.text, below: music) }
    case .scan: return try scan.flatMap { try LocalPicture.read($0.path) }.map { [$0] } ?? []
    // Brought by whoever may wait for it.
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
