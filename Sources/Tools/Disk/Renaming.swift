import CLinux
import Glibc
import SystemPackage

/// Renames without overwriting, even if the file system doesn't support RENAME_NOREPLACE.
enum Renaming {
  /// False if the name is taken.
  static func file(_ from: FilePath, to: FilePath) throws(DiskError) -> Bool {
    try noReplace(from, to) { () throws(DiskError) -> Bool in
      do throws(DiskError) {
        try link(from, to: to)
      } catch {
        switch error.errno {
        case .fileExists: return false
        case .notPermitted, .notSupported, .noFunction, .tooManyLinks:
          // Neither RENAME_NOREPLACE nor hard links (such as FAT through FUSE): checking first is the best possible
          // way.
          if Folder.status(of: to) != nil { return false }
          try replace(to, by: from)
          return true
        default: throw error
        }
      }
      try systemCall(.remove, at: from) { unlinkat($0, $1, 0) }
      return true
    }
  }

  /// False if the name is taken.
  static func folder(_ from: FilePath, to: FilePath) throws(DiskError) -> Bool {
    try noReplace(from, to) { () throws(DiskError) -> Bool in
      // An empty folder reserves the name; rename(2) lets a folder replace an empty one.
      do throws(DiskError) {
        try systemCall(.create, at: to) { mkdirat($0, $1, 0o700) }
      } catch {
        if error.errno == .fileExists { return false }
        throw error
      }
      do throws(DiskError) {
        try replace(to, by: from)
      } catch {
        // An error here doesn't matter: the first one is reported.
        _ = try? systemCall(.remove, at: to) { unlinkat($0, $1, AT_REMOVEDIR) }
        throw error
      }
      return true
    }
  }

  /// Gives a file or folder a name that may be taken by another of its kind, which is then gone.
  static func replace(_ to: FilePath, by from: FilePath) throws(DiskError) {
    try call(from, to) { renameat($0, $1, $2, $3) }
  }

  /// Swaps two names atomically.
  static func exchange(_ one: FilePath, _ other: FilePath) throws(DiskError) {
    try call(one, other) { clinux_rename_exchange($0, $1, $2, $3) }
  }

  /// Gives a file a second name; of a symbolic link, the link itself.
  static func link(_ from: FilePath, to: FilePath) throws(DiskError) {
    try call(from, to) { linkat($0, $1, $2, $3, 0) }
  }

  /// Whether the file system doesn't support the flags of renameat2(2).
  static func isUnsupported(_ errno: Errno) -> Bool {
    errno == .invalidArgument || errno == .noFunction || errno == .notSupported
  }

  private static func noReplace(
    _ from: FilePath, _ to: FilePath, otherwise: () throws(DiskError) -> Bool
  ) throws(DiskError) -> Bool {
    do throws(DiskError) {
      try call(from, to) { clinux_rename_noreplace($0, $1, $2, $3) }
      return true
    } catch {
      if error.errno == .fileExists || error.errno == .directoryNotEmpty { return false }
      guard isUnsupported(error.errno) else { throw error }
      return try otherwise()
    }
  }

  private static func call(
    _ from: FilePath, _ to: FilePath,
    _ rename: (Int32, UnsafePointer<CChar>, Int32, UnsafePointer<CChar>) -> Int32
  ) throws(DiskError) {
    let folder = try OpenFolder(.rename, from.parentFolder)
    let name = from.lastComponent ?? "."
    try systemCall(.rename, at: to) { newFolder, newName in
      name.withPlatformString { rename(folder.descriptor, $0, newFolder, newName) }
    }
  }
}
