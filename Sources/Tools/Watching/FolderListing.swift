import CLinux
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

  /// Lists a folder. Entries that disappear in the meantime are left out. Without following a symbolic link in any
  /// component of the path.
  init(_ path: FilePath) throws(Errno) {
    let descriptor = try path.onDescriptor { openat($0, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK) }
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

extension FilePath {
  /// Makes a system call on the descriptor of this folder, which is reached without following a symbolic link in any
  /// component of the path: whoever may write into an inbox can put one in the place of any name in it, at any moment.
  func onDescriptor(_ call: (_ folder: Int32) -> Int32) throws(Errno) -> Int32 {
    let (folder, code) = withPlatformString { (clinux_open_folder($0), errno) }
    guard folder >= 0 else { throw Errno(rawValue: code) }
    defer { close(folder) }
    let result = call(folder)
    guard result >= 0 else { throw Errno(rawValue: errno) }
    return result
  }

  /// The same on the descriptor of the folder that this is in, and its name there.
  func inParent(_ call: (_ folder: Int32, UnsafePointer<CChar>) -> Int32) throws(Errno) -> Int32 {
    guard let name = lastComponent, name.kind == .regular else { throw .invalidArgument }
    return try removingLastComponent().onDescriptor { folder in name.withPlatformString { call(folder, $0) } }
  }
}
