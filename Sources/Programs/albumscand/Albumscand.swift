package import ArgumentParser
internal import CLinux
internal import Foundation
internal import Glibc
internal import Setup
internal import SystemPackage
internal import Systemd
internal import Threads

/// The daemon: reads the settings, assembles the parts, and runs its services.
package struct Albumscand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "albumscand",
    abstract: "Recognize photographed record sleeves, and make a page about each album.",
    discussion: """
      The daemon watches a folder for photos. Control it with albumscanctl.

      It reads its settings from $XDG_CONFIG_HOME/albumscan/albumscan.yaml. Each setting is also an environment \
      variable: models.provider is ALBUMSCAN_MODELS_PROVIDER.

      Exit codes: 0 done; 1 failed; 2 with --once, some photos failed, need you, or still wait ('albumscanctl status' \
      says why); 5 a disk is full or can't be written to; 64 wrong usage; 75 another albumscand uses the ledger; 78 \
      wrong settings.
      """,
    version: Version.text)

  package init() {}

  package static func runAsProgram() -> Never {
    runProgram { await main() }
  }

  @Option(help: "Read the settings from this file.", completion: .file(extensions: ["yaml"]))
  var config: String?

  @Flag(help: "Process the photos that are there, write their reviews, then exit.")
  var once = false

  @Option(help: ArgumentHelp("With --once: only the scans with these numbers.", valueName: "ID,ID…"))
  var only: String?

  @Flag(help: "Check the settings, then exit.")
  var check = false

  package mutating func validate() throws {
    if only != nil, !once { throw ValidationError("--only requires --once.") }
    if let only, only.split(separator: ",").contains(where: { Int64($0) == nil }) {
      throw ValidationError("--only takes the numbers of scans, separated by commas. See: albumscanctl history")
    }
  }

  package func run() async throws {
    // Until its services take over, nothing needs an orderly shutdown.
    for asked in [SIGTERM, SIGINT] { signal(asked) { _ in _exit(EXIT_SUCCESS) } }
    let loaded: LoadedSettings
    do {
      loaded = try LoadedSettings.load(
        file: config.map { FilePath($0) }, environment: ProcessInfo.processInfo.environment)
    } catch {
      Self.complain("\(error)")
      throw ExitCode(EX_CONFIG)
    }
    if check {
      if let failure = loaded.missingAuthorities {
        Self.complain(failure)
        throw ExitCode(EX_CONFIG)
      }
      print(
        "The settings are valid\(loaded.fileExists ? ": \(loaded.file)" : " (there is no file; these are the defaults)")."
      )
      for ignored in loaded.ignored { print("Warning: \(ignored)") }
      return
    }
    // AlbumScan's files are readable by their owner only, and a core dump would contain keys.
    umask(0o077)
    _ = clinux_limit_core(0)
    _ = clinux_set_undumpable()
    _ = LogDestination.bootstrap(identifier: "albumscand")
    let only = only?.split(separator: ",").compactMap { Int64($0) }
    let daemon = Daemon(loaded: loaded, file: config.map { FilePath($0) }, mode: once ? .once(only: only) : .service)
    do { try await daemon.run() } catch let ended as ExitCode { endProgram(with: ended.rawValue) } catch {
      guard let reason = daemon.diskTrouble(in: error) else { throw error }
      Self.complain(reason)
      endProgram(with: 5)
    }
  }

  /// For the user who started the program in a terminal.
  static func complain(_ text: String) { FileHandle.standardError.write(Data("albumscand: \(text)\n".utf8)) }
}
