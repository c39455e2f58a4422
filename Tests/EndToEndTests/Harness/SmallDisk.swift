import Foundation
import Glibc
import SystemPackage
import TestSupport

/// A disk that is soon full.
enum SmallDisk {
  /// In CI it must be: a check that can't run there is a failure.
  static let isToBeHad = ProcessInfo.processInfo.environment["CI"] == "true" || isMountable

  /// A container may keep even root from it.
  private static var isMountable: Bool {
    guard let folder = try? TemporaryFolder(), (try? mount(at: folder.path)) != nil else { return false }
    unmount(folder.path)
    return true
  }

  static func mount(at path: FilePath) throws {
    guard Glibc.mount("tmpfs", path.string, "tmpfs", 0, "size=4m") == 0 else { throw Errno(rawValue: errno) }
  }

  static func unmount(_ path: FilePath) { umount2(path.string, Int32(MNT_DETACH)) }
}

extension TestHome {
  /// Leaves no room on the file system of a folder.
  func fill(_ folder: FilePath) throws {
    let file = try FileDescriptor.open(
      folder.appending("filler"), .writeOnly, options: .create, permissions: .ownerReadWrite)
    try file.closeAfter {
      do { while true { _ = try file.writeAll([UInt8](repeating: 0, count: 4096)) } } catch Errno.noSpace {}
    }
  }
}
