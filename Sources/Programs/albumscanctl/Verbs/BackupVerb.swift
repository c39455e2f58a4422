internal import ArgumentParser
internal import Disk
internal import Foundation
internal import Records
internal import SystemPackage

/// `albumscanctl backup`
struct BackupVerb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Copies the ledger into one file, also while the daemon runs.",
    discussion: """
      The ledger holds the history, the answers that were paid for, and the costs. Results and photos are files in \
      ~/AlbumScan, settings and keys in ~/.config/albumscan: copy those as you copy other files. An earlier backup of \
      that name is replaced, once the new one is whole.
      """)

  @Argument(help: "The file to write.", completion: .file())
  var file: String

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let context = try CommandContext.open(options)
    let path = FilePath(argument: file)
    do {
      // Whatever else has the name isn't ours to replace.
      if FileManager.default.fileExists(atPath: path.string) { _ = try LedgerBackup.contents(of: path.string) }
    } catch {
      CommandOutput.complain("\(error). It isn't replaced; name another file.")
      throw ExitCode.failure
    }
    var contents: LedgerBackup.Contents?
    do {
      try DurableFile.write(to: path) { contents = try LedgerBackup.copy(context.ledger, to: $0.string) }
    } catch {
      CommandOutput.complain("\(error)")
      throw ExitCode.failure
    }
    guard let contents else { return }
    if context.output.json { return try context.output.print(document: BackupReport("backup", path, contents)) }
    context.output.say("\(path.string) holds the ledger: \(contents.inWords).")
    context.remark("Taken back with: albumscanctl restore \(path.string)")
  }
}
