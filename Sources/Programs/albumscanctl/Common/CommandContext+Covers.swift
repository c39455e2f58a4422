internal import Foundation
internal import ImagingProcess
internal import Pipeline
internal import Setup
internal import SystemPackage

/// The known covers, and the imaging program.
extension CommandContext {
  var coverStore: CoverStore {
    CoverStore(
      index: loaded.places.coverIndex, ledger: ledger, store: PictureStore(folder: loaded.places.pictures),
      imaging: Self.imaging())
  }

  /// Patient: on a small machine a picture of 100 megapixels takes its time, and here nobody waits for it.
  static func imaging(deadline: Duration = .seconds(60)) -> ImagingClient {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "albumscanctl"
    return ImagingClient(
      program: FilePath(own).removingLastComponent().appending("albumscan-imaging"),
      width: ProcessInfo.processInfo.activeProcessorCount, deadline: deadline)
  }
}
