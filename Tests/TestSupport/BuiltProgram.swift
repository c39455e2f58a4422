import Glibc
package import SystemPackage

/// A program of this package, built beside the tests.
package enum BuiltProgram {
  package static let daemon = path("albumscand")
  package static let ctl = path("albumscanctl")
  package static let eval = path("albumscan-eval")
  package static let imaging = path("albumscan-imaging")
  package static let sandboxProbe = path("sandbox-probe")
  package static let spendingProbe = path("spending-probe")

  /// A library of ours that others load.
  package static func library(_ name: String) -> FilePath { path("lib\(name).so") }

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
