import Disk
import Glibc
import SystemPackage
import TestSupport
import Testing

@Suite struct DurableFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a file is written whole, and nothing else is left beside it`() throws {
    try DurableFile.write("first".utf8, to: folder.appending("page.html"))
    #expect(try folder.read("page.html") == Array("first".utf8))
    #expect(folder.names() == ["page.html"])
  }

  @Test func `a file that is there is replaced in one step`() throws {
    try folder.write("a much longer first version".utf8, to: "page.html")
    try DurableFile.write("second".utf8, to: folder.appending("page.html"))
    #expect(try folder.read("page.html") == Array("second".utf8))
  }

  @Test func `a file is left alone that says the same already`() throws {
    let (path, long) = (folder.appending("page.html"), String(repeating: "longer than a page of memory ", count: 5000))
    try DurableFile.update(long.utf8, at: path)
    let written = try Self.file(path)
    try DurableFile.update(Array(long.utf8), at: path)
    #expect(try Self.file(path) == written)
    for other in [long + "x", String(long.dropLast()), String(long.dropLast()) + "x", ""] {
      try DurableFile.update(other.utf8, at: path)
      #expect(try folder.read("page.html") == Array(other.utf8))
      #expect(try Self.file(path) != written)
    }
  }

  /// Which file has the name: another, where it was written anew, as its time is.
  private static func file(_ path: FilePath) throws -> [Int] {
    var status = stat()
    guard stat(path.string, &status) == 0 else { throw Errno(rawValue: errno) }
    return [Int(status.st_ino), status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
  }

  @Test func `permissions are those asked for`() throws {
    try DurableFile.write("secret".utf8, to: folder.appending("key"), permissions: .ownerReadWrite)
    let photo = try OpenedPhoto(folder.appending("key"))
    #expect(photo.permissions == .ownerReadWrite)
  }

  @Test func `a write that fails leaves what was there, and nothing beside it`() throws {
    try folder.makeFolder("taken/inside")
    #expect {
      try DurableFile.write("x".utf8, to: folder.appending("taken"))
    } throws: {
      ($0 as? DiskError)?.path == folder.appending("taken")
    }
    #expect(folder.names() == ["taken"])
    #expect(folder.names(in: "taken") == ["inside"])
  }

  @Test func `a missing folder is said to be missing`() throws {
    let error = #expect(throws: DiskError.self) {
      try DurableFile.write("x".utf8, to: folder.appending("nowhere/file"))
    }
    #expect(error?.isMissing == true)
    #expect(error?.description.contains("nowhere/file") == true)
    #expect(error?.description.contains(".albumscan-") == false)
  }

  @Test func `free space is that of the nearest folder that is there`() throws {
    let there = try Folder.freeSpace(at: folder.path)
    let notYet = try Folder.freeSpace(at: folder.appending("not/yet/made"))
    #expect(there > 0 && notYet > 0)
  }

  @Test func `an error names operation, path, reason and cure`() {
    let error = DiskError(.write, "/photos/a\u{1b}b", .noSpace)
    #expect(error.isFull)
    #expect(
      error.description
        == "Cannot write /photos/a\u{FFFD}b: No space left on device. Free some space there; `df -h` shows how much is left."
    )
    #expect(DiskError(.write, "/x", .readOnlyFileSystem).isReadOnly)
    #expect(DiskError(.write, "/x", .permissionDenied).isPermission)
  }
}
