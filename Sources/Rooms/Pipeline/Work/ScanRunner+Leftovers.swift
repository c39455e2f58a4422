internal import Records
internal import SystemPackage
internal import Threads

extension ScanRunner {
  /// Removes the result of an earlier attempt of this scan, in any folder.
  /// - Parameter new: the folder that the scan has by now.
  func removeOldBundle(of scan: Scan, keeping new: String? = nil) async {
    guard let old = scan.bundle, old != new,
      await onBlockingThread({ BundleFolder(path: context.root.appending(old)).belongs(to: scan) })
    else { return }
    await remove(old)
  }

  func remove(_ folder: String) async {
    // What stays only takes up space, until the next start after a crash.
    await onBlockingThread { _ = try? BundleFolder(path: context.root.appending(folder)).remove() }
  }
}
