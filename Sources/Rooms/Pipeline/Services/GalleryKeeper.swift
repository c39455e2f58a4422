package import Albums
internal import Disk
package import Foundation
internal import Logging
package import Records
internal import ServiceLifecycle
internal import Synchronization
package import SystemPackage

/// Keeps `done/index.html` and the pages of the months true. A scan rewrites the front page and one month, however many
/// scans there are; a burst of scans rewrites them once.
package final class GalleryKeeper: Service {
  private let ledger: Ledger
  private let root: FilePath
  private let press: any PagePress
  private let disks: DiskGate?
  private let bell = Bell()
  private let stale: Mutex<Set<String>>

  /// How many scans the front page shows.
  static let newest = 60

  /// - Parameter disks: told of a disk that doesn't take the pages.
  package init(ledger: Ledger, root: FilePath, press: any PagePress, disks: DiskGate? = nil) {
    self.ledger = ledger
    self.root = root
    self.press = press
    self.disks = disks
    stale = Mutex([])
  }

  /// A scan that finished at this time is new, or looks different now.
  package func changed(at date: Date) {
    _ = stale.withLock { $0.insert(String(date.rfc3339.prefix(7))) }
    bell.ring()
  }

  /// All pages, as far as they changed: after a start, or when another process changed the history.
  package func refreshAll() async throws {
    let months = try await ledger.doneByMonth().map(\.month)
    let current = String(Date().rfc3339.prefix(7))
    stale.withLock { $0.formUnion(months + [current]) }
    bell.ring()
  }

  package func run() async throws {
    await cancelWhenGracefulShutdown { [self] in
      while !Task.isCancelled {
        await bell.wait()
        await refreshLogged()
      }
    }
    await refreshLogged()
  }

  /// The disk takes pages again: those that are stale are written.
  func tryAgain() { bell.ring() }

  private func refreshLogged() async {
    do { try await refresh() } catch {
      if let disks,
        let trouble = (error as? DiskError)
          .flatMap({ DiskTrouble($0) ?? DiskTrouble(missing: $0, below: root) })
      {
        return await close(disks, for: trouble)
      }
      Logger.current.warning("the gallery can't be written: \(error)")
    }
  }

  private func close(_ disks: DiskGate, for trouble: DiskTrouble) async {
    do { try await disks.close(for: trouble, now: Date()) } catch {
      Logger.current.warning("\(trouble.reason); and that can't be written down: \(error)")
    }
  }

  /// Writes what is stale.
  package func refresh() async throws {
    let months = stale.withLock { stale in
      defer { stale = [] }
      return stale
    }
    guard !months.isEmpty else { return }
    do {
      let all = try await ledger.doneByMonth()
      let counts = all.map { Gallery.Month(name: $0.month, count: $0.count) }
      let total = counts.reduce(0) { $0 + $1.count }
      let done = root.appending("done")
      for month in months {
        let entries = try await ledger.done(inMonth: month).compactMap(GalleryEntry.init)
        try write(
          Gallery(entries: entries, month: month, months: counts, total: total), to: done.appending("months"),
          "\(month).html")
      }
      let newest = try await ledger.newestDone(limit: Self.newest).compactMap(GalleryEntry.init)
      try write(Gallery(entries: newest, month: nil, months: counts, total: total), to: done, "index.html")
    } catch {
      stale.withLock { $0.formUnion(months) }
      throw error
    }
  }

  private func write(_ gallery: Gallery, to folder: FilePath, _ name: String) throws {
    try ResultFolders.expect(below: root)
    try Folder.make(folder)
    try DurableFile.write(
      Data(press.galleryPage(gallery).utf8), to: folder.appending(name), permissions: .ownerReadWrite)
  }
}

extension GalleryEntry {
  init?(_ scan: Scan) {
    guard let document = scan.document, let bundle = scan.bundle, let folder = FilePath(bundle).lastComponent?.string
    else { return nil }
    self.init(
      id: scan.id, folder: folder, artistName: document.album.artistName, albumTitle: document.album.albumTitle,
      releaseYear: document.album.releaseYear, scannedAt: document.scannedAt,
      confidence: document.identification.confidence, hasThumbnail: document.artwork.status == .present,
      rating: document.review.rating, label: document.review.label?.rawValue)
  }
}
