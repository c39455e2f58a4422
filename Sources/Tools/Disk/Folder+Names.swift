import Synchronization
package import SystemPackage

extension Folder {
  /// Moves a folder within its file system.
  /// - Returns: the name it got.
  package static func move(_ path: FilePath, into folder: FilePath, as name: PathName) throws(DiskError) -> String {
    let final = try take(name, in: folder) { (target) throws(DiskError) in try Renaming.folder(path, to: target) }
    try flush(folder)
    return final
  }

  private static let turn = Mutex(())

  /// Gives something a name in a folder: this one, or it with the first number under which nothing is there that any system
  /// takes for the same.
  /// - Parameter rename: says false where the name is taken after all.
  /// - Returns: the name it got.
  static func take(
    _ name: PathName, in folder: FilePath, by rename: (FilePath) throws(DiskError) -> Bool
  ) throws(DiskError) -> String {
    // One after another: two that differ in case alone don't meet on this disk.
    try turn.withLock { (_: inout Void) throws(DiskError) -> String in
      let taken = Set(try names(in: folder).map { PathName.likeness($0.string) })
      var number = 1
      var candidate = name.text
      while true {
        if !taken.contains(PathName.likeness(candidate)), try rename(folder.appending(candidate)) { return candidate }
        number += 1
        candidate = name.numbered(number)
      }
    }
  }
}
