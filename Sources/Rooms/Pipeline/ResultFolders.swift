package import Disk
package import SystemPackage

/// The result folders below the root.
package enum ResultFolders {
  static let names: [FilePath.Component] = ["done", "unsure", "failed", "originals"]

  /// Makes those that are missing.
  package static func make(below root: FilePath) throws(DiskError) {
    for folder in all(below: root) { try Folder.make(folder) }
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
}
