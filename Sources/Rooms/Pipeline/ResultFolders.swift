internal import Albums
package import Disk
internal import Foundation
internal import Logging
package import Records
package import SystemPackage
internal import Threads

/// The result folders below the root. Others may write there, too, so no symbolic link in them is followed.
package enum ResultFolders {
  static let names: [FilePath.Component] = ["done", "unsure", "failed", "originals"]

  /// Makes those that are missing. What is in the place of one is reported elsewhere.
  package static func make(below root: FilePath) throws(DiskError) {
    for folder in all(below: root) where !Folder.exists(folder) { try Folder.make(folder) }
  }

  /// Removes unfinished files and folders that a crash left in these folders and in those right below them.
  package static func sweep(_ folders: [FilePath]) {
    for folder in folders { StagedFolder.sweepAll(below: folder, isOurs: BundleFolder.isOurs) }
  }

  package static func all(below root: FilePath) -> [FilePath] { names.map { root.appending($0) } }

  /// True where not one is left. Nobody removes all of them by chance: the disk that they are on isn't mounted, most
  /// likely, and what is made in its place would be hidden once it is again.
  package static func areGone(below root: FilePath) -> Bool { !all(below: root).contains { Folder.isThere($0) } }

  /// Comes before anything is made there.
  /// - Throws: that the root isn't there, where all of them are gone.
  static func expect(below root: FilePath) throws(DiskError) {
    if areGone(below: root) { throw DiskError(.write, root, .noSuchFileOrDirectory) }
  }

  /// Reports symbolic links and files in the place of AlbumScan's folders, each until it is gone. They are left alone.
  /// - Parameter other: another folder of AlbumScan's to look at, such as a bundle.
  package static func reportObstacles(below root: FilePath, and other: FilePath? = nil, in ledger: Ledger) async throws
  {
    let code = HealthCode.folderBlocked
    let reported = try await ledger.conditions().filter { $0.health == code }.compactMap(\.place).map { FilePath($0) }
    let looked = await onBlockingThread {
      let originals = root.appending("originals")
      // Whatever else is there is somebody's.
      let months = Folder.namesIfReadable(in: originals).filter {
        $0.string.wholeMatch(of: #/[0-9]{4}-[0-9]{2}/#) != nil
      }.map { originals.appending($0) }
      let inside = ["done/months", "done/wallet", "done/wallet/art", ".deleted"].map { root.appending($0) }
      return Set(all(below: root) + months + inside + reported + [other].compactMap(\.self)).map { folder in
        (folder: folder, trouble: UnwritableFolder(obstacleAt: folder))
      }
    }
    for (folder, trouble) in looked {
      guard let trouble else {
        if reported.contains(folder) { try await ledger.clear(code, at: folder.string) }
        continue
      }
      if try await ledger.report(
        code, at: folder.string, reason: trouble.reason, cure: .advice(trouble.cure), now: Date())
      {
        Logger.current.warning("\(trouble.reason). \(trouble.cure).")
      }
    }
  }
}
