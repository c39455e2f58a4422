import Foundation
package import SystemPackage

/// The regular files below a folder, each with its inode: one that is written anew, aside and renamed, has another.
///
/// All of them stay open, since a file system gives the number of a file that was replaced to the next that is made.
package final class FolderSnapshot {
  private let folder: FilePath
  private let wanted: (String) -> Bool
  private let inodes: [String: UInt64]
  private var open: [FileDescriptor] = []

  /// - Parameter wanted: whether a file counts; by its path relative to the folder.
  package init(of folder: FilePath, where wanted: @escaping (String) -> Bool = { _ in true }) throws {
    self.folder = folder
    self.wanted = wanted
    inodes = try Self.inodes(below: folder, where: wanted)
    for name in inodes.keys { open.append(try FileDescriptor.open(folder.appending(name), .readOnly)) }
  }

  deinit { for file in open { try? file.close() } }

  /// Relative to the folder, in order.
  package var names: [String] { inodes.keys.sorted() }

  /// Those that were written since, or are new.
  package func written() throws -> [String] {
    try Self.inodes(below: folder, where: wanted).filter { inodes[$0.key] != $0.value }.map(\.key).sorted()
  }

  private static func inodes(below folder: FilePath, where wanted: (String) -> Bool) throws -> [String: UInt64] {
    var inodes: [String: UInt64] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder.string) where wanted(name) {
      let facts = try FileManager.default.attributesOfItem(atPath: folder.appending(name).string)
      if facts[.type] as? FileAttributeType == .typeRegular { inodes[name] = facts[.systemFileNumber] as? UInt64 }
    }
    return inodes
  }
}
