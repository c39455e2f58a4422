internal import Albums
internal import ArgumentParser
internal import Console
internal import Disk
internal import Foundation
internal import Pipeline
internal import Records
internal import Setup
internal import Subprocess
internal import SystemPackage
internal import Watching

/// `albumscanctl scan`
struct ScanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scan", abstract: "Scan photos now, ahead of all others, and show the progress.",
    discussion: """
      The daemon scans the photos. If it isn't running, this command does. A photo outside the inbox stays where it \
      is. The command waits for the reviews, too, but the pages are there before.
      """)

  @Argument(help: "The photos.", completion: .file())
  var files: [String]

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let context = try CommandContext.open(options)
    var ids: [ScanID] = []
    for file in files { if let id = try await submit(file, to: context) { ids.append(id) } }
    if ids.isEmpty { throw ExitCode.failure }
    let watch = ScanWatch(ids: ids, context: context)
    // The daemon may exit in the meantime, or the ledger was locked by another `scan`.
    while try await !watch.isOver {
      if context.daemon == nil { try await workAlone(on: ids, at: context, watch) } else { try await watch.follow() }
    }
    let ends = try await watch.end()
    if context.output.json { try context.output.print("scan/1", ["scans": ends]) }
    try settle(ends, areAll: ids.count == files.count)
  }

  /// - Returns: nil for a file that can't be scanned, which is reported.
  private func submit(_ file: String, to context: CommandContext) async throws -> ScanID? {
    let path = FilePath(argument: file)
    // What can't be opened is reported below.
    if let size = try? OpenedPhoto(path).identity.size, size > IncomingPhoto.limit {
      CommandOutput.complain("\(WatchCondition.tooLarge(path, size: size, limit: IncomingPhoto.limit))")
      return nil
    }
    let reached = try within(reach: path, of: context)
    guard let photo = try? await IncomingPhoto.open(reached) else {
      CommandOutput.complain("\(file) can't be read or isn't a file. Check its name and permissions: ls -l \(file)")
      return nil
    }
    switch try await photo.readAndEnqueue(
      in: context.ledger, origin: .command, inboxes: context.loaded.settings.folders.inbox, now: Date())
    {
    case .accepted(let id), .known(let id), .same(let id): return id
    }
  }

  /// The service has its own /tmp. A photo in ours is copied to the inbox, where the service can see it.
  private func within(reach path: FilePath, of context: CommandContext) throws -> FilePath {
    guard context.daemon != nil, let inbox = context.loaded.settings.folders.inbox.first, let name = path.lastComponent,
      ["/tmp", "/var/tmp"].contains(where: { path.starts(with: FilePath($0)) }), !inbox.starts(with: "/tmp"),
      let bytes = try? OpenFile.contents(of: path, upTo: Int(IncomingPhoto.limit))
    else { return path }
    let copy = inbox.appending(name)
    guard !Folder.exists(copy) else { return path }
    try DurableFile.write(bytes, to: copy)
    return copy
  }

  /// Runs albumscand itself, for these scans only.
  private func workAlone(on ids: [ScanID], at context: CommandContext, _ watch: ScanWatch) async throws {
    let daemon = Places.programs.appending("albumscand")
    var arguments = ["--once", "--only", ids.map(\.description).joined(separator: ",")]
    if let config = options.config { arguments += ["--config", config] }
    let words = Arguments(arguments)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        let ended = try await Subprocess.run(
          .path(daemon), arguments: words, output: .discarded, error: .string(limit: 1 << 20))
        // 0 and 2 are regular results, which are read from the ledger; anything else is an error.
        if case .exited(let code) = ended.terminationStatus, code == 0 || code == 2 {
          await watch.finish()
          return true
        }
        // Another process has locked the ledger in the meantime.
        if ended.terminationStatus == .exited(EX_TEMPFAIL) { return false }
        await watch.clear()
        CommandOutput.complain(ended.standardError)
        throw ended.terminationStatus == .exited(5) ? ExitCode.needsAttention : ExitCode.failure
      }
      // Steps are shown until everything is settled. Then the program still has to write the gallery, and exits by
      // itself. Scans that aren't settled when it has exited wait for a time or a cure.
      group.addTask {
        try await watch.run()
        return true
      }
      // Not waitForAll(), which waits for the other tasks even if one has failed.
      while let goesOn = try await group.next() { if !goesOn { return group.cancelAll() } }
    }
  }

  private func settle(_ ends: [Scan], areAll: Bool) throws {
    // Another scan's page shows a photo that joined it.
    let good = ends.filter { $0.state == .done || $0.joined != nil }.count
    if good == ends.count, areAll { return }
    if ends.contains(where: { $0.finished == nil }) { throw good > 0 ? ExitCode.partly : ExitCode.tryLater }
    // A single photo that needs the user counts as "part of it", as with --once.
    throw good > 0 || ends.contains { $0.state == .unsure } ? ExitCode.partly : ExitCode.failure
  }
}
