internal import Albums
internal import Digests
internal import Disk
package import Foundation
internal import Logging
internal import Records
package import SystemPackage
internal import Threads

/// Moves, keeps, or deletes the photo after its scan, as the settings say. A photo that was scanned by name, from a
/// folder that isn't an inbox, stays where it is.
struct PhotoFiler: Sendable {
  /// Where a photo went after its scan.
  struct Filed: Codable, Equatable, Sendable {
    /// Relative to the root where it lies below it, else whole; nil once it was deleted, or its owner took it away.
    var place: String?
  }

  let context: ScanContext

  private var root: FilePath { context.root }
  private var originals: FilePath { root.appending("originals") }
  private var originalsOfThisMonth: FilePath { originals.appending(String(context.time.now().rfc3339.prefix(7))) }

  /// The scans of several sleeves in one photo file it once: the first that comes here moves it, the last deletes it.
  func file(_ scan: Scan) async throws -> Filed {
    guard scan.part != nil else { return try await fileUnlocked(scan) }
    return try await context.limits.filing.run("\(scan.photoDigest)") { try await fileUnlocked(scan) }
  }

  private func fileUnlocked(_ scan: Scan) async throws -> Filed {
    try await onBlockingThread { [root] in try ResultFolders.expect(below: root) }
    // It may have been renamed since the scan was claimed.
    let path = FilePath(bytes: try await context.ledger.scan(scan.id)?.path ?? scan.path)
    let isOurs = context.inboxes.contains { path.starts(with: $0) }
    let wish =
      isOurs ? await onBlockingThread { [context] in context.fate(path.removingLastComponent()) } : PhotoFate.keep
    var place: FilePath? = path
    do {
      switch wish {
      case .keep: break
      case .delete:
        if try await leaveForOthers(scan) { return Filed() }
        try await onBlockingThread {
          if let identity = try original(scan, at: path) { try PhotoFiling.delete(path, expecting: identity) }
        }
        place = nil
      case .move:
        if path.starts(with: originals) { break }
        guard let identity = try await onBlockingThread({ try original(scan, at: path) }) else {
          place = nil
          break
        }
        let copy = try await copyBefore(scan, of: identity, at: path)
        place = try await onBlockingThread {
          guard let copy else {
            return try PhotoFiling.move(from: path, toFolder: originalsOfThisMonth, expecting: identity)
          }
          try PhotoFiling.finishMove(from: path, to: copy, expecting: identity)
          return copy
        }
      }
    } catch let error as DiskError {
      if error.isChanged {
        place = nil
      } else if error.isMissing, await onBlockingThread({ !isThere(path) }) {
        place = wish == .move ? await onBlockingThread { movedBefore(scan, from: path) } : nil
        if place == nil, let inbox = try await context.awayInbox(of: scan, at: path) {
          // When its disk is back it lies there as before, remembered.
          Logger.current.warning("\(scan.name) stays where it was: \(inbox) doesn't exist, or its disk isn't mounted")
          place = path
        }
      } else if error.isFull {
        throw error
      } else {
        if wish == .move, error.isOfTheDisk { try await onBlockingThread { try tryOutOriginals() } }
        // Its owner's folder doesn't let us: the photo stays, remembered, and the result doesn't wait for it.
        Logger.current.warning("\(scan.name) stays in the inbox: \(error.description)")
      }
    }
    let label = place.map { name(of: $0) }
    try await context.ledger.moved(scan.id, from: Data(path), to: place.map { Data($0) }, label: label)
    return Filed(place: label)
  }

  /// Ends this scan's filing without touching the photo if it still has to be read for other sleeves in it.
  /// - Returns: whether it has to.
  private func leaveForOthers(_ scan: Scan) async throws -> Bool {
    guard scan.part != nil, try await context.ledger.isPhotoNeeded(besides: scan) else { return false }
    try await context.ledger.keep(Filed(), of: .filing, in: scan.id, now: context.time.now())
    return true
  }

  /// Makes up for the commit that a crash kept from being made after the photo was moved: a file that can't be decoded is
  /// filed by `ScanRunner.fail`, and then the first step looks for it again.
  /// - Returns: where it lies; nil when it wasn't moved.
  func recoverMove(of scan: Scan) async throws -> FilePath? {
    let path = FilePath(bytes: scan.path)
    guard let place = await onBlockingThread({ movedBefore(scan, from: path) }),
      try await !context.ledger.isPlaceOfPhoto(Data(place), otherThanOf: scan.id)
    else { return nil }
    try await context.ledger.moved(scan.id, from: Data(path), to: Data(place), label: name(of: place))
    return place
  }

  /// - Throws: if it is our own disk that fails, since all photos would fail then.
  private func tryOutOriginals() throws(DiskError) {
    try Folder.tryOut(originalsOfThisMonth, bytes: 1)
  }

  /// The photo of this scan, or nil when another one has taken its name.
  private func original(_ scan: Scan, at path: FilePath) throws -> PhotoIdentity? {
    let photo = try OpenedPhoto(path)
    // No photo: reading it would take minutes, for which others wait.
    if photo.identity.size > IncomingPhoto.limit { return nil }
    let digest: String
    do { digest = try SHA256.hex(ofFile: photo.descriptor, upTo: photo.identity.size) } catch {
      throw error == .fileTooLarge ? DiskError(.read, path, .staleNFSFileHandle) : DiskError(.read, path, error)
    }
    return digest == scan.photoDigest.hex ? photo.identity : nil
  }

  // What can't be opened isn't there to be filed.
  private func isThere(_ path: FilePath) -> Bool { (try? OpenedPhoto(path).identity) != nil }

  /// Where the photo lies when a crash came between its move and the commit that says so; nil when its owner took it
  /// away. The months are looked through newest first.
  private func movedBefore(_ scan: Scan, from path: FilePath) -> FilePath? {
    // One that can't be read isn't known to be the photo.
    originals(like: path).first { ((try? original(scan, at: $0)) ?? nil) != nil }
  }

  /// Where a whole copy of the photo lies when a crash came between copying it to another file system and its removal
  /// here: one that is no scan's yet. Nil within a file system, where nothing is copied.
  private func copyBefore(_ scan: Scan, of identity: PhotoIdentity, at path: FilePath) async throws -> FilePath? {
    let copies = try await onBlockingThread { () throws -> [FilePath] in
      if PhotoFiling.isSameDevice(identity, originals) { return [] }
      return try originals(like: path).filter { copy in
        // As above.
        guard let found = try? OpenedPhoto(copy).identity, found.size == identity.size else { return false }
        return try original(scan, at: copy) != nil
      }
    }
    for copy in copies where try await !context.ledger.isPlaceOfPhoto(Data(copy), otherThanOf: scan.id) { return copy }
    return nil
  }

  /// Photos that were put away under a name like this one, newest first.
  private func originals(like path: FilePath) -> [FilePath] {
    guard let own = path.lastComponent?.string else { return [] }
    let name = PathName(ofFile: own)
    // Older versions left a photo its own name.
    let isAlike = { (other: String) in other.hasPrefix(path.stem ?? own) || name.covers(other) }
    let months = Folder.namesIfReadable(in: originals).map(\.string).sorted(by: >)
    return months.map { originals.appending($0) }.flatMap { month in
      Folder.namesIfReadable(in: month).filter { isAlike($0.string) }.map { month.appending($0) }
    }
  }

  private func name(of path: FilePath) -> String {
    var relative = path
    guard relative.removePrefix(root) else { return path.string }
    return relative.string
  }
}

extension FilePath {
  /// A path from the bytes that the ledger keeps.
  package init(bytes: Data) {
    // C's characters have a sign on some processors, and none on others.
    self = (bytes + [0]).withUnsafeBytes {
      FilePath(platformString: $0.assumingMemoryBound(to: CChar.self).baseAddress!)
    }
  }
}

extension Data {
  /// The bytes of a path, without its terminator.
  package init(_ path: FilePath) {
    self = path.withPlatformString { pointer in Data(bytes: pointer, count: path.length) }
  }
}
