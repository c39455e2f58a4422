import Glibc
package import SystemPackage

/// A folder built beside its final location, where it appears by one rename: complete or not at all.
///
/// If it is neither committed nor swapped in, it is removed with its owner. What a crash leaves has a hidden name and
/// is removed by `sweep(in:)`. The user's umask determines the permissions.
package struct StagedFolder: ~Copyable, Sendable {
  /// Where it is being built.
  package let path: FilePath
  private let parent: FilePath
  /// Locked while the folder is being built, so that a sweep ignores it.
  private let folder: OpenFile
  private var names: Set<String> = []
  private var isSettled = false

  /// Starts a folder inside `parent`, which is created if it is missing.
  package init(in parent: FilePath) throws(DiskError) {
    try Folder.make(parent)
    let path = parent.appending(TemporaryName.make())
    let folder = try Self.made(path)
    self.path = path
    self.parent = parent
    self.folder = folder
  }

  deinit {
    // A deinitializer can't report an error; the sweep tries again.
    if !isSettled { try? Folder.remove(path) }
  }

  /// Adds a file, and flushes it to disk. Use each name only once.
  package mutating func add(_ name: String, _ bytes: some Sequence<UInt8>) throws(DiskError) {
    try DurableFile.create(bytes, at: path.appending(try component(name)), permissions: .init(rawValue: 0o666))
    names.insert(name)
  }

  /// Gives the folder its final name, with a number if the name is taken, and returns it.
  package consuming func commit(as name: PathName) throws(DiskError) -> String {
    try folder.flush()
    let final = try Folder.move(path, into: parent, as: name)
    isSettled = true
    return final
  }

  /// Replaces the folder `name` atomically, and removes that one.
  ///
  /// Files that only the old folder has are kept, because a person may have put them there, except those in `obsolete`.
  /// Fails with `isMissing` if there is no such folder.
  package consuming func replace(_ name: String, dropping obsolete: Set<String> = []) throws(DiskError) {
    let final = parent.appending(try component(name))
    let strangers = try Folder.names(in: final).filter { !names.contains($0.string) && !obsolete.contains($0.string) }
    for stranger in strangers {
      // A hard link, so that the file always has a name. Folders, and file systems without links, have to wait for the
      // exchange.
      final.appending(stranger).withPlatformString { from in
        path.appending(stranger).withPlatformString { to in _ = link(from, to) }
      }
    }
    try folder.flush()
    let old = try displace(final)
    isSettled = true
    for stranger in strangers { _ = try Renaming.file(old.appending(stranger), to: final.appending(stranger)) }
    try Folder.flush(final)
    try Folder.flush(parent)
    try Folder.remove(old)
  }

  /// Discards the folder.
  package consuming func discard() throws(DiskError) {
    isSettled = true
    try Folder.remove(path)
  }

  private static func made(_ path: FilePath) throws(DiskError) -> OpenFile {
    try systemCall(.create, path) { mkdir($0, 0o777) }
    do throws(DiskError) {
      let folder = try OpenFile(.create, path, flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
      _ = flock(folder.descriptor.rawValue, LOCK_EX | LOCK_NB)
      return folder
    } catch {
      _ = path.withPlatformString { rmdir($0) }
      throw error
    }
  }

  /// Puts this folder in the place of `final`, and returns the path of the old one.
  private func displace(_ final: FilePath) throws(DiskError) -> FilePath {
    do throws(DiskError) {
      try Renaming.exchange(path, final)
      return path
    } catch {
      guard Renaming.isUnsupported(error.errno) else { throw error }
      // Two renames. After a crash in between, the sweep renames the old folder back.
      let aside = parent.appending(TemporaryName.displaced + (final.lastComponent?.string ?? ""))
      try systemCall(.rename, final) { from in aside.withPlatformString { rename(from, $0) } }
      try systemCall(.rename, final) { to in path.withPlatformString { rename($0, to) } }
      return aside
    }
  }

  private func component(_ name: String) throws(DiskError) -> FilePath.Component {
    let component = FilePath(name).lastComponent
    guard let component, component.kind == .regular, component.string == name else {
      throw DiskError(.create, parent.appending(name), .invalidArgument, explanation: "that isn't a valid file name")
    }
    return component
  }
}

extension StagedFolder {
  /// Removes what a crash left in `parent`, except what another program is building there now. Returns the number of
  /// removed folders.
  @discardableResult
  package static func sweep(in parent: FilePath) throws(DiskError) -> Int {
    var removed = 0
    for name in try Folder.names(in: parent) {
      let path = parent.appending(name)
      if name.string.hasPrefix(TemporaryName.displaced) {
        let final = parent.appending(String(name.string.dropFirst(TemporaryName.displaced.count)))
        if try Renaming.folder(path, to: final) { continue }
      } else if !TemporaryName.matches(name) || isInUse(path) {
        continue
      }
      if Folder.isFolder(path) {
        try keepStrangers(of: path, in: parent)
        try Folder.remove(path)
      } else {
        try systemCall(.remove, path) { unlink($0) }
      }
      removed += 1
    }
    return removed
  }

  /// AlbumScan's results contain no subfolders, so a folder belongs to a person. It is kept, beside the replaced
  /// folder.
  private static func keepStrangers(of path: FilePath, in parent: FilePath) throws(DiskError) {
    for name in try Folder.names(in: path) where Folder.isFolder(path.appending(name)) {
      var number = 1
      var target = parent.appending(name)
      while try !Renaming.folder(path.appending(name), to: target) {
        number += 1
        target = parent.appending("\(name) \(number)")
      }
    }
  }

  /// The same in a folder and its direct subfolders, which may be months or prefixes of names. Anything that can't be
  /// removed does no harm.
  package static func sweepAll(below folder: FilePath) {
    _ = try? sweep(in: folder)
    for name in Folder.namesIfReadable(in: folder) where Folder.isFolder(folder.appending(name)) {
      _ = try? sweep(in: folder.appending(name))
    }
  }

  static func isInUse(_ path: FilePath) -> Bool {
    // If it can't be opened, no program is working in it.
    guard let file = try? OpenFile(.lock, path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK) else { return false }
    return flock(file.descriptor.rawValue, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }
}
