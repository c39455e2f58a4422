internal import Records
internal import SystemPackage
internal import Threads

extension ScanRunner {
  /// What an earlier attempt of this scan left, in any folder.
  func clearAway(_ scan: Scan, unless new: String) async {
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
