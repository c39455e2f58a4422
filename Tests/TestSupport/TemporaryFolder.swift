import Glibc
package import SystemPackage

/// A folder of a test's own, gone with everything in it when the last reference to it goes.
///
/// Hold it as a property of the suite (`let folder = try TemporaryFolder()`), so that it lives as long as the test.
package final class TemporaryFolder: Sendable {
  package let path: FilePath

  /// Makes a folder with mode 0700 inside `parent`, which is `$TMPDIR` or `/tmp` unless the test says otherwise.
  package init(in parent: FilePath? = nil, named prefix: String = "albumscan-test") throws(Errno) {
    let parent = parent ?? FilePath(getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")
    var template = Array(parent.appending("\(prefix).XXXXXX").string.utf8CString)
    guard mkdtemp(&template) != nil else { throw Errno(rawValue: errno) }
    // The real path: tests compare paths that programs report, and those have seen through symbolic links.
    guard let real = realpath(template, nil) else { throw Errno(rawValue: errno) }
    defer { free(real) }
    path = FilePath(platformString: real)
  }

  deinit { Self.remove(path) }

  package func appending(_ name: String) -> FilePath { path.appending(name) }

  /// Makes a folder below this one, with those between.
  @discardableResult
  package func makeFolder(_ name: String) throws(Errno) -> FilePath {
    var made = path
    for component in FilePath(name).components {
      made.append(component)
      let failed = made.withPlatformString { mkdir($0, 0o700) } != 0
      if failed && errno != EEXIST { throw Errno(rawValue: errno) }
    }
    return made
  }

  /// Writes a file in one go, in place.
  @discardableResult
  package func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> FilePath {
    let file = path.appending(name)
    let descriptor = try FileDescriptor.open(
      file, .writeOnly, options: [.create, .truncate], permissions: .ownerReadWrite)
    try descriptor.closeAfter { _ = try descriptor.writeAll(bytes) }
    return file
  }

  /// All bytes of a file of this folder.
  package func read(_ name: String) throws -> [UInt8] {
    let descriptor = try FileDescriptor.open(path.appending(name), .readOnly)
    return try descriptor.closeAfter {
      var bytes: [UInt8] = []
      var piece = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = try piece.withUnsafeMutableBytes { try descriptor.read(into: $0) }
        if count == 0 { return bytes }
        bytes += piece[..<count]
      }
    }
  }

  /// The names directly inside this folder, or one below it, sorted; names that aren't UTF-8 are shown repaired.
  package func names(in name: String = "") -> [String] {
    Self.entries(of: name.isEmpty ? path : path.appending(name)).map(\.string).sorted()
  }

  private static func entries(of folder: FilePath) -> [FilePath.Component] {
    guard let stream = folder.withPlatformString({ opendir($0) }) else { return [] }
    defer { closedir(stream) }
    var found: [FilePath.Component] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { FilePath(platformString: $0) }
      }
      if let component = name.lastComponent, component.kind == .regular { found.append(component) }
    }
    return found
  }

  private static func remove(_ path: FilePath) {
    // A test may have taken a folder's permissions away.
    _ = path.withPlatformString { chmod($0, 0o700) }
    for entry in entries(of: path) {
      let child = path.appending(entry)
      var status = stat()
      let isFolder = child.withPlatformString { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
      if isFolder { remove(child) } else { _ = child.withPlatformString { unlink($0) } }
    }
    _ = path.withPlatformString { rmdir($0) }
  }
}
