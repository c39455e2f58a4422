internal import Albums
internal import ArgumentParser
internal import Foundation
internal import Records
internal import SystemPackage

/// `albumscanctl open`
struct OpenVerb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Opens a scan's page in the browser, or the gallery of all scans.")

  @Argument(help: "The scan's number; none for the gallery.", completion: Completions.scans)
  var id: Int64?

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let desk = try Desk.open(options)
    let page: FilePath
    if let id {
      page = try desk.page(of: try await desk.scan(ScanID(id)))
    } else {
      page = desk.root.appending("done").appending("index.html")
      guard FileManager.default.fileExists(atPath: page.string) else {
        Paper.complain("There is no gallery yet. Scan your first album to begin: albumscanctl scan PHOTO")
        throw ExitCode.failure
      }
    }
    try await desk.open(page)
    if let id { try await desk.ledger.viewed(ScanID(id), now: Date()) }
    if desk.paper.json { return try desk.paper.print(document: Report(page: page.string)) }
    desk.paper.say(page.string)
  }

  private struct Report: Encodable {
    let schema = "albumscan/open/1"
    let page: String
  }
}
