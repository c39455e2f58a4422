package import Albums
internal import Disk
package import Foundation
internal import Glibc
internal import Logging
package import Records
internal import ServiceLifecycle
internal import Synchronization
package import SystemPackage

/// Keeps `done/index.html` and the pages behind it true. A scan rewrites the front page and one other, with its data for
/// the search, however many scans there are; a burst of scans rewrites them once.
package final class GalleryKeeper: Service {
  private struct Stale {
    /// Scans that are new, look different or are gone, by the month in which they finished.
    var scans: [String: Set<ScanID>] = [:]
    var isAll = false
  }

  private let ledger: Ledger
  private let root: FilePath
  private let press: any PagePress
  private let disks: DiskGate?
  private let written: @Sendable () -> Void
  private let bell = Bell()
  private let stale = Mutex(Stale())
  /// What each page shows, as far as this process wrote it: a digest of its scans and of the pages beside it.
  private let shown = Mutex<[GalleryLeaf: Int]>([:])

  /// When the page of numbers was.
  private let drawn = Mutex<ContinuousClock.Instant?>(nil)

  /// How many scans the front page shows.
  static let newest = 60

  /// - Parameters:
  ///   - disks: told of a disk that doesn't take the pages.
  ///   - written: called when the service has come to rest again.
  package init(
    ledger: Ledger, root: FilePath, press: any PagePress, disks: DiskGate? = nil,
    written: @escaping @Sendable () -> Void = {}
  ) {
    self.ledger = ledger
    self.root = root
    self.press = press
    self.disks = disks
    self.written = written
  }

  /// A scan that finished at this time is new, looks different now, or is gone.
  package func changed(_ scan: ScanID, at date: Date) {
    _ = stale.withLock { $0.scans[String(date.rfc3339.prefix(7)), default: []].insert(scan) }
    bell.ring()
  }

  /// All pages: after a start.
  package func refreshAll() {
    stale.withLock { $0.isAll = true }
    bell.ring()
  }

  package func run() async throws {
    await cancelWhenGracefulShutdown { [self] in
      while !Task.isCancelled {
        await bell.wait()
        await refreshLogged()
        written()
      }
    }
    await refreshLogged()
  }

  /// The disk takes pages again: those that are stale are written.
  func tryAgain() { bell.ring() }

  private func refreshLogged() async {
    do { try await refresh() } catch {
      if let disks, let trouble = (error as? DiskError).flatMap({ DiskTrouble($0, below: root) }) {
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
    let stale = stale.withLock { stale in
      defer { stale = Stale() }
      return stale
    }
    guard stale.isAll || !stale.scans.isEmpty else { return }
    do {
      let months = try await ledger.doneByMonth().map { Gallery.Month(name: $0.month, count: $0.count) }
      var touched = Set(stale.scans.keys)
      if stale.isAll { touched.formUnion(months.map(\.name) + [String(Date().rfc3339.prefix(7))]) }
      // Those beside them may have a new neighbour.
      for (place, month) in months.enumerated() where stale.scans[month.name] != nil {
        touched.formUnion(months[max(0, place - 1)...min(months.count - 1, place + 1)].map(\.name))
      }
      for month in touched.sorted() {
        try await refresh(month, of: months, changed: stale.scans[month] ?? [], all: stale.isAll)
      }
      try await drawStatistics(all: stale.isAll)
      let newest = try await ledger.newestDone(limit: Self.newest).compactMap(GalleryEntry.init)
      let front = Gallery(
        entries: newest, months: months, total: months.reduce(0) { $0 + $1.count },
        nonce: String(UInt64.random(in: .min ... .max), radix: 36))
      try write(press.galleryPage(front), to: root.appending("done"), "index.html")
    } catch {
      self.stale.withLock {
        $0.isAll = $0.isAll || stale.isAll
        $0.scans.merge(stale.scans) { $0.union($1) }
      }
      throw error
    }
  }

  /// Numbers look at every result: so they are drawn after a start, and then at most every ten minutes.
  private func drawStatistics(all: Bool) async throws {
    let now = ContinuousClock.now
    let isDue = drawn.withLock { drawn in
      if !all, let last = drawn, last.duration(to: now) < .seconds(600) { return false }
      drawn = now
      return true
    }
    if isDue { _ = try draw(try await ledger.statistics(asOf: Date().rfc3339)) }
  }

  /// Writes `done/stats.html`.
  /// - Returns: where it is; nil where there is nothing to draw yet.
  package func draw(_ statistics: Statistics) throws -> FilePath? {
    guard statistics.albums > 0 else { return nil }
    let done = root.appending("done")
    try write(press.statisticsPage(statistics), to: done, "stats.html")
    return done.appending("stats.html")
  }

  /// Writes those of a month's pages that show one of the changed scans, or show others than before.
  private func refresh(_ month: String, of months: [Gallery.Month], changed: Set<ScanID>, all: Bool) async throws {
    let scans = try await ledger.doneNumbers(inMonth: month)
    let folder = root.appending("done").appending("months")
    let leaves = GalleryLeaf.leaves(of: month, count: scans.count)
    let place = months.firstIndex { $0.name == month }
    let newerMonth = place.flatMap { $0 > 0 ? GalleryLeaf.leaves(of: months[$0 - 1]).last : nil }
    let olderMonth = place.flatMap { $0 + 1 < months.count ? GalleryLeaf(month: months[$0 + 1].name) : nil }
    for (number, leaf) in leaves.enumerated() {
      let own = scans[leaf.range(in: scans.count)]
      var gallery = Gallery(
        entries: [], leaf: leaf, total: scans.count, newer: number > 0 ? leaves[number - 1] : newerMonth,
        older: number + 1 < leaves.count ? leaves[number + 1] : olderMonth)
      var hasher = Hasher()
      hasher.combine(own)
      hasher.combine(gallery.newer)
      hasher.combine(gallery.older)
      let digest = hasher.finalize()
      let isKnown = shown.withLock { $0[leaf] } == digest
      // A neighbour that this process never wrote is left as it is: another one did.
      let isOwn = all || !changed.isEmpty || shown.withLock { $0[leaf] } != nil
      guard isOwn, all || !isKnown || !changed.isDisjoint(with: own) else { continue }
      gallery.entries = try await ledger.scans(own.reversed()).compactMap(GalleryEntry.init)
      try write(press.galleryPage(gallery), to: folder, "\(leaf.name).html")
      try write(press.galleryData(gallery), to: folder, "\(leaf.name).js")
      shown.withLock { $0[leaf] = digest }
    }
    try removeParts(of: month, after: leaves.count - 1, in: folder)
  }

  /// Parts that a month no longer has, since scans of it were deleted.
  private func removeParts(of month: String, after last: Int, in folder: FilePath) throws {
    var leaf = GalleryLeaf(month: month, part: last + 1)
    while unlink(folder.appending("\(leaf.name).html").string) == 0 {
      _ = unlink(folder.appending("\(leaf.name).js").string)
      shown.withLock { $0[leaf] = nil }
      leaf = GalleryLeaf(month: month, part: (leaf.part ?? 0) + 1)
    }
  }

  private func write(_ page: String, to folder: FilePath, _ name: String) throws {
    try ResultFolders.expect(below: root)
    try Folder.make(folder)
    try DurableFile.write(Data(page.utf8), to: folder.appending(name), permissions: .ownerReadWrite)
  }
}

extension GalleryLeaf {
  static func leaves(of month: Gallery.Month) -> [GalleryLeaf] { leaves(of: month.name, count: month.count) }
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
