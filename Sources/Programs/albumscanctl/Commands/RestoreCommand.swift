internal import ArgumentParser
internal import Console
internal import Disk
internal import Foundation
internal import Records
internal import Setup
internal import SystemPackage

/// `albumscanctl restore`
struct RestoreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Restore the ledger from a backup, while the daemon is stopped.",
    discussion: """
      The previous ledger is kept beside the new one. Scans made since the backup are no longer in the history, and \
      their cost no longer counts against the budget. Their folders stay.
      """)

  @Argument(help: "A file that albumscanctl backup wrote.", completion: .file())
  var file: String

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let places = try CommandContext.settings(options).places
    let (output, path) = (CommandOutput(json: options.json), FilePath(argument: file))
    guard FileManager.default.fileExists(atPath: path.string) else {
      CommandOutput.complain("There is no file \(path.string). To make a backup: albumscanctl backup FILE")
      throw ExitCode.failure
    }
    let contents: LedgerBackup.Contents
    let aside: FilePath?
    do {
      try places.requireLocalLedger()
      try Folder.make(places.state)
      let lock = try ExclusiveLock(at: places.state.appending("albumscand.lock"))
      // Before anything is changed: an unusable backup must leave everything as it is.
      _ = try LedgerBackup.contents(of: path.string)
      aside = try Self.setAside(places.ledger)
      contents = try LedgerBackup.restore(path.string, to: places.ledger.string)
      // The daemon rebuilds it when it starts. The covers' numbers may change.
      Folder.removeFile(places.coverIndex)
      withExtendedLifetime(lock) {}
    } catch ExclusiveLock.Refusal.held(let holder, _) {
      let who = holder.pid.map { "albumscand (process \($0))" } ?? "albumscand"
      CommandOutput.complain(
        "\(who) is using the ledger. Stop it and run this command again: systemctl --user stop albumscand")
      throw ExitCode.tryLater
    }
    if output.json { return try output.print("restore/1", contents.fields(of: path, setAside: aside)) }
    output.say("The ledger was restored from \(path.string): \(contents.inWords).")
    if let aside { output.say("The previous ledger is kept: \(aside.string)") }
  }

  /// Keeps the existing ledger under another name: as a copy, or, if it can't be read, by renaming the file.
  /// - Returns: where it is kept; nil if there is none.
  private static func setAside(_ ledger: FilePath) throws -> FilePath? {
    guard FileManager.default.fileExists(atPath: ledger.string) else { return nil }
    let moment = Date().formatted(.iso8601.dateSeparator(.omitted).timeSeparator(.omitted))
    let aside = FilePath("\(ledger.string).\(moment)")
    do {
      try DurableFile.write(to: aside) { _ = try LedgerBackup.copy(try Ledger(file: ledger.string), to: $0.string) }
    } catch is LedgerError {
      try FileManager.default.moveItem(atPath: ledger.string, toPath: aside.string)
      // If a crash comes in between, SQLite discards a journal without its database.
      for ending in ["-wal", "-shm"] where FileManager.default.fileExists(atPath: ledger.string + ending) {
        try FileManager.default.moveItem(atPath: ledger.string + ending, toPath: aside.string + ending)
      }
    }
    return aside
  }
}
