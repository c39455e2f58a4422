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
    commandName: "scan", abstract: "Scans photos now, before all others, and shows how it goes.",
    discussion: """
      Through the daemon, or by itself while that isn't running. A photo that lies outside the inbox stays where it is.
      """)

  @Argument(help: "Photos.", completion: .file())
  var files: [String]

  @OptionGroup var options: CommonOptions

  func run() async throws {
    let desk = try Desk.open(options)
    var ids: [ScanID] = []
    for file in files { if let id = try await submit(file, to: desk) { ids.append(id) } }
    if ids.isEmpty { throw ExitCode.failure }
    let ends = desk.daemon == nil ? try await workAlone(on: ids, at: desk) : try await Self.follow(ids, at: desk)
    if desk.paper.json {
      try desk.paper.print(document: ScanReport(scans: ends.map(ScanSummary.init)))
    } else {
      for end in ends { tell(end, on: desk) }
    }
    try settle(ends, areAll: ids.count == files.count)
  }

  /// - Returns: nil for a file that can't be scanned, which is said.
  private func submit(_ file: String, to desk: Desk) async throws -> ScanID? {
    let path = FilePath(argument: file)
    guard let photo = IncomingPhoto(at: try within(reach: path, of: desk)) else {
      Paper.complain("\(file) can't be read, or is no file. Check its name and permissions: ls -l \(file)")
      return nil
    }
    switch try await photo.receive(into: desk.ledger, origin: .command, now: Date()) {
    case .accepted(let id), .known(let id): return id
    }
  }

  /// A service has a /tmp of its own: a photo that lies in ours is copied into the inbox, where it can be seen.
  private func within(reach path: FilePath, of desk: Desk) throws -> FilePath {
    guard desk.daemon != nil, let inbox = desk.loaded.settings.folders.inbox.first, let name = path.lastComponent,
      ["/tmp", "/var/tmp"].contains(where: { path.starts(with: FilePath($0)) }), !inbox.starts(with: "/tmp"),
      let bytes = FileManager.default.contents(atPath: path.string)
    else { return path }
    let copy = inbox.appending(name)
    guard !FileManager.default.fileExists(atPath: copy.string) else { return path }
    try DurableFile.write(bytes, to: copy)
    return copy
  }

  /// The daemon's own program does the work, for these scans only.
  private func workAlone(on ids: [ScanID], at desk: Desk) async throws -> [Scan] {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "albumscanctl"
    let daemon = FilePath(own).removingLastComponent().appending("albumscand")
    var arguments = ["--once", "--only", ids.map(\.description).joined(separator: ",")]
    if let config = options.config { arguments += ["--config", config] }
    let words = Arguments(arguments)
    return try await withThrowingTaskGroup(of: [Scan]?.self) { group in
      group.addTask {
        let ended = try await Subprocess.run(
          .path(daemon), arguments: words, output: .discarded, error: .string(limit: 1 << 20))
        // 0 and 2 are ends of scans, which are read from the ledger; anything else is trouble.
        if case .exited(let code) = ended.terminationStatus, code == 0 || code == 2 { return nil }
        Paper.complain(ended.standardError)
        throw ended.terminationStatus == .exited(5) ? ExitCode.needsAttention : ExitCode.failure
      }
      group.addTask { try await Self.follow(ids, at: desk) }
      defer { group.cancelAll() }
      // The steps are shown until all is settled; the program still has the gallery to write then, and ends by itself.
      // What isn't settled when it has ended waits for a time or a cure.
      for try await ends in group where ends == nil { break }
      return try await Self.standing(ids, at: desk)
    }
  }

  /// Shows each new step until all scans have come to an end, or wait for something that takes longer.
  private static func follow(_ ids: [ScanID], at desk: Desk) async throws -> [Scan] {
    var shown: [ScanID: String] = [:]
    while true {
      let scans = try await standing(ids, at: desk)
      for scan in scans where scan.state == .running && !desk.paper.json {
        let found = try await desk.ledger.found(scan.id)
        let line = ProgressLine.line(
          at: scan.step ?? .picture, after: Date().timeIntervalSince(scan.stepSince ?? Date()),
          found: found.map { (title: $0.albumTitle, artist: $0.artistName) })
        if shown.updateValue(line, forKey: scan.id) != line { desk.paper.say("\(scan.name): \(line)") }
      }
      if scans.allSatisfy({ $0.finished != nil || $0.isHeld }) { return scans }
      try await Task.sleep(for: .milliseconds(100))
    }
  }

  private static func standing(_ ids: [ScanID], at desk: Desk) async throws -> [Scan] {
    var scans: [Scan] = []
    for id in ids { if let scan = try await desk.ledger.scan(id) { scans.append(scan) } }
    return scans
  }

  private func tell(_ scan: Scan, on desk: Desk) {
    switch scan.state {
    case .done, .unsure:
      let rating = scan.document?.review.rating.map { String(format: ", %.1f out of 10", $0) } ?? ""
      desk.paper.say(desk.paper.strong("\(scan.id)  \(Phrases.title(of: scan))\(rating)"))
      if let bundle = scan.bundle { desk.paper.say("    \(desk.root.appending(bundle).appending("index.html"))") }
    case .failed, .rejected:
      desk.paper.say("\(scan.id)  \(scan.name): \(scan.reason ?? "no result")")
      if let hint = scan.hint { desk.paper.say("    \(hint)") }
      desk.paper.say("    Try again: albumscanctl retry \(scan.id)")
    case .waiting, .running:
      desk.paper.say("\(scan.id)  \(scan.name) waits: \(scan.heldReason ?? "its turn")")
      desk.paper.say("    See: albumscanctl status")
    }
  }

  private func settle(_ ends: [Scan], areAll: Bool) throws {
    let good = ends.filter { $0.state == .done }.count
    if good == ends.count, areAll { return }
    if ends.contains(where: { $0.finished == nil }) { throw good > 0 ? ExitCode.partly : ExitCode.tryLater }
    // One photo that needs a person is "part of it", as with --once.
    throw good > 0 || ends.contains { $0.state == .unsure } ? ExitCode.partly : ExitCode.failure
  }
}

private struct ScanReport: Encodable {
  let schema = "albumscan/scan/1"
  let scans: [ScanSummary]
}

extension Scan {
  /// It waits for a time or a cure, rather than for its turn.
  fileprivate var isHeld: Bool { state == .waiting && heldReason != nil && notBefore > Date().addingTimeInterval(10) }
}
