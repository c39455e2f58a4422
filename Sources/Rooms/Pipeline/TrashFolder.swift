package import Albums
internal import Disk
package import Records
package import SystemPackage

/// The folder that holds deleted scans, from which they can be restored.
package struct TrashFolder: Sendable {
  let root: FilePath
  let folder: FilePath

  package init(root: FilePath) {
    self.root = root
    // Beside the results, so that it is one rename and no copy.
    folder = root.appending(".deleted")
  }

  /// Moves a scan's result here, in place of an earlier one of the scan. One that is gone was moved by another process.
  package func moveBundle(_ bundle: String, of id: ScanID) throws {
    let source = root.appending(bundle)
    // A link in the place of either is reported with the gallery; the result stays.
    guard Folder.isThere(source), !Folder.isLink(folder) else { return }
    try Folder.make(folder)
    let name = PathName("\(id)")
    let earlier = Folder.namesIfReadable(in: folder).map { folder.appending($0.string) }.filter {
      name.covers($0.lastComponent?.string ?? "") && Folder.isThere($0)
    }
    do throws(DiskError) { _ = try Folder.move(source, into: folder, as: name) } catch {
      if error.isMissing, !Folder.exists(source) { return }
      throw error
    }
    // Only now: until then, one of them may be what another process has just moved.
    for old in earlier { try BundleFolder(path: old).remove() }
  }

  /// - Returns: where it lies now, relative to the root: another scan may have taken its name meanwhile.
  package func bringBack(_ scan: Scan) throws -> String? {
    guard let bundle = scan.bundle.map({ FilePath($0) }), let old = bundle.lastComponent?.string else { return nil }
    let (place, name) = (bundle.removingLastComponent().string, PathName(old))
    guard let kept = BundleFolder.name(of: scan, in: folder, like: PathName("\(scan.id)")) else {
      // An earlier try came as far as this; or the folder was gone before.
      return BundleFolder.name(of: scan, in: root.appending(place), like: name).map { "\(place)/\($0)" }
        ?? bundle.string
    }
    return "\(place)/\(try Folder.move(folder.appending(kept), into: root.appending(place), as: name))"
  }
}
