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
    let desk = try Desk.open(options)
    let path = FilePath(argument: file)
    do {
      // Whatever else has the name isn't ours to replace.
      if FileManager.default.fileExists(atPath: path.string) { _ = try LedgerBackup.contents(of: path.string) }
    } catch {
      Paper.complain("\(error). It isn't replaced; name another file.")
      throw ExitCode.failure
    }
    var contents: LedgerBackup.Contents?
    do {
      try DurableFile.write(to: path) { contents = try LedgerBackup.copy(desk.ledger, to: $0.string) }
    } catch {
      Paper.complain("\(error)")
      throw ExitCode.failure
    }
    guard let contents else { return }
    if desk.paper.json { return try desk.paper.print(document: BackupReport("backup", path, contents)) }
    desk.paper.say("\(path.string) holds the ledger: \(contents.inWords).")
    desk.remark("Taken back with: albumscanctl restore \(path.string)")
  }
}
