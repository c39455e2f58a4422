internal import Albums
package import Disk
internal import Foundation
package import SystemPackage

/// A folder that can't be written to: which one, why, and what to do, in words for people.
package struct UnwritableFolder: Equatable, Sendable {
  /// The folder that isn't written to.
  package let place: FilePath
  /// In bytes.
  package let needed: Int64
  private let cause: Cause

  private enum Cause: Equatable, Sendable {
    case refusal(DiskError)
    /// The folders of the results aren't there, and neither is anything else that was below the root.
    case absence
    /// A symbolic link or a file is in the place of a folder.
    case obstacle(isLink: Bool)
  }

  /// What a result takes, with its pictures; a photo that is copied there comes on top of that.
  package static let roomForResult: Int64 = 2 << 20

  /// What a commit takes, and SQLite's log with it.
  package static let roomForLedger: Int64 = 1 << 20

  /// Nil for an error that concerns one file.
  /// - Parameters:
  ///   - needed: how much room has to be there for work to continue.
  ///   - root: of the results; nil where the error has nothing to do with them.
  package init?(_ error: DiskError, needing needed: Int64 = roomForResult, below root: FilePath? = nil) {
    if error.isOfTheDisk {
      (cause, place, self.needed) = (.refusal(error), error.folder, needed)
    } else if let root, let folder = ResultFolders.all(below: root).first(where: error.path.starts),
      let obstacle = UnwritableFolder(obstacleAt: folder)
    {
      self = obstacle
    } else if let root, error.isMissing, error.path.starts(with: root), ResultFolders.areGone(below: root) {
      (cause, place, self.needed) = (.absence, root, needed)
    } else {
      return nil
    }
  }

  /// A symbolic link or a file in the place of a folder of AlbumScan's; nil where there is none.
  package init?(obstacleAt folder: FilePath) {
    guard Folder.exists(folder), !Folder.isThere(folder) else { return nil }
    (cause, place, needed) = (.obstacle(isLink: Folder.isLink(folder)), folder, 0)
  }

  /// What stands in the way of writing to a folder now; nil where nothing does.
  /// - Parameter flushing: whether it is tried as far as to the disk itself.
  package static func met(at folder: FilePath, needing needed: Int64 = roomForResult, flushing: Bool = true)
    -> UnwritableFolder?
  {
    do throws(DiskError) {
      try Folder.tryOut(folder, bytes: needed, flushing: flushing)
      return nil
    } catch {
      return UnwritableFolder(error, needing: needed)
    }
  }

  /// Whether it is still so.
  var stands: Bool {
    switch cause {
    case .refusal: Self.met(at: place, needing: needed) != nil
    case .absence: ResultFolders.areGone(below: place)
    case .obstacle: Folder.exists(place) && !Folder.isThere(place)
    }
  }

  /// What is wrong.
  package var reason: String {
    let error: DiskError
    switch cause {
    case .absence: return "The result folders are missing from \(place): their disk doesn't seem to be mounted"
    case .obstacle(isLink: true): return "\(place) is a symbolic link, and AlbumScan follows none below its folders"
    case .obstacle: return "\(place) isn't a folder, but has to be one"
    case .refusal(let refusal): error = refusal
    }
    if error.errno == .diskQuotaExceeded {
      return "The disk quota is used up: \(place) needs \(megabytes) MB of free space"
    }
    if error.isFull { return "The disk is full: \(place) needs \(megabytes) MB of free space" }
    if error.isReadOnly { return "\(place) can't be written to: its file system is mounted read-only" }
    if error.isPermission { return "\(place) can't be written to: its permissions don't allow it" }
    return "\(place) can't be written to: its disk fails (\(error.errno))"
  }

  /// The fault of a scan that has to wait until it can be written to.
  var fault: Fault {
    let detail =
      switch cause {
      case .absence: "missing"
      case .obstacle: "blocked"
      case .refusal(let error) where error.isFull || error.errno == .diskQuotaExceeded: "full"
      case .refusal(let error) where error.isReadOnly: "read-only"
      case .refusal(let error) where error.isPermission: "permission"
      case .refusal: "failing"
      }
    return .needsPerson(.disk, detail: detail, reason, service: nil, cure: .advice(cureInPassing))
  }

  /// The same for who waits for it.
  package var cureInPassing: String { "\(cure); AlbumScan then continues by itself" }

  /// What a person can do.
  package var cure: String {
    let error: DiskError
    switch cause {
    case .absence: return "Mount it; or, if you removed them on purpose, run mkdir \(quoted(place.appending("done")))"
    case .obstacle(isLink: true):
      return "Remove it: rm \(quoted(place)) (to keep results elsewhere, set folders.root to a folder there)"
    case .obstacle: return "Rename it: mv \(quoted(place)) \(quoted(FilePath("\(place).file")))"
    case .refusal(let refusal): error = refusal
    }
    let path = quoted(place)
    if error.errno == .diskQuotaExceeded { return "Free some space (quota -s shows how much is used)" }
    if error.isFull { return "Free some space (df -h \(path) shows how much is left)" }
    if error.isReadOnly { return "See findmnt -T \(path) and journalctl -k" }
    if error.isPermission { return "See ls -ld \(path), then chmod or chown it" }
    return "See journalctl -k for what the disk reports"
  }

  private func quoted(_ path: FilePath) -> String { "'\(path.string.replacing("'", with: "'\\''"))'" }

  private var megabytes: Int64 { (needed + (1 << 20) - 1) >> 20 }
}
