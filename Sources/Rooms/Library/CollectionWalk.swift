package import Albums
internal import Glibc
package import SystemPackage

/// Lists all relevant files of a collection, at any depth, sorted by path.
///
/// It follows links, visits each folder once, and skips hidden folders, pipes, devices, sockets, and the pictures of
/// AlbumScan's own wallet page.
package struct CollectionWalk: Sendable {
  package private(set) var files: [FoundFile] = []
  /// Folders that couldn't be looked into.
  package private(set) var unread: [SkippedPart] = []

  private struct Place: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  private var seen: Set<Place> = []

  /// - Throws: where `root` is no folder that can be read.
  package init(_ root: FilePath) throws(Unreadable) {
    var status = stat()
    guard root.withPlatformString({ stat($0, &status) }) == 0 else { throw Unreadable(Errno(rawValue: errno)) }
    guard status.st_mode & S_IFMT == S_IFDIR else { throw Unreadable("it isn't a folder") }
    seen.insert(Self.place(of: status))
    var waiting = try look(into: root)
    while let folder = waiting.popLast() {
      do throws(Unreadable) { waiting += try look(into: folder) } catch {
        unread.append(SkippedPart(path: folder.string, reason: "The folder can't be read: \(error.reason)."))
      }
    }
    files = FoundFile.sorted(files)
  }

  /// Takes in the files of one folder.
  /// - Returns: the folders in it that weren't seen before.
  private mutating func look(into folder: FilePath) throws(Unreadable) -> [FilePath] {
    let (stream, code) = folder.withPlatformString { (opendir($0), errno) }
    guard let stream else { throw Unreadable(Errno(rawValue: code)) }
    defer { closedir(stream) }
    let start = folder.withPlatformString { Array(UnsafeBufferPointer(start: $0, count: folder.length)) }
    var folders: [FilePath] = []
    var hasWalletPage = false
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      var name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { Array(UnsafeBufferPointer(start: $0, count: strlen($0))) }
      }
      let text = String(decoding: name.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if Self.isHidden(text) { continue }
      if text == "wallet.html" { hasWalletPage = true }
      name.append(0)
      var status = stat()
      guard fstatat(dirfd(stream), name, &status, 0) == 0 else { continue }
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      let isFile = status.st_mode & S_IFMT == S_IFREG && FileKind(of: text) != nil
      guard isFolder || isFile else { continue }
      let bytes = start + (start.last == CChar(UInt8(ascii: "/")) ? [] : [CChar(UInt8(ascii: "/"))]) + name
      let path = bytes.withUnsafeBufferPointer { FilePath(platformString: $0.baseAddress!) }
      if isFile {
        files.append(
          FoundFile(
            path: path, in: folder, named: text, size: Int64(status.st_size),
            modified: Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec)))
      } else if seen.insert(Self.place(of: status)).inserted {
        folders.append(path)
      }
    }
    guard errno == 0 else { throw Unreadable(Errno(rawValue: errno)) }
    // What AlbumScan's page of the wallet shows are no albums of their own.
    if hasWalletPage { folders.removeAll { $0.lastComponent == "wallet" } }
    return folders.sorted { $1.string.utf8.lexicographicallyPrecedes($0.string.utf8) }
  }

  /// Not `...And Justice for All`.
  private static func isHidden(_ name: String) -> Bool {
    name.hasPrefix(".") && (!name.hasPrefix("..") || name == "..")
  }

  private static func place(of status: stat) -> Place {
    Place(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
  }
}
