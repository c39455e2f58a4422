package import Albums
internal import Digests
internal import Disk
internal import Foundation
internal import Logging
package import Records
internal import ServiceLifecycle
internal import Synchronization
package import SystemPackage
internal import Threads

/// Keeps `done/phone.html` up to date, and what is going on at the top of the gallery: at once when nothing is in
/// progress, and otherwise at most every ten seconds, since the folder may be synced.
package final class PhonePageUpdater: Service {
  private struct Said {
    var edition = ""
    var activity: Activity?
    /// Of the page, but for the time at which it was written. The contents of a hundred albums take two megabytes.
    var digest: String?
    var at: Duration?
    var isBusy = false
  }

  private let ledger: Ledger
  private let root: FilePath
  private let renderer: any PageRenderer
  private let gallery: GalleryUpdater
  private let notes: LibraryNotes?
  private let albums: @Sendable () -> Int
  private let time: TimeSource
  private let wakeSignal = WakeSignal()
  private let list = Mutex<[PhoneContents.ListEntry]>([])
  private let said = Mutex(Said())
  /// Why it couldn't be written the last time.
  private let failure = Mutex<String?>(nil)

  /// Between two pages while scans are in progress.
  static let pace: Duration = .seconds(10)

  /// - Parameters:
  ///   - notes: what pages say of the music library.
  ///   - albums: how many of the newest the page shows; 0 for no page.
  package init(
    ledger: Ledger, root: FilePath, renderer: any PageRenderer, gallery: GalleryUpdater, notes: LibraryNotes?,
    albums: @escaping @Sendable () -> Int, time: TimeSource = .system
  ) {
    self.ledger = ledger
    self.root = root
    self.renderer = renderer
    self.gallery = gallery
    self.notes = notes
    self.albums = albums
    self.time = time
  }

  /// There may be something new.
  package func look() { wakeSignal.fire() }

  /// The music library is this now.
  package func show(_ list: [PhoneContents.ListEntry]) {
    guard self.list.exchange(list) != list else { return }
    said.withLock { $0.edition = "" }
    wakeSignal.fire()
  }

  package func run() async throws {
    await cancelWhenGracefulShutdown { [self] in
      wakeSignal.fire()
      while !Task.isCancelled {
        let rest = said.withLock { $0.isBusy ? Self.pace : nil }
        await wakeSignal.wait(atMost: rest, sleep: time.sleep)
        guard !Task.isCancelled else { break }
        await refreshLogged()
      }
    }
    said.withLock { $0.at = nil }
    await refreshLogged()
  }

  private func refreshLogged() async {
    do {
      try await refresh()
      _ = failure.exchange(nil)
    } catch is CancellationError {} catch {
      // It is tried again at every look.
      let reason = "the phone's page can't be written: \(error)"
      if failure.exchange(reason) != reason { Logger.current.warning("\(reason)") }
    }
  }

  /// Writes the page if it would say something new, and isn't too soon.
  /// - Returns: whether it was written.
  @discardableResult
  package func refresh() async throws -> Bool {
    let count = albums()
    let isBusy = try await !ledger.isIdle()
    let edition = "\(try await ledger.edition()) \(count)"
    let isDue = said.withLock { said in
      said.isBusy = isBusy
      if !isBusy { return said.edition != edition }
      return said.at.map { time.uptime() - $0 >= Self.pace } ?? true
    }
    guard isDue else { return false }
    let contents = try await contents(albums: count)
    let digest = count == 0 ? nil : await digest(of: contents)
    let before = said.withLock { said in
      defer {
        (said.edition, said.activity, said.digest, said.at) = (edition, contents.activity, digest, time.uptime())
      }
      return said
    }
    if before.activity != contents.activity { gallery.markFront() }
    // Where there is to be none, an older one may still be there.
    if let digest, digest == before.digest { return false }
    do {
      return try await count == 0 ? remove() : write(contents)
    } catch {
      said.withLock { ($0.edition, $0.digest) = ("", nil) }
      throw error
    }
  }

  /// The page is drawn for it, 22 ms for a hundred albums, and once more if it is to be written with its time.
  private func digest(of contents: PhoneContents) async -> String {
    var timeless = contents
    (timeless.written, timeless.writtenAt) = ("", "")
    return await onBlockingThread { [renderer, timeless] in SHA256.hex(of: renderer.phonePage(timeless).utf8) }
  }

  private func contents(albums count: Int) async throws -> PhoneContents {
    let now = time.now()
    let scans = count == 0 ? [] : try await ledger.newestDone(limit: count)
    let shown = await onBlockingThread { [root, notes] in
      scans.compactMap { scan -> PhoneContents.Album? in
        guard let document = scan.document else { return nil }
        let thumbnail = scan.bundle.flatMap { BundleFolder(path: root.appending($0)).thumbnail(of: document) }
        let mark = notes?.note(on: document).map { "In your library: \($0.holding.words)" }
        return PhoneContents.Album(document, thumbnail: thumbnail.map { Array($0) }, mark: mark)
      }
    }
    return PhoneContents(
      writtenAt: now.rfc3339, written: now.wallClock(at: .distantPast),
      activity: try await Activity(of: ledger, below: root, at: now), albums: shown,
      total: try await ledger.counts()[.done] ?? 0, list: count == 0 ? [] : try await owned())
  }

  /// Everything owned or wanted: on the lists, and in the music library.
  private func owned() async throws -> [PhoneContents.ListEntry] {
    let wanted = ListName.wanted.text
    var listed: [AlbumKey: PhoneContents.ListEntry] = [:]
    for entry in try await ledger.listedAlbums() {
      let names = entry.marks.lists.map(\.name)
      guard names.contains(ListName.owned.text) || names.contains(wanted) else { continue }
      listed[entry.album.identity.key] = PhoneContents.ListEntry(
        artistName: entry.album.artistName, albumTitle: entry.album.albumTitle, releaseYear: entry.album.releaseYear,
        mark: names.contains(wanted) ? wanted : nil)
    }
    // The files say more: which tracks are missing.
    for entry in list.withLock({ $0 }) {
      listed[AlbumKey(artistName: entry.artistName, albumTitle: entry.albumTitle, releaseYear: entry.releaseYear)] =
        entry
    }
    return Array(listed.values).sorted { ($0.artistName, $0.albumTitle) < ($1.artistName, $1.albumTitle) }
  }

  private var page: FilePath { root.appending("done").appending("phone.html") }

  private func write(_ contents: PhoneContents) async throws -> Bool {
    let isNew = try await onBlockingThread { [self] in
      try ResultFolders.expect(below: root)
      let isNew = !Folder.isFile(page)
      try Folder.make(page.removingLastComponent())
      try DurableFile.update(renderer.phonePage(contents).utf8, at: page)
      return isNew
    }
    guard isNew, contents.total > 0 else { return true }
    let reason =
      "\(page) is new, a page for your phone. It names your photos and what you own, so don't share it with others. To "
      + "have none: albumscanctl config set phone.albums 0"
    Logger.current.notice("\(reason)")
    let now = time.now()
    try await ledger.report(
      .phonePage, at: page.string, reason: reason, cure: nil, until: now.addingTimeInterval(7 * 86400), now: now)
    return true
  }

  /// Removes the page if AlbumScan made it.
  private func remove() async throws -> Bool {
    try await onBlockingThread { [self] in
      let mark = Data("<meta name=\"generator\" content=\"AlbumScan\">".utf8)
      guard let bytes = try? OpenFile.contents(of: page, upTo: 8 << 20), Data(bytes).range(of: mark) != nil else {
        return false
      }
      try ResultFolders.expect(below: root)
      Folder.removeFile(page)
      return true
    }
  }
}
