internal import Albums
internal import ArgumentParser
internal import Foundation
internal import Records
internal import Subprocess
internal import SystemPackage

/// Finds a scan and opens its page; if there is none, it says so.
extension CommandContext {
  /// A scan that is there; ends the program where it isn't.
  func scan(_ id: ScanID) async throws -> Scan {
    if let scan = try await ledger.scan(id) {
      guard scan.deleted != nil else { return scan }
      let newest = try await ledger.lastDeleted()?.id == id
      CommandOutput.complain(
        "Scan \(id) was deleted." + (newest ? " To restore it: albumscanctl delete --undo" : ""))
      throw ExitCode.noSuchScan
    }
    let newest = try await ledger.scans(HistoryQuery(limit: 1)).first?.id
    CommandOutput.complain(
      newest.map { "There is no scan \(id); the newest is \($0). See: albumscanctl history" }
        ?? "There is no scan \(id); there are no scans yet. Scan your first album: albumscanctl scan PHOTO")
    throw ExitCode.noSuchScan
  }

  func page(of scan: Scan) throws -> FilePath {
    guard let bundle = scan.bundle, [.done, .unsure, .failed].contains(scan.state) else {
      CommandOutput.complain(
        "Scan \(scan.id) has no page: it is \(scan.state.rawValue). See: albumscanctl show \(scan.id)")
      throw ExitCode.failure
    }
    return root.appending(bundle).appending("index.html")
  }

  func open(_ page: FilePath) async throws {
    let opened = try? await Subprocess.run(
      .name("xdg-open"), arguments: [page.string], output: .discarded, error: .discarded)
    guard opened?.terminationStatus.isSuccess == true else {
      CommandOutput.complain("xdg-open couldn't open the page. It is here: \(page)")
      throw ExitCode.failure
    }
  }
}
