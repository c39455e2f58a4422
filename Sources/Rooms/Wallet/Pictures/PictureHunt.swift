internal import Albums
internal import Darkroom
internal import Disk
package import FoundationEssentials
internal import MPD
package import SystemPackage

/// Finds the discs' pictures: in the music files, beside them, above the folders of discs, of the scan. Last come those that
/// were brought from the archive of covers, which nobody here waits for. A disc for which there is none is drawn by the page.
package struct PictureHunt: Sendable {
  private let server: any MusicServer
  private let maker: any PictureMaker
  private let shelf: WalletShelf
  /// Where bundles lie.
  private let root: FilePath

  /// How many discs are looked at before the wallet is shown again.
  private let batch: Int
  /// While the picture of one is made, the next is asked for. More would only stand in a scan's way.
  private static let width = 2

  package init(
    server: any MusicServer, maker: any PictureMaker, shelf: WalletShelf, root: FilePath, batch: Int = 100
  ) {
    self.server = server
    self.maker = maker
    self.shelf = shelf
    self.root = root
    self.batch = batch
  }

  /// Whether there is a disc of which it isn't known where its picture comes from, or that there is none.
  package func isDue(_ wallet: Wallet) -> Bool {
    let memory = shelf.memory
    return wallet.discs.contains { !holds(memory.artwork[$0.id], for: $0, memory.signals?.library) }
  }

  /// Looks for the pictures that are missing, or whose disc has changed, keeps them, and puts away those of other discs.
  /// - Parameters:
  ///   - isForced: looks for all of them again.
  ///   - covers: by disc, pictures made of the archive's covers.
  ///   - show: is given the wallet in between, with the pictures that it has by then.
  /// - Returns: the wallet with its pictures, as it is kept.
  /// - Throws: `DiskError`, or `CancellationError`.
  package func run(
    _ wallet: Wallet, isForced: Bool = false, covers: [String: Data] = [:],
    show: (Wallet) async throws -> Void = { _ in }
  ) async throws -> Wallet {
    let memory = shelf.memory
    let library = memory.signals?.library
    let music = ((try? await server.musicFolder()) ?? nil).map { FilePath($0) }
    let ids = Set(wallet.discs.map(\.id))
    var kept = memory.artwork.filter { ids.contains($0.key) }
    var rest = wallet.discs.filter { disc in
      let isBrought = kept[disc.id]?.source == nil && covers[disc.id] != nil
      return isForced || isBrought || !holds(kept[disc.id], for: disc, library)
    }[...]
    var wallet = wallet
    while true {
      do {
        var found = try await look(for: rest.prefix(batch), music: music, library)
        for disc in rest.prefix(batch) where found[disc.id]?.source == nil {
          if let cover = covers[disc.id] { try shelf.keep(picture: cover, of: disc.id) }
          let isThere = covers[disc.id] != nil || kept[disc.id].map { isArchives($0, of: disc) } == true
          if isThere { found[disc.id] = archived(disc, library, failures: found[disc.id]?.failures ?? []) }
        }
        kept.merge(found) { $1 }
        rest = rest.dropFirst(batch)
      } catch is MPDError {
        // It went away. What it couldn't be asked for stays unknown, and is looked for when it is back.
        rest = []
      }
      try keep(kept, in: &wallet)
      if rest.isEmpty { break }
      try await show(wallet)
    }
    try shelf.prune(keeping: ids)
    return wallet
  }

  private func keep(_ kept: [String: WalletMemory.KeptArtwork], in wallet: inout Wallet) throws(DiskError) {
    var memory = shelf.memory
    memory.artwork = kept
    wallet.show(kept, on: shelf)
    try shelf.keep(memory)
    if shelf.wallet != wallet { try shelf.keep(wallet) }
  }

  private func look(
    for discs: ArraySlice<Disc>, music: FilePath?, _ library: LibraryState?
  ) async throws -> [String: WalletMemory.KeptArtwork] {
    try await withThrowingTaskGroup(of: (String, WalletMemory.KeptArtwork).self) { group in
      var found: [String: WalletMemory.KeptArtwork] = [:]
      for (place, disc) in discs.enumerated() {
        if place >= Self.width, let (id, artwork) = try await group.next() { found[id] = artwork }
        group.addTask { (disc.id, try await look(for: disc, music: music, library)) }
      }
      for try await (id, artwork) in group { found[id] = artwork }
      return found
    }
  }

  private func holds(_ known: WalletMemory.KeptArtwork?, for disc: Disc, _ library: LibraryState?) -> Bool {
    guard let known else { return false }
    let source = known.source.flatMap { PictureSource(rawValue: $0) }
    guard known.basis == basis(of: disc, source: source, library) else { return false }
    return source == nil || (source == .archive ? isArchives(known, of: disc) : shelf.hasPicture(of: disc.id))
  }

  /// Whether it is the cover that the archive has of this very album, and is there.
  private func isArchives(_ known: WalletMemory.KeptArtwork, of disc: Disc) -> Bool {
    known.source == PictureSource.archive.rawValue && known.album == disc.release ?? disc.releaseGroup
      && shelf.hasPicture(of: disc.id)
  }

  private func archived(_ disc: Disc, _ library: LibraryState?, failures: [String]) -> WalletMemory.KeptArtwork {
    WalletMemory.KeptArtwork(
      basis: basis(of: disc, source: .archive, library), source: PictureSource.archive.rawValue,
      album: disc.release ?? disc.releaseGroup, failures: failures)
  }

  /// What decides where a picture comes from. A better one than the archive's, or any where there is none, may have come
  /// with the library's next change.
  private func basis(of disc: Disc, source: PictureSource?, _ library: LibraryState?) -> String {
    [
      disc.tracks.first?.file ?? "", disc.bundle ?? "",
      source == nil || source == .archive ? library.map { "\($0.updated) \($0.songs)" } ?? "" : "",
    ].joined(separator: "\u{1f}")
  }

  private func look(
    for disc: Disc, music: FilePath?, _ library: LibraryState?
  ) async throws -> WalletMemory.KeptArtwork {
    var failures: [String] = []
    for source in PictureSource.allCases {
      var found: [Data] = []
      do { found = try await pictures(of: disc, from: source, music: music) } catch {
        try Task.checkCancellation()
        if let error = error as? MPDError, error.isAbsence { throw error }
        failures.append("\(source.words): \(error)")
      }
      for bytes in found {
        let picture: Data
        do throws(DarkroomError) { picture = try await maker.disc(bytes) } catch {
          if error == .cancelled { throw CancellationError() }
          failures.append("\(source.words): \(error.reason)")
          continue
        }
        try shelf.keep(picture: picture, of: disc.id)
        return WalletMemory.KeptArtwork(
          basis: basis(of: disc, source: source, library), source: source.rawValue, failures: failures)
      }
    }
    return WalletMemory.KeptArtwork(basis: basis(of: disc, source: nil, library), source: nil, failures: failures)
  }

  private func pictures(of disc: Disc, from source: PictureSource, music: FilePath?) async throws -> [Data] {
    let file = disc.tracks.first?.file
    switch source {
    case .embedded: return try await file.asyncMap { try await server.picture(of: $0, from: .embedded) }
    case .folder: return try await file.asyncMap { try await server.picture(of: $0, from: .folder) }
    case .nearby:
      guard let file, let music else { return [] }
      return try AlbumFolder.around(file).flatMap { try LocalPicture.covers(in: $0.text, below: music) }
    case .scan:
      guard let bundle = disc.bundle else { return [] }
      return try LocalPicture.read(root.appending(bundle).appending("artwork.jpg")).map { [$0] } ?? []
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
