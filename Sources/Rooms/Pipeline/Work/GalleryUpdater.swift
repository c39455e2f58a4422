package import Albums
internal import Disk
package import Foundation
internal import Logging
package import Records
internal import ServiceLifecycle
internal import Synchronization
package import SystemPackage
internal import Threads

/// Keeps `done/index.html` and the pages behind it up to date. A scan rewrites the front page, one other page, and that
/// page's search data, however many scans there are; a burst of scans rewrites them once. An unchanged page isn't
/// written, since the folder may be synced to a phone.
package final class GalleryUpdater: Service {
  private struct Stale {
    /// New, changed, and deleted scans, by the month in which they finished.
    var scans: [String: Set<ScanID>] = [:]
    var isAll = false
    /// Only the front page.
    var isFront = false

    var isNothing: Bool { !isAll && !isFront && scans.isEmpty }
  }

  private let ledger: Ledger
  private let root: FilePath
  private let renderer: any PageRenderer
  private let disks: DiskGate?
  private let written: @Sendable () -> Void
  private let wakeSignal = WakeSignal()
  private let stale = Mutex(Stale())

  /// When the statistics were last drawn.
  private let drawn = Mutex<ContinuousClock.Instant?>(nil)

  /// How many scans the front page shows.
  static let newest = 60

  /// - Parameters:
  ///   - disks: informed of a disk on which pages can't be written.
  ///   - written: called when no more pages have to be written.
  package init(
    ledger: Ledger, root: FilePath, renderer: any PageRenderer, disks: DiskGate? = nil,
    written: @escaping @Sendable () -> Void = {}
  ) {
    self.ledger = ledger
    self.root = root
    self.renderer = renderer
    self.disks = disks
    self.written = written
  }

  /// Records that a scan that finished at this time is new, changed, or deleted.
  package func changed(_ scan: ScanID, at date: Date) {
    _ = stale.withLock { $0.scans[String(date.rfc3339.prefix(7)), default: []].insert(scan) }
    wakeSignal.fire()
  }

  /// Marks all pages as stale: after a start, and if the month of a scan that is no longer shown isn't known.
  package func markAll() {
    stale.withLock { $0.isAll = true }
    wakeSignal.fire()
  }

  /// Marks the front page as stale: it may have to link to one page more or less, and its top shows what is going on now, of
  /// which `PhonePageUpdater` tells each change.
  package func markFront() {
    stale.withLock { $0.isFront = true }
    wakeSignal.fire()
  }

  package func run() async throws {
    await cancelWhenGracefulShutdown { [self] in
      while !Task.isCancelled {
        await wakeSignal.wait()
        await refreshLogged()
        written()
      }
    }
    // A start writes all pages anyway, which of very many takes longer than a service manager waits for the end.
    stale.withLock { $0.isAll = false }
    await refreshLogged()
  }

  /// The disk is writable again: outdated pages are written.
  func tryAgain() { wakeSignal.fire() }

  private func refreshLogged() async {
    do { try await refresh() } catch is CancellationError {
    } catch {
      if let disks, let error = error as? DiskError,
        let trouble = await onBlockingThread({ [root] in UnwritableFolder(error, below: root) })
      {
        return await close(disks, for: trouble)
      }
      Logger.current.warning("the gallery can't be written: \(error)")
    }
  }

  private func close(_ disks: DiskGate, for trouble: UnwritableFolder) async {
    do { try await disks.close(for: trouble, now: Date()) } catch {
      Logger.current.warning("\(trouble.reason); and this can't be recorded: \(error)")
    }
  }

  /// Writes outdated pages.
  package func refresh() async throws {
    let stale = stale.withLock { stale in
      defer { stale = Stale() }
      return stale
    }
    guard !stale.isNothing else { return }
    try await ResultFolders.reportObstacles(below: root, in: ledger)
    do {
      let months = try await ledger.galleryMonths()
      if stale.isAll || !stale.scans.isEmpty {
        try await refresh(months.flatMap(\.monthPages), of: months, changed: stale.isAll ? nil : stale.scans)
      }
      let done = root.appending("done")
      var front = Gallery(
        entries: try await ledger.newestEntries(limit: Self.newest), months: months,
        total: months.reduce(0) { $0 + $1.count },
        hasWallet: await onBlockingThread { Folder.isFile(done.appending("wallet.html")) },
        activity: try await Activity(of: ledger, below: root, at: Date()))
      front.lists = try await ledger.lists().map(\.name)
      try await write(renderer.galleryPage(front), to: done, "index.html")
      // No user who scanned an album waits for them.
      if stale.isAll || !stale.scans.isEmpty { try await drawStatistics(all: stale.isAll) }
    } catch {
      // Of a page that came or went, those beside it may not have been written yet: all are looked at again.
      self.stale.withLock {
        $0.isAll = true
        $0.scans.merge(stale.scans) { $0.union($1) }
      }
      throw error
    }
  }

  /// Statistics read every result, so they are drawn after a start and then at most every ten minutes.
  private func drawStatistics(all: Bool) async throws {
    let now = ContinuousClock.now
    let isDue = drawn.withLock { drawn in
      if !all, let last = drawn, last.duration(to: now) < .seconds(600) { return false }
      drawn = now
      return true
    }
    if isDue { _ = try await draw(try await ledger.statistics(asOf: Date().rfc3339)) }
  }

  /// Writes `done/stats.html`.
  /// - Returns: its path; nil if there is nothing to draw yet.
  package func draw(_ statistics: Statistics) async throws -> FilePath? {
    guard statistics.albums > 0 else { return nil }
    let done = root.appending("done")
    try await write(renderer.statisticsPage(statistics), to: done, "stats.html")
    return done.appending("stats.html")
  }

  /// Writes the pages behind the front page that show a changed scan, and the neighbors of new and removed pages.
  private func refresh(
    _ monthPages: [GalleryMonthPage], of months: [Gallery.Month], changed: [String: Set<ScanID>]?
  ) async throws {
    let folder = root.appending("done").appending("months")
    let present = await onBlockingThread { Self.monthPages(in: folder) }
    let plan = GalleryUpdatePlan(monthPages: monthPages, present: present, changed: changed)
    let totals = Dictionary(uniqueKeysWithValues: months.map { ($0.name, $0.count) })
    let places = Dictionary(uniqueKeysWithValues: monthPages.enumerated().map { ($1, $0) })
    for monthPage in plan.stale {
      guard let place = places[monthPage] else { continue }
      // Only a full refresh takes long enough to be worth canceling.
      if changed == nil { try Task.checkCancellation() }
      let gallery = Gallery(
        entries: try await ledger.entries(
          ofMonth: monthPage.month, numbers: GalleryUpdatePlan.numbers(of: monthPage, at: place, in: monthPages)),
        monthPage: monthPage, total: totals[monthPage.month] ?? 0, newer: place > 0 ? monthPages[place - 1] : nil,
        older: place + 1 < monthPages.count ? monthPages[place + 1] : nil)
      try await write(renderer.galleryData(gallery), to: folder, "\(monthPage.name).js")
      try await write(renderer.galleryPage(gallery), to: folder, "\(monthPage.name).html")
    }
    await onBlockingThread {
      for monthPage in plan.gone {
        Folder.removeFile(folder.appending("\(monthPage.name).js"))
        Folder.removeFile(folder.appending("\(monthPage.name).html"))
      }
    }
  }

  /// None where there is no such folder yet.
  private static func monthPages(in folder: FilePath) -> Set<GalleryMonthPage> {
    Set(
      Folder.namesIfReadable(in: folder).filter { $0.extension == "html" }.compactMap {
        GalleryMonthPage(name: $0.stem)
      })
  }

  private func write(_ page: String, to folder: FilePath, _ name: String) async throws {
    try await onBlockingThread { [root] in
      try ResultFolders.expect(below: root)
      try Folder.make(folder)
      try DurableFile.update(page.utf8, at: folder.appending(name))
    }
  }
}
