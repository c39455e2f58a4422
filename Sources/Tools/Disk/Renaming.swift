import CLinux
import Glibc
import SystemPackage

/// Renames without overwriting, even if the file system doesn't support RENAME_NOREPLACE.
enum Renaming {
  /// False if the name is taken.
  static func file(_ from: FilePath, to: FilePath) throws(DiskError) -> Bool {
    try noReplace(from, to) { () throws(DiskError) -> Bool in
      do throws(DiskError) {
        try systemCall(.rename, to) { new in from.withPlatformString { link($0, new) } }
      } catch {
        switch error.errno {
        case .fileExists: return false
        case .notPermitted, .notSupported, .noFunction, .tooManyLinks:
          // Neither RENAME_NOREPLACE nor hard links (such as FAT through FUSE): checking first is the best possible
          // way.
          var status = stat()
          if to.withPlatformString({ lstat($0, &status) }) == 0 { return false }
          try systemCall(.rename, to) { new in from.withPlatformString { rename($0, new) } }
          return true
        default: throw error
        }
      }
      try systemCall(.remove, from) { unlink($0) }
      return true
    }
  }

  /// False if the name is taken.
  static func folder(_ from: FilePath, to: FilePath) throws(DiskError) -> Bool {
    try noReplace(from, to) { () throws(DiskError) -> Bool in
      // An empty folder reserves the name; rename(2) lets a folder replace an empty one.
      do throws(DiskError) {
        try systemCall(.create, to) { mkdir($0, 0o700) }
      } catch {
        if error.errno == .fileExists { return false }
        throw error
      }
      do throws(DiskError) {
        try systemCall(.rename, to) { new in from.withPlatformString { rename($0, new) } }
      } catch {
        _ = to.withPlatformString { rmdir($0) }
        throw error
      }
      return true
    }
  }

  /// Swaps two names atomically.
  static func exchange(_ one: FilePath, _ other: FilePath) throws(DiskError) {
    try systemCall(.rename, other) { second in one.withPlatformString { clinux_rename_exchange($0, second) } }
  }

  /// Whether the file system doesn't support the flags of renameat2(2).
  static func isUnsupported(_ errno: Errno) -> Bool {
    errno == .invalidArgument || errno == .noFunction || errno == .notSupported
  }

  private static func noReplace(
    _ from: FilePath, _ to: FilePath, otherwise: () throws(DiskError) -> Bool
  ) throws(DiskError) -> Bool {
    do throws(DiskError) {
      try systemCall(.rename, to) { new in from.withPlatformString { clinux_rename_noreplace($0, new) } }
      return true
    } catch {
      if error.errno == .fileExists || error.errno == .directoryNotEmpty { return false }
      guard isUnsupported(error.errno) else { throw error }
      return try otherwise()
    }
  }
}
