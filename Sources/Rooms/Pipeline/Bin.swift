package import Albums
internal import Disk
internal import Foundation
package import SystemPackage

/// Where folders of deleted scans lie until somebody wants them back.
package struct Bin: Sendable {
  let root: FilePath
  let folder: FilePath

  package init(root: FilePath) {
    self.root = root
    // Beside the results, so that it is one rename and no copy.
    folder = root.appending(".deleted")
  }

  package func putAway(_ bundle: String, of id: ScanID) throws {
    try Folder.make(folder)
    let target = folder.appending("\(id)")
    try? FileManager.default.removeItem(atPath: target.string)
    let source = root.appending(bundle).string
    guard FileManager.default.fileExists(atPath: source) else { return }
    try FileManager.default.moveItem(atPath: source, toPath: target.string)
  }

  package func bringBack(_ bundle: String, of id: ScanID) throws {
    let source = folder.appending("\(id)").string
    guard FileManager.default.fileExists(atPath: source) else { return }
    try FileManager.default.moveItem(atPath: source, toPath: root.appending(bundle).string)
  }
}
