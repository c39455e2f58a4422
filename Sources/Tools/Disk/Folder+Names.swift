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
      // Letters are slowly compared, and digits are the same in names that are alike.
      let taken = Dictionary(grouping: try names(in: folder).map(\.string), by: digits)
      var number = 1
      var candidate = name.text
      while true {
        let likeness = PathName.likeness(candidate)
        let isTaken = taken[digits(of: candidate)]?.contains { PathName.likeness($0) == likeness } ?? false
        if !isTaken, try rename(folder.appending(candidate)) { return candidate }
        number += 1
        candidate = name.numbered(number)
      }
    }
  }

  private static func digits(of name: String) -> [UInt8] { name.utf8.filter { (0x30...0x39).contains($0) } }
}
