internal import Disk
internal import Foundation
internal import Logging
internal import Pipeline
internal import Records
internal import Setup
internal import SystemPackage
internal import Systemd
internal import Threads

/// Handles disks that are full, failing, or read-only.
extension Daemon {
  /// While the ledger's disk rejects writes, the daemon waits, reports it, and tells the watchdog that it is alive.
  static func retries(with places: Places, _ status: StatusLine) -> LedgerRetries {
    let logger = Logger.current
    return LedgerRetries { moment in
      switch moment {
      case .began(let error):
        let trouble = UnwritableFolder.met(at: places.state, needing: UnwritableFolder.roomForLedger)
        let reason = trouble.map { "\($0.reason). \($0.cureInPassing)." } ?? "\(error)"
        logger.error(
          "The ledger can't be written, so everything waits: \(reason)",
          metadata: trouble == nil ? [:] : ["event": .string(EventID.diskFull.rawValue)])
        status.hold(reason)
      case .tried: status.stillHolding()
      case .over:
        status.release()
        logger.notice("the ledger can be written again")
      }
    }
  }

  /// What to tell the user if a disk problem keeps the daemon from running; nil for any other error.
  func diskTrouble(in error: any Error) -> String? {
    switch error {
    case let error as DiskError: return error.isOfTheDisk ? Self.words(for: UnwritableFolder(error)) : nil
    case ExclusiveLock.Refusal.failed(let error): return Self.words(for: UnwritableFolder(error)) ?? error.description
    case let error as LedgerError:
      guard error.mayPass else { return nil }
      return Self.words(for: .met(at: loaded.places.state, needing: UnwritableFolder.roomForLedger))
        ?? error.description
    default: return nil
    }
  }

  private static func words(for trouble: UnwritableFolder?) -> String? {
    trouble.map { "\($0.reason). \($0.cure), then start albumscand again." }
  }

  /// Leftovers of earlier attempts are no reason not to start.
  static func sweep(_ orphanedFolders: OrphanedFolders) async {
    do {
      _ = try await withTaskExecutorPreference(BlockingTaskExecutor.shared) { try await orphanedFolders.sweep() }
    } catch {
      Logger.current.notice("leftover folders couldn't be removed: \(error)")
    }
  }
}

/// The daemon's folders: created before it starts, and cleared of unfinished files.
extension Daemon {
  /// Removes unfinished files that a crash or a failing disk left.
  /// - Parameter results: whether to search the results and the pictures of photos, too, which takes a while with a
  ///   million scans.
  static func sweepFolders(_ loaded: LoadedSettings, results: Bool = true) {
    let (places, root) = (loaded.places, loaded.settings.folders.root)
    let small = [places.configuration, places.state, places.wallet, root.appending("done").appending("wallet")]
    ResultFolders.sweep(small + (results ? [places.pictures] + ResultFolders.all(below: root) : []))
  }

  /// Creates the folders, except an inbox that the user set elsewhere, which may be on a disk that isn't mounted.
  /// Creates nothing in a root whose disk isn't mounted.
  /// - Returns: whether the result folders exist.
  @discardableResult
  static func prepareFolders(_ loaded: LoadedSettings, _ ledger: Ledger) async throws -> Bool {
    let root = loaded.settings.folders.root
    try await onBlockingThread { try Folder.make(loaded.places.pictures) }
    if try await isUnmounted(root, ledger) {
      Logger.current.error("nothing is created in \(root): the disk with the results doesn't seem to be mounted")
      return false
    }
    try await onBlockingThread {
      try ResultFolders.make(below: root)
      for inbox in loaded.settings.folders.inbox where inbox.starts(with: root) { try Folder.make(inbox) }
    }
    // Until version 1.0, paths of photos were recorded as the settings name their folders.
    for link in loaded.settings.folders.links {
      try await ledger.rename(folder: Data(link.name), to: Data(link.target))
    }
    if let disk = await onBlockingThread({ Folder.fileSystem(of: root) }) {
      try await ledger.note(resultsAt: root.string, on: disk)
    }
    return true
  }

  /// Sweeps the result folders and the pictures of photos after a crash, or if it is unknown whether there was one;
  /// always sweeps all other folders.
  /// - Returns: a marker that says, until it is cleared, that files may be unfinished; nil if the earlier marker has to
  ///   stay.
  static func sweepAfterCrash(
    _ loaded: LoadedSettings, _ ledger: Ledger, hasResults: Bool
  ) async throws -> CrashMarker? {
    let root = loaded.settings.folders.root
    let markers = loaded.places.crashMarkers(for: root)
    let (isKnown, left) = try await onBlockingThread {
      let isKnown = Folder.isThere(markers)
      try Folder.make(markers)
      return (isKnown, try CrashMarker.left(in: markers))
    }
    let marker = try await onBlockingThread { () throws(DiskError) in try CrashMarker(in: markers) }
    let isDue = hasResults && (!isKnown || !left.isEmpty)
    await onBlockingThread { sweepFolders(loaded, results: isDue) }
    if isDue {
      await sweep(OrphanedFolders(root: root, ledger: ledger))
      try await PictureStore(folder: loaded.places.pictures).removeLeftovers(of: ledger)
      await onBlockingThread { left.forEach(Folder.removeFile) }
    }
    if hasResults { return marker }
    return nil
  }

  /// Ends a run that leaves nothing unfinished, so that the next start needn't search for it.
  static func clear(_ marker: consuming CrashMarker, for root: FilePath) async {
    do {
      // Removed files must not come back after a power failure.
      try await onBlockingThread { for folder in ResultFolders.all(below: root) { try Folder.flush(folder) } }
      marker.clear()
    } catch { Logger.current.notice("the next start will look for unfinished folders: \(error)") }
  }

  /// Whether there were results that are gone together with their disk. If that disk is still there, somebody deleted
  /// them, and everything is created again.
  private static func isUnmounted(_ root: FilePath, _ ledger: Ledger) async throws -> Bool {
    guard await onBlockingThread({ ResultFolders.areGone(below: root) }),
      let disk = try await ledger.disk(ofResultsAt: root.string)
    else { return false }
    return await onBlockingThread {
      // A missing root would be created on the disk of its parent.
      Folder.fileSystem(of: Folder.isThere(root) ? root : root.removingLastComponent()) != disk
    }
  }
}
