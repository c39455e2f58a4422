internal import Albums
internal import ArgumentParser
internal import Console
internal import Disk
internal import Foundation
internal import Records
internal import Setup
internal import SystemPackage

/// `albumscanctl backup`
struct BackupCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Copy the ledger to one file, even while the daemon is running.",
    discussion: """
      The ledger is AlbumScan's database: the history, the answers that were paid for, and the costs. Back up results \
      and photos (~/AlbumScan) and settings and keys (~/.config/albumscan) like any other files. If FILE is an earlier \
      backup, the new one replaces it once it is complete.
      """)

  @Argument(help: "The file to write.", completion: .file())
  var file: String

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let copy = try copier()
    let output = CommandOutput(json: options.json)
    let path = FilePath(argument: file)
    do {
      // Don't replace a file that isn't a backup.
      if FileManager.default.fileExists(atPath: path.string) { _ = try LedgerBackup.contents(of: path.string) }
    } catch {
      CommandOutput.complain("\(error). AlbumScan doesn't replace it. Name another file.")
      throw ExitCode.failure
    }
    var contents: LedgerBackup.Contents?
    try DurableFile.write(to: path) { contents = try copy($0.string) }
    guard let contents else { return }
    if output.json { return try output.print("backup/1", contents.fields(of: path)) }
    output.say("\(path.string) contains the ledger: \(contents.inWords).")
    output.say("Restore it with: albumscanctl restore \(path.string)")
  }

  /// Nothing but this command opens a ledger on a network file system: otherwise nobody could move it.
  private func copier() throws -> (String) throws -> LedgerBackup.Contents {
    let places = try CommandContext.settings(options).places
    do { try places.requireLocalLedger() } catch {
      guard FileManager.default.fileExists(atPath: places.ledger.string) else { throw error }
      return { try LedgerBackup.copy(unshared: places.ledger.string, to: $0) }
    }
    let ledger = try CommandContext.open(options).ledger
    return { try LedgerBackup.copy(ledger, to: $0) }
  }
}

extension LedgerBackup.Contents {
  /// What `backup` and `restore` print with `--json`.
  /// - Parameter setAside: where `restore` keeps the previous ledger.
  func fields(of file: FilePath, setAside: FilePath? = nil) -> JSONObject {
    // The size is only information; the contents were counted before.
    let bytes = (try? FileManager.default.attributesOfItem(atPath: file.string)[.size] as? Int) ?? 0
    return [
      "file": file.string, "bytes": bytes, "scans": scans, "covers": covers, "newestScanAt": newest,
      "setAside": setAside?.string,
    ]
  }

  /// As text for people.
  var inWords: String {
    let last = newest.map { ", the last of \(Phrases.moment($0))" } ?? ""
    return "\(Phrases.count(scans, "scan"))\(last), and \(Phrases.count(covers, "known cover"))"
  }
}
