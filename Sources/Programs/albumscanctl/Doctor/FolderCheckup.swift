internal import Albums
internal import Console
internal import Disk
internal import Foundation
internal import Glibc
internal import Pipeline
internal import Setup
internal import SystemPackage
internal import Watching

/// Checks folders and disks: whether they exist, whose they are, and how much space is free.
struct FolderCheckup {
  let loaded: LoadedSettings

  private var root: FilePath { loaded.settings.folders.root }
  private var inboxes: [FilePath] { loaded.settings.folders.inbox }

  func findings() -> [CheckResult] {
    let own = ["done", "unsure", "failed", "originals"].map(root.appending)
    return (own + inboxes).map(folder) + kept() + conflicts() + [disk()]
  }

  private func folder(_ folder: FilePath) -> CheckResult {
    let subject = "Folder \(folder.lastComponent?.string ?? folder.string)"
    if let trouble = UnwritableFolder(obstacleAt: folder) {
      let (path, aside) = (folder.string.shellWord, (folder.string + ".file").shellWord)
      return .bad(
        .folderBlocked, subject, trouble.reason,
        .command(Folder.isLink(folder) ? "rm \(path)" : "mv \(path) \(aside) && mkdir \(path)"))
    }
    guard Folder.isThere(folder) else {
      return inboxes.contains(folder)
        ? .bad(.folderMissing, subject, "\(folder) doesn't exist", .command("mkdir -p \(folder.string.shellWord)"))
        : .good(.folder, subject, "created when needed")
    }
    guard access(folder.string, R_OK | W_OK | X_OK) == 0 else {
      return folder.isOurs
        ? .bad(
          .folderPermission, subject, "\(folder) isn't writable",
          .command("chmod u+rwx \(folder.string.shellWord)"))
        : .bad(
          .folderPermission, subject, "\(folder) belongs to another user and isn't writable",
          .advice("Change its owner: sudo chown \"$USER\" \(folder.string.shellWord)"))
    }
    return .good(.folder, subject, folder.string)
  }

  /// The inboxes, and the folders directly in them, whose photos `photos.afterwards: auto` keeps.
  private func kept() -> [CheckResult] {
    inboxes.flatMap { inbox -> [CheckResult] in
      let kept = { (folder: FilePath) in loaded.settings.reasonToKeep(photosIn: folder, home: loaded.places.home) }
      if let sign = kept(inbox) { return [Self.kept(inbox, sign)] }
      let rules = IgnoreRules(globs: loaded.settings.folders.ignore)
      return Folder.namesIfReadable(in: inbox).map(inbox.appending).sorted { $0.string < $1.string }.filter {
        Folder.isThere($0) && rules.rule(ignoring: $0, below: inbox, isFolder: true) == nil
      }.compactMap { folder in kept(folder).map { Self.kept(folder, $0) } }
    }
  }

  private static func kept(_ folder: FilePath, _ sign: SyncSign) -> CheckResult {
    .good(.photosKept, "Photos", "those in \(folder) stay there after their scan, because \(sign)")
  }

  /// Second versions that a sync program created because two devices changed a photo. They aren't scanned, and without
  /// a message nobody would know why.
  private func conflicts() -> [CheckResult] {
    let rules = IgnoreRules(globs: loaded.settings.folders.ignore)
    return inboxes.flatMap { inbox in
      rules.conflictCopies(below: inbox, atMost: Self.mostConflicts).map { copy in
        .doubtful(
          .syncConflict, "Conflict", "the sync program's second version of a photo isn't scanned: \(copy)",
          .command("mv \(copy.string.shellWord) \(Self.freed(copy).shellWord)"))
      }
    }
  }

  private static let mostConflicts = 20

  /// The same path with a name that isn't ignored.
  private static func freed(_ copy: FilePath) -> String {
    let (stem, ending) = (copy.stem ?? "photo", copy.extension.map { ".\($0)" } ?? "")
    let marks = #/(?i)[. (_-]*(sync[ _-]?)?(conflicted|conflict)[^.]*/#
    let bare = stem.replacing(marks, with: "")
    return copy.removingLastComponent().appending("\(bare.isEmpty ? "photo" : bare) second version\(ending)").string
  }

  private func disk() -> CheckResult {
    let state = loaded.places.state
    for place in [state, root] where FileManager.default.fileExists(atPath: place.string) {
      if let trouble = UnwritableFolder.met(at: place) {
        return .bad(.disk, "Disk", trouble.reason, .advice(trouble.cure))
      }
    }
    guard FileManager.default.fileExists(atPath: state.string) else {
      return .good(.disk, "Disk", "not in use yet")
    }
    // The finding says where to look for the reason.
    guard let free = try? Folder.freeSpace(at: state) else {
      return .bad(.disk, "Disk", "the free space can't be determined", .advice("See: df -h \(state.string.shellWord)"))
    }
    let megabytes = free >> 20
    return megabytes < 200
      ? .bad(
        .diskFull, "Disk", "only \(megabytes) MB are free; AlbumScan needs 200 MB",
        .advice("Free some space. To see what is left: df -h \(state.string.shellWord)"))
      : .good(.disk, "Disk", "\(Phrases.grouped(Int(megabytes))) MB are free")
  }
}

extension FilePath {
  /// Whether other users have any access.
  var isExposed: Bool {
    // If it can't be examined, it doesn't exist, or fails another check.
    (try? stat()).map { !$0.permissions.isDisjoint(with: [.groupReadWriteExecute, .otherReadWriteExecute]) } ?? false
  }

  // Whether it belongs to this user; false as well if it can't be examined.
  var isOurs: Bool { (try? stat())?.userID.rawValue == geteuid() }
}
