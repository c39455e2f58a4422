internal import Albums
internal import Console
internal import Disk
internal import Foundation
internal import Glibc
internal import Records
internal import Setup
internal import SystemPackage

/// Opens the ledger, or reports why that isn't possible.
enum LedgerCheckup {
  struct Refusal: Error {
    let finding: Finding
  }

  static func open(_ loaded: LoadedSettings, _ options: CommonOptions) -> Result<CommandContext, Refusal> {
    let (state, file) = (loaded.places.state, loaded.places.ledger)
    func refused(_ code: HealthCode, _ said: String, _ cure: Cure) -> Result<CommandContext, Refusal> {
      .failure(Refusal(finding: .bad(code, "Ledger", said, cure)))
    }
    do { try loaded.places.requireLocalLedger() } catch {
      return refused(.ledgerNetwork, error.problem, .advice(error.cure))
    }
    if FileManager.default.fileExists(atPath: state.string), access(state.string, R_OK | W_OK | X_OK) != 0 {
      return refused(
        .ledgerPermission, "\(state) isn't writable", .command("chmod u+rwx \(state.string.shellWord)"))
    }
    if FileManager.default.fileExists(atPath: file.string), access(file.string, R_OK | W_OK) != 0 {
      return refused(
        .ledgerPermission, "\(file) isn't writable", .command("chmod u+rw \(file.string.shellWord)"))
    }
    if let holder = LockHolder.of(file.string), !holder.name.hasPrefix("albumscan") {
      return refused(
        .ledgerLocked, "\(holder) keeps the ledger locked, so everything waits", .command("kill \(holder.pid)"))
    }
    do {
      try Folder.make(state)
      return .success(CommandContext(loaded: loaded, ledger: try Ledger(file: file.string), options: options))
    } catch let error as LedgerError where error.isLocked {
      return refused(
        .ledgerLocked, "\(error)", .advice("End the program that keeps it locked, then run: albumscanctl doctor"))
    } catch let error as LedgerError where error.isNewer {
      return refused(.ledger, "\(error)", .advice("Update AlbumScan"))
    } catch let error as LedgerError where error.isDamaged {
      let aside = state.appending("damaged").string.shellWord
      return refused(
        .ledgerDamaged,
        "\(file) is damaged. Your results stay. History and costs start from zero, unless you restore a backup: "
          + "albumscanctl restore FILE",
        .command("mkdir -p \(aside) && mv \(file.string.shellWord)* \(aside)"))
    } catch {
      return refused(.ledger, "\(error)", .advice("See: journalctl -k, and: ls -l \(state.string.shellWord)"))
    }
  }
}
