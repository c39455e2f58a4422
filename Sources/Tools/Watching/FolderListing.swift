import Glibc
import SystemPackage

/// The direct contents of a folder with their status, sorted by name.
struct FolderListing {
  struct Entry {
    let name: FilePath.Component
    let bytes: [UInt8]
    let status: stat
    var isFolder: Bool { status.st_mode & S_IFMT == S_IFDIR }
  }

  let entries: [Entry]

  /// Lists a folder. Entries that disappear in the meantime are left out. `followingLink`: the folder itself may be a
  /// symbolic link.
  init(_ path: FilePath, followingLink: Bool) throws(Errno) {
    let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK | (followingLink ? 0 : O_NOFOLLOW)
    let (descriptor, code) = path.withPlatformString { (open($0, flags), errno) }
    guard descriptor >= 0 else { throw Errno(rawValue: code) }
    guard let stream = fdopendir(descriptor) else {
      let code = errno
      close(descriptor)
      throw Errno(rawValue: code)
    }
    defer { closedir(stream) }
    var entries: [Entry] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      var status = stat()
      let component: FilePath.Component? = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { name in
          guard let component = FilePath(platformString: name).lastComponent, component.kind == .regular,
            fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0
          else { return nil }
          return component
        }
      }
      if let component { entries.append(Entry(name: component, bytes: component.bytes, status: status)) }
      errno = 0
    }
    guard errno == 0 else { throw Errno(rawValue: errno) }
    self.entries = entries.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
  }
}
