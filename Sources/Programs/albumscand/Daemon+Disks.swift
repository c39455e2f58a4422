internal import Disk
internal import Logging
internal import Pipeline
internal import Records
internal import Setup
internal import SystemPackage
internal import Systemd

/// Handles disks that are full, failing, or read-only.
extension Daemon {
  /// While the ledger's disk doesn't take what is written, the daemon holds, says so, and is known to live.
  static func patience(with places: Places, _ status: StatusLine) -> LedgerPatience {
    let logger = Logger.current
    return LedgerPatience { moment in
      switch moment {
      case .began(let error):
        let trouble = DiskTrouble.met(at: places.state, needing: DiskTrouble.roomForLedger)
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

  /// What to tell a person where a disk kept the daemon from running; nil for another error.
  func diskTrouble(in error: any Error) -> String? {
    switch error {
    case let error as DiskError: return error.isOfTheDisk ? Self.words(for: DiskTrouble(error)) : nil
    case ExclusiveLock.Refusal.failed(let error): return Self.words(for: DiskTrouble(error)) ?? error.description
    case let error as LedgerError:
      guard error.mayPass else { return nil }
      return Self.words(for: .met(at: loaded.places.state, needing: DiskTrouble.roomForLedger)) ?? error.description
    default: return nil
    }
  }

  private static func words(for trouble: DiskTrouble?) -> String? {
    trouble.map { "\($0.reason). \($0.cure), then start albumscand again." }
  }

  /// What earlier tries left is no reason not to begin.
  static func sweep(_ orphanedFolders: OrphanedFolders) async {
    do { try await orphanedFolders.sweep() } catch {
      Logger.current.notice("leftover folders couldn't be removed: \(error)")
    }
  }
}

/// The daemon's folders: created before it starts, and cleared of unfinished files.
extension Daemon {
  /// Removes what a crash or a failing disk left half-made.
  /// - Parameter results: those of a million scans take a while to look through.
  static func sweepFolders(_ loaded: LoadedSettings, results: Bool = true) {
    let (places, root) = (loaded.places, loaded.settings.folders.root)
    let small = [
      places.configuration, places.state, places.pictures, places.wallet, root.appending("done").appending("wallet"),
    ]
    for folder in small + (results ? ResultFolders.all(below: root) : []) { StagedFolder.sweepAll(below: folder) }
  }

  /// An inbox that the user named elsewhere is not made: it
  /// may be a disk that isn't mounted; nor is anything in a root whose disk isn't.
  /// - Returns: whether the folders of results are there.
  @discardableResult
  static func prepareFolders(_ loaded: LoadedSettings, _ ledger: Ledger) async throws -> Bool {
    let root = loaded.settings.folders.root
    try Folder.make(loaded.places.pictures)
    if try await isUnmounted(root, ledger) {
      Logger.current.error("nothing is created in \(root): the disk with the results doesn't seem to be mounted")
      return false
    }
    try ResultFolders.make(below: root)
    for inbox in loaded.settings.folders.inbox where inbox.starts(with: root) { try Folder.make(inbox) }
    if let disk = FileSystemID(of: root) { try await ledger.note(resultsAt: root.string, on: disk.number) }
    return true
  }

  /// Sweeps the folders of results where somebody crashed, or where nobody knows; all others always.
  /// - Returns: says, until it is cleared, that something may be half-made; nil where that has to stay said.
  static func sweepAfterCrash(
    _ loaded: LoadedSettings, _ ledger: Ledger, hasResults: Bool
  ) async throws -> CrashMarker? {
    let root = loaded.settings.folders.root
    let markers = loaded.places.crashMarkers(for: root)
    let isKnown = Folder.isThere(markers)
    try Folder.make(markers)
    let left = try CrashMarker.left(in: markers)
    let marker = try CrashMarker(in: markers)
    let isDue = hasResults && (!isKnown || !left.isEmpty)
    sweepFolders(loaded, results: isDue)
    if isDue {
      await sweep(OrphanedFolders(root: root, ledger: ledger))
      left.forEach(Folder.removeIfPossible)
    }
    if hasResults { return marker }
    return nil
  }

  /// The last act of a run that leaves nothing half-made: the next start needn't look for it.
  static func clear(_ marker: consuming CrashMarker, for root: FilePath) {
    do {
      // What was removed doesn't come back after a power cut.
      for folder in ResultFolders.all(below: root) { try Folder.flush(folder) }
      marker.clear()
    } catch { Logger.current.notice("the next start will look for unfinished folders: \(error)") }
  }

  /// Results were there, and are gone with the disk that they were on. Where that disk is still there somebody took them
  /// away, and all is made again.
  private static func isUnmounted(_ root: FilePath, _ ledger: Ledger) async throws -> Bool {
    guard ResultFolders.areGone(below: root), let disk = try await ledger.disk(ofResultsAt: root.string) else {
      return false
    }
    // A root that isn't there itself is made on the disk that would hold it.
    return FileSystemID(of: Folder.isThere(root) ? root : root.removingLastComponent()) != FileSystemID(number: disk)
  }
}
