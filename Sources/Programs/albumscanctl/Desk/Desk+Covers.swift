internal import Darkroom
internal import Foundation
internal import Pipeline
internal import Setup
internal import SystemPackage

/// The covers that are known here, and the program that looks at pictures.
extension Desk {
  var shelf: CoverShelf {
    CoverShelf(
      index: loaded.places.coverIndex, ledger: ledger, store: PictureStore(folder: loaded.places.pictures),
      darkroom: Self.darkroom())
  }

  /// Patient: on a small machine a picture of 100 megapixels takes its time, and here nobody waits for it.
  static func darkroom(deadline: Duration = .seconds(60)) -> Darkroom {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? "albumscanctl"
    return Darkroom(
      program: FilePath(own).removingLastComponent().appending("albumscan-imaging"),
      width: ProcessInfo.processInfo.activeProcessorCount, deadline: deadline)
  }
}
