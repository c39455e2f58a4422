internal import Albums
internal import ArgumentParser
internal import Disk
internal import Foundation
internal import Pipeline
internal import Records
internal import Setup
internal import Subprocess
internal import SystemPackage

/// `albumscanctl scan`
struct ScanVerb: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan", abstract: "Scan photos now, ahead of all others, and show the progress.",
    discussion: """
      The daemon scans the photos. If it isn't running, this command does. A photo outside the inbox stays where it is.
      """)

  @Argument(help: "The photos.", completion: .file())
  var files: [String]

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let context = try CommandContext.open(options)
    let canvas = context.canvas
    var ids: [ScanID] = []
    for file in files { if let id = try await submit(file, to: context) { ids.append(id) } }
    if ids.isEmpty { throw ExitCode.failure }
    let watch = ScanWatch(ids: ids, context: context, canvas: canvas)
    // The daemon may end meanwhile, or what has the ledger was somebody's `scan` of other photos.
    while try await !watch.isOver {
      if context.daemon == nil { try await workAlone(on: ids, at: context, watch) } else { try await watch.follow() }
    }
    let ends = try await watch.end()
    if context.output.json { try context.output.print(document: ScanList("scan", ends)) }
    try settle(ends, areAll: ids.count == files.count)
  }

  /// - Returns: nil for a file that can't be scanned, which is said.
  private func submit(_ file: String, to context: CommandContext) async throws -> ScanID? {
    let path = FilePath(argument: file)
    guard let photo = IncomingPhoto(at: try within(reach: path, of: context)) else {
      CommandOutput.complain("\(file) can't be read or isn't a file. Check its name and permissions: ls -l \(file)")
      return nil
    }
    switch try await photo.receive(into: context.ledger, origin: .command, now: Date()) {
    case .accepted(let id), .known(let id): return id
    }
  }

  /// A service has a /tmp of its own: a photo that lies in ours is copied into the inbox, where it can be seen.
  private func within(reach path: FilePath, of context: CommandContext) throws -> FilePath {
    guard context.daemon != nil, let inbox = context.loaded.settings.folders.inbox.first, let name = path.lastComponent,
      ["/tmp", "/var/tmp"].contains(where: { path.starts(with: FilePath($0)) }), !inbox.starts(with: "/tmp"),
      let bytes = FileManager.default.contents(atPath: path.string)
    else { return path }
    let copy = inbox.appending(name)
    guard !FileManager.default.fileExists(atPath: copy.string) else { return path }
    try DurableFile.write(bytes, to: copy)
    return copy
  }

  /// The daemon's own program does the work, for these scans only.
  private func workAlone(on ids: [ScanID], at context: CommandContext, _ watch: ScanWatch) async throws {
    let daemon = Places.programs.appending("albumscand")
    var arguments = ["--once", "--only", ids.map(\.description).joined(separator: ",")]
    if let config = options.config { arguments += ["--config", config] }
    let words = Arguments(arguments)
    try await withThrowingTaskGroup { group in
      group.addTask {
        let ended = try await Subprocess.run(
          .path(daemon), arguments: words, output: .discarded, error: .string(limit: 1 << 20))
        // 0 and 2 are ends of scans, which are read from the ledger; anything else is trouble.
        if case .exited(let code) = ended.terminationStatus, code == 0 || code == 2 { return await watch.finish() }
        // Another has the ledger since.
        if ended.terminationStatus == .exited(EX_TEMPFAIL) { throw LedgerTaken() }
        await watch.clear()
        CommandOutput.complain(ended.standardError)
        throw ended.terminationStatus == .exited(5) ? ExitCode.needsAttention : ExitCode.failure
      }
      // The steps are shown until all is settled; the program still has the gallery to write then, and ends by itself.
      // What isn't settled when it has ended waits for a time or a cure.
      group.addTask { try await watch.run() }
      // Not waitForAll(), which waits for the others where one has failed.
      do { while try await group.next() != nil {} } catch is LedgerTaken { group.cancelAll() }
    }
  }

  private struct LedgerTaken: Error {}

  private func settle(_ ends: [Scan], areAll: Bool) throws {
    let good = ends.filter { $0.state == .done }.count
    if good == ends.count, areAll { return }
    if ends.contains(where: { $0.finished == nil }) { throw good > 0 ? ExitCode.partly : ExitCode.tryLater }
    // One photo that needs a person is "part of it", as with --once.
    throw good > 0 || ends.contains { $0.state == .unsure } ? ExitCode.partly : ExitCode.failure
  }
}
