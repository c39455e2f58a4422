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
  private let isOurs: @Sendable (String) -> Bool
  private var names: Set<String> = []
  private var isSettled = false

  /// Starts a folder inside `parent`, which is created if it is missing.
  /// - Parameter isOurs: whether AlbumScan gives files this name in such a folder. Only these are ever removed.
  package init(in parent: FilePath, isOurs: @escaping @Sendable (String) -> Bool) throws(DiskError) {
    try Folder.make(parent)
    let path = parent.appending(TemporaryName.make())
    let folder = try Self.made(path)
    self.path = path
    self.parent = parent
    self.folder = folder
    self.isOurs = isOurs
  }

  deinit {
    // A deinitializer can't report an error; the sweep tries again.
    if !isSettled { _ = try? Folder.remove(path, only: names.contains) }
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
  /// Files that only the old folder has are kept if somebody else put them there. Fails with `isMissing` if there is no
  /// such folder, and with `isLink` if a symbolic link is in its place.
  package consuming func replace(_ name: String) throws(DiskError) {
    let final = parent.appending(try component(name))
    let strangers = try Folder.names(in: final).filter { !names.contains($0.string) && !isOurs($0.string) }
    for stranger in strangers {
      // A hard link, so that the file always has a name. Folders, and file systems without links, have to wait for the
      // exchange.
      do throws(DiskError) {
        try Renaming.link(final.appending(stranger), to: path.appending(stranger))
        names.insert(stranger.string)
      } catch { continue }
    }
    try folder.flush()
    let old = try displace(final)
    isSettled = true
    for stranger in strangers where !names.contains(stranger.string) {
      _ = try Renaming.file(old.appending(stranger), to: final.appending(stranger))
    }
    try Folder.flush(final)
    try Folder.flush(parent)
    let (added, isWritten) = (names, isOurs)
    try Self.remove(old, in: parent) { added.contains($0) || isWritten($0) }
  }

  private static func made(_ path: FilePath) throws(DiskError) -> OpenFile {
    try systemCall(.create, at: path) { mkdirat($0, $1, 0o777) }
    do throws(DiskError) {
      let folder = try OpenFile(.create, folder: path)
      _ = flock(folder.descriptor.rawValue, LOCK_EX | LOCK_NB)
      return folder
    } catch {
      _ = try? Folder.remove(path) { _ in false }
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
      try Renaming.replace(aside, by: final)
      try Renaming.replace(final, by: path)
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
  /// removed folders and files.
  /// - Parameter isOurs: as in `init(in:isOurs:)`.
  @discardableResult
  package static func sweep(in parent: FilePath, isOurs: (String) -> Bool) throws(DiskError) -> Int {
    var removed = 0
    for name in try Folder.names(in: parent) {
      let path = parent.appending(name)
      let isDisplaced = name.string.hasPrefix(TemporaryName.displaced)
      guard isDisplaced || TemporaryName.matches(name) else { continue }
      let isFolder = Folder.isThere(path)
      if isDisplaced {
        guard isFolder else { continue }
        let final = parent.appending(String(name.string.dropFirst(TemporaryName.displaced.count)))
        if try Renaming.folder(path, to: final) { continue }
      } else if isInUse(path) {
        continue
      }
      if isFolder {
        try remove(path, in: parent, only: isOurs)
      } else {
        try systemCall(.remove, at: path) { unlinkat($0, $1, 0) }
      }
      removed += 1
    }
    return removed
  }

  /// Removes a folder that was replaced. What somebody else put into it is kept, beside the one that replaced it.
  private static func remove(
    _ path: FilePath, in parent: FilePath, only isOurs: (String) -> Bool
  ) throws(DiskError) {
    if try Folder.remove(path, only: isOurs) { return }
    for name in try Folder.names(in: path) {
      var number = 1
      var target = parent.appending(name)
      while try !Renaming.file(path.appending(name), to: target) {
        number += 1
        target = parent.appending("\(name) \(number)")
      }
    }
    try Folder.remove(path) { _ in false }
  }

  /// The same in a folder and its direct subfolders, which may be months or prefixes of names. Anything that can't be
  /// removed does no harm.
  package static func sweepAll(below folder: FilePath, isOurs: (String) -> Bool) {
    _ = try? sweep(in: folder, isOurs: isOurs)
    for name in Folder.namesIfReadable(in: folder) where Folder.isThere(folder.appending(name)) {
      _ = try? sweep(in: folder.appending(name), isOurs: isOurs)
    }
  }

  static func isInUse(_ path: FilePath) -> Bool {
    // If it can't be opened, no program is working in it.
    guard let file = try? OpenFile(.lock, path, flags: O_RDONLY) else { return false }
    return flock(file.descriptor.rawValue, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }
}
