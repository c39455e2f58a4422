internal import Albums
internal import ArgumentParser
internal import Console
internal import Disk
internal import Foundation
internal import Records
internal import SystemPackage

/// `albumscanctl open`
struct OpenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Open a scan's page, or the gallery of all scans, in the browser.")

  @Argument(help: "The scan's number. Without one, the gallery opens.", completion: .scans)
  var id: Int64?

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let context = try CommandContext.open(options)
    let page: FilePath
    if let id {
      page = try context.page(of: try await context.scan(ScanID(id)))
    } else {
      page = context.root.appending("done").appending("index.html")
      guard Folder.isFile(page) else {
        CommandOutput.complain("There is no gallery yet. Scan your first album to begin: albumscanctl scan PHOTO")
        throw ExitCode.failure
      }
    }
    try await context.open(page)
    if let id { try await context.ledger.viewed(ScanID(id), now: Date()) }
    if context.output.json { return try context.output.print("open/1", ["page": page.string]) }
    context.output.say(page.string)
  }
}
