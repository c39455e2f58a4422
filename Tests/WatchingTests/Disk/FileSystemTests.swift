import Disk
import SystemPackage
import TestSupport
import Testing

@Suite struct FileSystemTests {
  @Test func `folders of one file system have its number, and another one's is another`() throws {
    let folder = try TemporaryFolder()
    let id = try #require(Folder.fileSystem(of: folder.path))
    #expect(Folder.fileSystem(of: try folder.makeFolder("below")) == id)
    #expect(Folder.fileSystem(of: "/dev/shm") != id)
  }

  @Test func `what isn't there has none`() { #expect(Folder.fileSystem(of: "/nowhere/at/all") == nil) }
}
