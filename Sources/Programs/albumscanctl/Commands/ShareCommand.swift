internal import Albums
internal import ArgumentParser
internal import Console
internal import Disk
internal import Foundation
internal import Pages
internal import Pipeline
internal import Records
internal import SystemPackage

/// `albumscanctl share`
struct ShareCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "share", abstract: "Write an album's page as one file that you can send to others.",
    discussion: """
      The file holds the artwork, what is known about the album, and the review. It doesn't say which photo it comes from, \
      where anything is on your disk, what it cost, how the album was identified, or whether you own it.
      """)

  @Argument(help: "The scan's number.", completion: .scans)
  var id: Int64

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write to this file; - prints the page. By default it is named after the album, in the current folder.",
      valueName: "file"),
    completion: .file())
  var output: String?

  @OptionGroup var options: CommonOptions

  func validate() throws {
    if options.json, output == "-" {
      throw ValidationError("--json describes the file that was written, so it can't be used with --output -.")
    }
  }

  func run() async throws {
    let context = try CommandContext.open(options)
    let scan = try await context.scan(ScanID(id))
    guard scan.state == .done, let document = scan.document, let bundle = scan.bundle else {
      CommandOutput.complain("Scan \(id) has no album yet, so there is nothing to share. See: albumscanctl show \(id)")
      throw ExitCode.failure
    }
    let pictures = try await PagePictures(
      of: document, inBundle: context.root.appending(bundle), by: CommandContext.imaging())
    let page = Data(HTMLRenderer().sharedPage(document, pictures: pictures).utf8)
    if output == "-" { return try FileHandle.standardOutput.write(contentsOf: page) }
    let path =
      output.map { FilePath(argument: $0) }
      ?? Self.free(PathName("\(document.album.artistName) - \(document.album.albumTitle)", before: ".html"))
    do { try DurableFile.write(page, to: path) } catch {
      CommandOutput.complain("\(path) can't be written: \(error). Choose another one with --output FILE.")
      throw ExitCode.failure
    }
    if context.output.json {
      return try context.output.print("share/1", ["id": id, "file": path.string, "bytes": page.count])
    }
    context.output.say(path.string)
  }

  /// A file in the current folder that isn't there yet.
  private static func free(_ name: PathName) -> FilePath {
    let folder = FilePath(argument: ".")
    var number = 1
    while true {
      let path = folder.appending(number == 1 ? name.text : name.numbered(number))
      if !FileManager.default.fileExists(atPath: path.string) { return path }
      number += 1
    }
  }
}
