import Disk
import SystemPackage
import TestSupport
import Testing

@Suite struct CrashMarkerTests {
  @Test func `a marker that is held tells of no crash, and one that is cleared is gone`() throws {
    let folder = try TemporaryFolder()
    let marker = try CrashMarker(in: folder.path)
    #expect(folder.names().count == 1)
    #expect(try CrashMarker.left(in: folder.path) == [])
    marker.clear()
    #expect(folder.names() == [])
  }

  @Test func `a marker whose holder is gone without clearing it tells of a crash until it is cleared`() throws {
    let folder = try TemporaryFolder()
    do { _ = try CrashMarker(in: folder.path) }
    let left = try CrashMarker.left(in: folder.path)
    #expect(left.count == 1)
    left.forEach(Folder.removeFile)
    #expect(try CrashMarker.left(in: folder.path) == [])
  }

  @Test func `markers of a folder below are others'`() throws {
    let folder = try TemporaryFolder()
    let below = folder.path.appending("below")
    try Folder.make(below)
    do { _ = try CrashMarker(in: below) }
    #expect(try CrashMarker.left(in: folder.path) == [])
    #expect(throws: DiskError.self) { try CrashMarker.left(in: folder.path.appending("nowhere")) }
  }
}
