import Disk
import Glibc
import SystemPackage
import TestSupport
import Testing

@Suite struct PhotoFilingTests {
  let inbox: TemporaryFolder
  let originals: TemporaryFolder

  init() throws {
    inbox = try TemporaryFolder()
    originals = try TemporaryFolder()
  }

  @Test func `a photo is moved into a folder that is made for it, with its bytes and its time`() throws {
    let source = try inbox.write("jpeg".utf8, to: "IMG.jpg")
    let times = [timespec(tv_sec: 1, tv_nsec: 2), timespec(tv_sec: 1_000_000_000, tv_nsec: 123_456_789)]
    #expect(source.withPlatformString { utimensat(AT_FDCWD, $0, times, 0) } == 0)
    let target = try PhotoFiling.move(from: source, toFolder: originals.appending("2026-11/deep"))
    #expect(target == originals.appending("2026-11/deep/IMG.jpg"))
    #expect(try originals.read("2026-11/deep/IMG.jpg") == Array("jpeg".utf8))
    #expect(try OpenedPhoto(target).identity.modified == 1_000_000_000_123_456_789)
    #expect(inbox.names() == [])
    var status = stat()
    #expect(originals.appending("2026-11").withPlatformString { stat($0, &status) } == 0)
    #expect(status.st_mode & 0o777 == 0o700)
  }

  @Test func `a photo whose name is taken gets a number before its extension`() throws {
    for expected in ["IMG.jpg", "IMG 2.jpg", "IMG 3.jpg"] {
      let source = try inbox.write(expected.utf8, to: "IMG.jpg")
      #expect(try PhotoFiling.move(from: source, toFolder: originals.path) == originals.appending(expected))
    }
    #expect(try originals.read("IMG.jpg") == Array("IMG.jpg".utf8))
    #expect(try originals.read("IMG 2.jpg") == Array("IMG 2.jpg".utf8))
  }

  @Test(arguments: [
    ("12:30 Who's Next?.jpg", "12-30 Who's Next.jpg"), ("CON.jpg", "CON_.jpg"), ("Cafe\u{301}.jpg", "Café.jpg"),
    ("a\\b|c .jpg", "a-b-c.jpg"), ("...?.jpg", "untitled.jpg"),
  ])
  func `a photo gets a name that can be held everywhere`(name: String, safe: String) throws {
    for (number, expected) in [safe, safe.replacing(".jpg", with: " 2.jpg")].enumerated() {
      let source = try inbox.write("\(number)".utf8, to: name)
      let target = try PhotoFiling.move(from: source, toFolder: originals.path)
      #expect(Array((target.lastComponent?.string ?? "").utf8) == Array(expected.utf8))
      #expect(try originals.read(expected) == Array("\(number)".utf8))
    }
  }

  @Test func `photos whose names differ in case or composition alone get numbers`() throws {
    for (name, expected) in [
      ("IMG é.jpg", "IMG é.jpg"), ("img E\u{301}.JPG", "img É 2.JPG"), ("IMG e\u{301}.jpg", "IMG é 3.jpg"),
    ] {
      let source = try inbox.write(name.utf8, to: name)
      #expect(try PhotoFiling.move(from: source, toFolder: originals.path) == originals.appending(expected))
    }
  }

  @Test func `a name that isn't UTF-8 becomes one that is, with a number and without`() throws {
    let bytes: [CChar] = [0x61, CChar(bitPattern: 0xFF), 0x2E, 0x6A, 0x70, 0x67, 0]
    let name = try #require(bytes.withUnsafeBufferPointer { $0.baseAddress.map { FilePath(platformString: $0) } })
    for suffix in ["", " 2"] {
      _ = try inbox.write("x".utf8, to: "plain")
      let source = inbox.path.pushing(name)
      #expect(
        inbox.appending("plain").withPlatformString { from in source.withPlatformString { rename(from, $0) } } == 0)
      _ = try PhotoFiling.move(from: source, toFolder: originals.path)
      #expect(try originals.read("a\u{FFFD}\(suffix).jpg") == Array("x".utf8))
    }
  }

  @Test func `the longest of names still gets its number`() throws {
    let name = String(repeating: "é", count: 125) + "x.jpg"
    #expect(name.utf8.count == 255)
    for _ in 0..<2 {
      let source = try inbox.write("x".utf8, to: name)
      _ = try PhotoFiling.move(from: source, toFolder: originals.path)
    }
    #expect(originals.names().count == 2)
    #expect(originals.names().allSatisfy { $0.utf8.count <= 200 && $0.hasSuffix(".jpg") && !$0.contains("\u{FFFD}") })
  }

  @Test func `a photo that has become another is not moved`() throws {
    let source = try inbox.write("first".utf8, to: "IMG.jpg")
    let identity = try OpenedPhoto(source).identity
    try inbox.write("second, and longer".utf8, to: "IMG.jpg")
    do throws(DiskError) {
      _ = try PhotoFiling.move(from: source, toFolder: originals.path, expecting: identity)
      Issue.record("another photo was moved")
    } catch {
      #expect(error.isChanged)
    }
    #expect(inbox.names() == ["IMG.jpg"])
    #expect(originals.names() == [])
  }

  @Test func `links and pipes are refused by what they are, and don't block`() throws {
    try inbox.write("x".utf8, to: "real.jpg")
    #expect(inbox.appending("link.jpg").withPlatformString { symlink("real.jpg", $0) } == 0)
    #expect(inbox.appending("pipe.jpg").withPlatformString { mkfifo($0, 0o600) } == 0)
    try inbox.makeFolder("folder.jpg")
    for (name, kind) in [("link.jpg", "symbolic link"), ("pipe.jpg", "pipe"), ("folder.jpg", "folder")] {
      do throws(DiskError) {
        _ = try PhotoFiling.move(from: inbox.appending(name), toFolder: originals.path)
        Issue.record("\(name) was moved")
      } catch {
        #expect(error.description.contains(kind))
      }
    }
    #expect(originals.names() == [])
  }

  @Test(.timeLimit(.minutes(1))) func `a pipe in the place of a copy doesn't block, and the photo stays`() throws {
    let source = try inbox.write("x".utf8, to: "IMG.jpg")
    let pipe = originals.appending("IMG.jpg")
    #expect(pipe.withPlatformString { mkfifo($0, 0o600) } == 0)
    let identity = try OpenedPhoto(source).identity
    #expect(throws: DiskError.self) { try PhotoFiling.finishMove(from: source, to: pipe, expecting: identity) }
    #expect(inbox.names() == ["IMG.jpg"])
  }

  @Test(.enabled(if: Self.otherFileSystem != nil, "needs /dev/shm on another file system than the temporary folder"))
  func `between file systems a photo is copied whole, with time and permissions, and then removed`() throws {
    let far = try TemporaryFolder(in: Self.otherFileSystem)
    let bytes = (0..<3_000_001).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let source = try inbox.write(bytes, to: "IMG.jpg")
    let times = [timespec(tv_sec: 1, tv_nsec: 2), timespec(tv_sec: 1_000_000_000, tv_nsec: 123_456_789)]
    #expect(source.withPlatformString { utimensat(AT_FDCWD, $0, times, 0) } == 0)
    #expect(source.withPlatformString { chmod($0, 0o640) } == 0)
    try far.write("other".utf8, to: "IMG.jpg")
    let target = try PhotoFiling.move(from: source, toFolder: far.path)
    #expect(target == far.appending("IMG 2.jpg"))
    #expect(try far.read("IMG 2.jpg") == bytes)
    #expect(far.names() == ["IMG 2.jpg", "IMG.jpg"])
    #expect(inbox.names() == [])
    let photo = try OpenedPhoto(target)
    #expect(photo.identity.modified == 1_000_000_000_123_456_789)
    #expect(photo.permissions.rawValue == 0o640)
  }

  static let otherFileSystem: FilePath? = {
    var here = stat()
    var there = stat()
    guard let folder = try? TemporaryFolder(), let other = try? TemporaryFolder(in: "/dev/shm") else { return nil }
    let areThere =
      folder.path.withPlatformString { stat($0, &here) } == 0 && other.path.withPlatformString { stat($0, &there) } == 0
    return areThere && here.st_dev != there.st_dev ? "/dev/shm" : nil
  }()
}
