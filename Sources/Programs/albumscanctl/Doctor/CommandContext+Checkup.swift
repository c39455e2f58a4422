internal import Albums
internal import Console
internal import Disk
internal import Foundation
internal import Glibc
internal import Records
internal import Setup
internal import SystemPackage

extension CommandContext {
  /// Opens the ledger.
  /// - Throws: the finding, if that isn't possible.
  static func checked(_ loaded: LoadedSettings, _ options: CommonOptions) throws(CheckResult) -> CommandContext {
    let (state, file) = (loaded.places.state, loaded.places.ledger)
    func refusal(_ code: HealthCode, _ said: String, _ cure: Cure) -> CheckResult {
      .bad(code, "Ledger", said, cure)
    }
    do { try loaded.places.requireLocalLedger() } catch {
      throw refusal(.ledgerNetwork, error.problem, .advice(error.cure))
    }
    if FileManager.default.fileExists(atPath: state.string), access(state.string, R_OK | W_OK | X_OK) != 0 {
      throw refusal(
        .ledgerPermission, "\(state) isn't writable", .command("chmod u+rwx \(state.string.shellWord)"))
    }
    if FileManager.default.fileExists(atPath: file.string), access(file.string, R_OK | W_OK) != 0 {
      throw refusal(
        .ledgerPermission, "\(file) isn't writable", .command("chmod u+rw \(file.string.shellWord)"))
    }
    if let holder = LockHolder.of(file.string), !holder.name.hasPrefix("albumscan") {
      throw refusal(
        .ledgerLocked, "\(holder) keeps the ledger locked, so everything waits", .command("kill \(holder.pid)"))
    }
    do {
      try Folder.make(state)
      return CommandContext(loaded: loaded, ledger: try Ledger(file: file.string), options: options)
    } catch let error as LedgerError where error.isLocked {
      throw refusal(
        .ledgerLocked, "\(error)", .advice("End the program that keeps it locked, then run: albumscanctl doctor"))
    } catch let error as LedgerError where error.isNewer {
      throw refusal(.ledger, "\(error)", .advice("Update AlbumScan"))
    } catch let error as LedgerError where error.isDamaged {
      let aside = state.appending("damaged").string.shellWord
      throw refusal(
        .ledgerDamaged,
        "\(file) is damaged. Your results stay. History and costs start from zero, unless you restore a backup: "
          + "albumscanctl restore FILE",
        .command("mkdir -p \(aside) && mv \(file.string.shellWord)* \(aside)"))
    } catch {
      throw refusal(.ledger, "\(error)", .advice("See: journalctl -k, and: ls -l \(state.string.shellWord)"))
    }
  }
}
