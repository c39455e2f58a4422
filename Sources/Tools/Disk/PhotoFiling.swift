import Glibc
package import SystemPackage

/// Moves photos without overwriting files, and without ever reducing the number of complete copies.
package enum PhotoFiling {
  /// Moves a photo into `folder` (created with mode 0700 if it is missing) and returns its new path.
  ///
  /// The photo gets a name that every system accepts, with a number if the name is taken. Contents, permissions, and
  /// modification time are kept. Between file systems, the photo is copied to a temporary file, flushed, compared byte
  /// for byte, and renamed; only then is the original removed.
  /// - Parameter identity: the call fails with `isChanged` if the path now leads to other contents.
  package static func move(
    from source: FilePath, toFolder folder: FilePath, expecting identity: PhotoIdentity? = nil
  ) throws(DiskError) -> FilePath {
    let photo = try OpenedPhoto(source)
    if let identity, identity != photo.identity { throw changed(source) }
    guard let name = source.lastComponent.map({ PathName(ofFile: $0.string) }) else {
      throw DiskError(.move, source, .invalidArgument, explanation: "it has no name")
    }
    try Folder.make(folder)
    do throws(DiskError) {
      let target = try place(source, in: folder, as: name)
      guard photo.isStill(at: target) else {
        // Another file took the source's name at the last moment; it isn't ours to move.
        _ = try Renaming.file(target, to: source)
        throw changed(source)
      }
      try Folder.flush(folder)
      try Folder.flush(source.parentFolder)
      return target
    } catch {
      guard error.errno == .improperLink else { throw error }
      return try copy(photo, from: source, toFolder: folder, name: name)
    }
  }

  /// Finishes a move between file systems that a crash interrupted when both copies were complete: compares them again,
  /// byte for byte, and removes the original.
  package static func finishMove(
    from source: FilePath, to copy: FilePath, expecting identity: PhotoIdentity
  ) throws(DiskError) {
    let photo = try OpenedPhoto(source)
    guard photo.identity == identity, photo.isStill(at: source) else { throw changed(source) }
    let target = try OpenFile(.move, copy, flags: O_RDONLY)
    try compare(photo, with: target)
    try target.flush()
    try Folder.flush(copy.parentFolder)
    try remove(photo, at: source)
  }

  /// Whether a folder, which needn't exist, is on the photo's file system.
  package static func isSameDevice(_ photo: PhotoIdentity, _ folder: FilePath) -> Bool {
    if let status = Folder.status(of: folder) { return UInt64(status.st_dev) == photo.device }
    return folder.parentFolder != folder && isSameDevice(photo, folder.parentFolder)
  }

  /// Deletes a photo permanently; fails with `isChanged` if the path now leads to other contents.
  package static func delete(_ path: FilePath, expecting identity: PhotoIdentity) throws(DiskError) {
    let photo = try OpenedPhoto(path)
    guard photo.identity == identity, photo.isStill(at: path) else { throw changed(path) }
    try systemCall(.remove, at: path) { unlinkat($0, $1, 0) }
    try Folder.flush(path.parentFolder)
  }

  private static func changed(_ path: FilePath) -> DiskError {
    DiskError(.move, path, .staleNFSFileHandle, explanation: "another file has taken its place")
  }

  private static func place(
    _ path: FilePath, in folder: FilePath, as name: PathName
  ) throws(DiskError) -> FilePath {
    folder.appending(
      try Folder.take(name, in: folder) { (target) throws(DiskError) in try Renaming.file(path, to: target) })
  }

  private static func copy(
    _ photo: borrowing OpenedPhoto, from source: FilePath, toFolder folder: FilePath, name: PathName
  ) throws(DiskError) -> FilePath {
    let aside = folder.appending(TemporaryName.make())
    let target: FilePath
    do throws(DiskError) {
      try write(photo, to: aside)
      guard try photo.isUnchanged(), photo.isStill(at: source) else { throw changed(source) }
      target = try place(aside, in: folder, as: name)
    } catch {
      Folder.removeFile(aside)
      throw error
    }
    try Folder.flush(folder)
    // Only now are there two complete copies.
    try remove(photo, at: source)
    return target
  }

  /// A file that took the name in the meantime is another photo, and stays.
  private static func remove(_ photo: borrowing OpenedPhoto, at source: FilePath) throws(DiskError) {
    guard photo.isStill(at: source) else { return }
    try systemCall(.remove, at: source) { unlinkat($0, $1, 0) }
    try Folder.flush(source.parentFolder)
  }

  private static func compare(_ photo: borrowing OpenedPhoto, with copy: borrowing OpenFile) throws(DiskError) {
    let path = copy.path
    try eachPiece(of: photo) { (piece, offset) throws(DiskError) in
      guard try copy.holds(piece, at: offset) else {
        throw DiskError(.move, path, .ioError, explanation: "the copy reads back differently; is the disk failing?")
      }
    }
  }

  private static func write(_ photo: borrowing OpenedPhoto, to path: FilePath) throws(DiskError) {
    let copy = try OpenFile(.create, path, flags: O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
    _ = flock(copy.descriptor.rawValue, LOCK_EX | LOCK_NB)  // "in use", for the sweep
    try eachPiece(of: photo) { (piece, _) throws(DiskError) in try copy.write(piece) }
    try compare(photo, with: copy)
    let permissions = photo.permissions.rawValue & 0o777
    try systemCall(.write, path) { fchmod(copy.descriptor.rawValue, permissions) }
    let status = try photo.file.status()
    let times = [status.st_atim, status.st_mtim]
    try systemCall(.write, path) { futimens(copy.descriptor.rawValue, times) }
    try copy.flush()
  }

  private static func eachPiece(
    of photo: borrowing OpenedPhoto, _ use: (UnsafeRawBufferPointer, Int64) throws(DiskError) -> Void
  ) throws(DiskError) {
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
    defer { piece.deallocate() }
    var offset: Int64 = 0
    try systemCall(.read, photo.file.path) { lseek(photo.descriptor.rawValue, 0, SEEK_SET) < 0 ? -1 : 0 }
    while true {
      let count = try photo.file.read(into: piece)
      if count == 0 { return }
      // It may grow without end while it is read.
      guard offset + Int64(count) <= photo.identity.size else { throw changed(photo.file.path) }
      try use(UnsafeRawBufferPointer(rebasing: piece[..<count]), offset)
      offset += Int64(count)
    }
  }
}

extension OpenFile {
  /// Whether the file contains exactly these bytes at `offset`.
  fileprivate func holds(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(DiskError) -> Bool {
    let own = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 16)
    defer { own.deallocate() }
    var done = 0
    while done < bytes.count {
      let count: Int
      do {
        count = try descriptor.read(
          fromAbsoluteOffset: offset + Int64(done), into: UnsafeMutableRawBufferPointer(rebasing: own[done...]))
      } catch {
        throw DiskError(.read, path, error as? Errno ?? .ioError)
      }
      if count == 0 { return false }
      done += count
    }
    guard let mine = own.baseAddress, let theirs = bytes.baseAddress else { return true }
    return memcmp(mine, theirs, bytes.count) == 0
  }
}
