internal import Disk
internal import Foundation
internal import Glibc
package import SystemPackage

/// Where files are stored (XDG Base Directory Specification).
package struct Places: Equatable, Sendable {
  /// The folder of this program, which has the others in it.
  package static var programs: FilePath {
    // Without /proc the others are looked for beside wherever this runs.
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    return FilePath(own).removingLastComponent()
  }

  package let home: FilePath
  /// `~/.config/albumscan`.
  package private(set) var configuration: FilePath
  /// `~/.local/state/albumscan`.
  package private(set) var state: FilePath

  /// - Parameter environment: an unset, empty or relative variable counts for nothing, as the specification asks.
  package init(home: FilePath, environment: [String: String]) {
    func folder(_ variable: String, or standard: String) -> FilePath {
      let named = environment[variable].map { FilePath($0) }.flatMap { $0.isAbsolute ? $0 : nil }
      return (named ?? home.appending(standard)).appending("albumscan").lexicallyNormalized()
    }
    self.home = home
    configuration = folder("XDG_CONFIG_HOME", or: ".config")
    state = folder("XDG_STATE_HOME", or: ".local/state")
  }

  /// The places of the user who runs this program; nil when no home folder is known.
  package init?(environment: [String: String]) {
    let named = environment["HOME"].map { FilePath($0) }.flatMap { $0.isAbsolute ? $0 : nil }
    // Before any thread that could ask the same exists: programs make their places first.
    guard let home = named ?? getpwuid(geteuid()).map({ FilePath(platformString: $0.pointee.pw_dir) }) else {
      return nil
    }
    self.init(home: home.lexicallyNormalized(), environment: environment)
    configuration = configuration.resolvingLinks
    state = state.resolvingLinks
  }

  package var settings: FilePath { configuration.appending("albumscan.yaml") }
  /// Prompts that override the installed ones.
  package var prompts: FilePath { configuration.appending("prompts") }
  package var credentials: FilePath { configuration.appending("credentials") }
  /// Models, prices and rules that are added to the built-in ones.
  package var models: FilePath { configuration.appending("models.json") }
  package var ledger: FilePath { state.appending("albumscan.db") }
  /// What the covers known here are recognized by.
  package var coverIndex: FilePath { state.appending("albumscan.covers") }
  /// Which disc is in the player, and what was there before.
  package var loadedDisc: FilePath { state.appending("albumscan.disc") }
  /// The wallet, and what its builder remembers: nothing that can't be made again.
  package var wallet: FilePath { state.appending("wallet") }
  /// Marks of the programs that are writing to the folders of results below a root. Where there is no such folder, nobody
  /// knows whether one of them crashed.
  package func crashMarkers(for root: FilePath) -> FilePath { state.appending("writing").appending(root.components) }
  package var pictures: FilePath { state.appending("pictures") }

  /// - Throws: if the ledger is, or would be, on a network file system.
  package func requireLocalLedger() throws(LedgerOnNetwork) {
    guard let fileSystem = NetworkFileSystem.name(at: state) else { return }
    throw LedgerOnNetwork(
      ledger: ledger, fileSystem: fileSystem, isThere: FileManager.default.fileExists(atPath: ledger.string))
  }
}

/// The ledger is on a network file system, on which SQLite can damage it.
package struct LedgerOnNetwork: Error, CustomStringConvertible {
  let ledger: FilePath
  let fileSystem: String
  let isThere: Bool

  /// What to do about it.
  package var cure: String {
    let move = "set XDG_STATE_HOME to a folder on a disk of this computer (docs/troubleshooting.md says how)"
    return isThere
      ? "Run: albumscanctl backup FILE. Then \(move), and run: albumscanctl restore FILE" : "First, \(move)"
  }

  package var problem: String {
    "The ledger \(ledger) \(isThere ? "is" : "would be") on a network file system (\(fileSystem)), where SQLite can damage "
      + "it (https://sqlite.org/wal.html)"
  }

  package var description: String { "\(problem). \(cure)." }
}
