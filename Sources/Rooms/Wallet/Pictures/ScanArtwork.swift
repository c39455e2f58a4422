internal import FoundationEssentials
internal import SystemPackage

/// The artwork in a scan's bundle. It may arrive after the scan, and change after a redo.
struct ScanArtwork {
  let path: FilePath
  /// By which another one is told from it; a bundle that is only written anew has the same.
  let mark: String

  /// Nil where there is none.
  init?(in bundle: String, below root: FilePath) {
    path = root.appending(bundle).appending("artwork.jpg")
    guard let facts = try? FileManager.default.attributesOfItem(atPath: path.string), let size = facts[.size] as? Int
    else { return nil }
    mark = "\(bundle) \(size)"
  }
}
