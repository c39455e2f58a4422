package import Albums
internal import Darkroom
internal import Disk
internal import FoundationEssentials
internal import MPD
package import SystemPackage

/// Finds the discs' pictures: in the music files, beside them, above the folders of discs, of the scan, and last in the
/// archive of covers. A disc for which there is none is drawn by the page.
package struct PictureHunt: Sendable {
  private let server: any MusicServer
  private let maker: any PictureMaker
  private let shelf: WalletShelf
  /// Where bundles lie.
  private let root: FilePath
  private let archive: (any CoverArchive)?

  /// How many discs are looked at before the wallet is shown again.
  private let batch: Int
  /// While the picture of one is made, the next is asked for. More would only stand in a scan's way.
  private static let width = 2

  /// - Parameter archive: nil where it isn't to be asked.
  package init(
    server: any MusicServer, maker: any PictureMaker, shelf: WalletShelf, root: FilePath,
    archive: (any CoverArchive)? = nil, batch: Int = 100
  ) {
    self.server = server
    self.maker = maker
    self.shelf = shelf
    self.root = root
    self.archive = archive
    self.batch = batch
  }

  /// Whether there is a disc of which it isn't known where its picture comes from, or that there is none.
  package func isDue(_ wallet: Wallet) -> Bool {
    let memory = shelf.memory
    return wallet.discs.contains { !holds(memory.artwork[$0.id], for: $0, memory.signals?.library.updated) }
  }

  /// Looks for the pictures that are missing, or whose disc has changed, keeps them, and puts away those of other discs.
  /// - Parameters:
  ///   - isForced: looks for all of them again.
  ///   - show: is given the wallet in between, with the pictures that it has by then.
  /// - Returns: the wallet with its pictures, as it is kept.
  /// - Throws: `DiskError`, or `CancellationError`.
  package func run(
    _ wallet: Wallet, isForced: Bool = false, show: (Wallet) async throws -> Void = { _ in }
  ) async throws -> Wallet {
    let memory = shelf.memory
    let update = memory.signals?.library.updated
    let music = ((try? await server.musicFolder()) ?? nil).map { FilePath($0) }
    let ids = Set(wallet.discs.map(\.id))
    var kept = memory.artwork.filter { ids.contains($0.key) }
    var rest = wallet.discs.filter { isForced || !holds(kept[$0.id], for: $0, update) }[...]
    var wallet = wallet
    while true {
      do {
        kept.merge(try await look(for: rest.prefix(batch), music: music, update)) { $1 }
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
    for discs: ArraySlice<Disc>, music: FilePath?, _ update: Int?
  ) async throws -> [String: WalletMemory.KeptArtwork] {
    try await withThrowingTaskGroup(of: (String, WalletMemory.KeptArtwork).self) { group in
      var found: [String: WalletMemory.KeptArtwork] = [:]
      for (place, disc) in discs.enumerated() {
        if place >= Self.width, let (id, artwork) = try await group.next() { found[id] = artwork }
        group.addTask { (disc.id, try await look(for: disc, music: music, update)) }
      }
      for try await (id, artwork) in group { found[id] = artwork }
      return found
    }
  }

  private func holds(_ known: WalletMemory.KeptArtwork?, for disc: Disc, _ update: Int?) -> Bool {
    guard let known else { return false }
    return known.basis == basis(of: disc, isFound: known.source != nil, update)
      && (known.source == nil || shelf.hasPicture(of: disc.id))
  }

  /// What decides where a picture comes from. One that wasn't found may have come with the library's next change.
  private func basis(of disc: Disc, isFound: Bool, _ update: Int?) -> String {
    [
      disc.tracks.first?.file ?? "", disc.bundle ?? "", disc.release?.value ?? disc.releaseGroup?.value ?? "",
      isFound ? "" : "\(update ?? 0)",
    ].joined(separator: "\u{1f}")
  }

  private func look(
    for disc: Disc, music: FilePath?, _ update: Int?
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
          basis: basis(of: disc, isFound: true, update), source: source.rawValue, failures: failures)
      }
    }
    return WalletMemory.KeptArtwork(basis: basis(of: disc, isFound: false, update), source: nil, failures: failures)
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
    case .archive:
      guard let archive, let group = disc.releaseGroup else { return [] }
      return try await archive.front(ofRelease: disc.release, inGroup: group).map { [Data($0.bytes)] } ?? []
    }
  }
}

extension String? {
  fileprivate func asyncMap(_ picture: (String) async throws -> [UInt8]?) async throws -> [Data] {
    guard let self, let bytes = try await picture(self) else { return [] }
    return [Data(bytes)]
  }
}
