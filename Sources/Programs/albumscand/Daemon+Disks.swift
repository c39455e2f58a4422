internal import Disk
internal import Logging
internal import Pipeline
internal import Records
internal import Setup
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
