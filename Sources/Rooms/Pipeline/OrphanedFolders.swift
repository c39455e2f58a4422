internal import Albums
internal import Disk
package import Records
package import SystemPackage

/// Removes folders that a crash left behind: those of earlier attempts in `failed/` and `unsure/`, and those of deleted
/// scans.
package struct OrphanedFolders: Sendable {
  private let root: FilePath
  private let ledger: Ledger

  package init(root: FilePath, ledger: Ledger) {
    self.root = root
    self.ledger = ledger
  }

  /// A crash happened between a deletion and the removal of its folder.
  private func trashDeleted() async throws -> Int {
    var count = 0
    for (id, bundle) in try await ledger.deletedBundles() {
      // Of most there is nothing anymore, which the disk says sooner than the ledger who they were.
      guard Folder.isThere(root.appending(bundle)), let scan = try await ledger.scan(id),
        BundleFolder(path: root.appending(bundle)).belongs(to: scan)
      else { continue }
      try TrashFolder(root: root).moveBundle(bundle, of: id)
      count += 1
    }
    return count
  }

  /// Removes AlbumScan's folders whose scan is finished and has another folder. Everything else stays.
  /// - Returns: the number of removed folders.
  @discardableResult
  package func sweep() async throws -> Int {
    var removed = try await trashDeleted()
    let named = try await ledger.bundlesWithoutResult()
    for (place, file, schema) in [
      ("failed", "failure.json", "albumscan/failure/"), ("unsure", "album.json", "albumscan/album/"),
    ] {
      for name in Folder.namesIfReadable(in: root.appending(place)) where !named.contains("\(place)/\(name.string)") {
        let folder = root.appending(place).appending(name)
        // What isn't written as ours isn't touched.
        guard let owner = BundleFolder(path: folder).owner(in: file), owner.schema.hasPrefix(schema),
          let scan = try await ledger.scan(owner.id), scan.photoDigest == owner.photo, scan.finished != nil,
          scan.bundle != nil || scan.joined != nil
        else { continue }
        if try BundleFolder(path: folder).remove() { removed += 1 }
      }
    }
    return removed
  }
}
