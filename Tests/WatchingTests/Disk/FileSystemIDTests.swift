import Disk
import SystemPackage
import TestSupport
import Testing

@Suite struct FileSystemIDTests {
  @Test func `folders of one file system have its number, and another one's is another`() throws {
    let folder = try TemporaryFolder()
    let id = try #require(FileSystemID(of: folder.path))
    #expect(FileSystemID(of: try folder.makeFolder("below")) == id)
    #expect(FileSystemID(of: "/dev/shm") != id)
  }

  @Test func `what isn't there has none`() { #expect(FileSystemID(of: "/nowhere/at/all") == nil) }
}
