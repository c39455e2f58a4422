import Glibc
import ImagingClient
import SystemPackage

/// The programs of this package, built beside the tests.
enum BuiltPrograms {
  static let daemon = path("albumscand")
  static let ctl = path("albumscanctl")
  static let eval = path("albumscan-eval")
  /// Whether the models are here that text is read with.
  static let canRead = ImagingClient(program: path("albumscan-imaging"), width: 1, deadline: .seconds(60)).canRead

  /// A library of ours that others load.
  static func library(_ name: String) -> FilePath { path("lib\(name).so") }

  private static func path(_ name: String) -> FilePath {
    // The test bundle is either the running program or was named to it.
    let running = realpath("/proc/self/exe", nil).map { path in
      defer { free(path) }
      return String(cString: path)
    }
    let folders = ([running].compactMap { $0 } + CommandLine.arguments).filter { $0.contains("/.build/") }
      .map { FilePath($0).removingLastComponent() }
    return folders.map { $0.appending(name) }.first { access($0.string, X_OK) == 0 } ?? FilePath("/not-built/\(name)")
  }
}
