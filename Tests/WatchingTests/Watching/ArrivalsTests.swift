import Glibc
import SystemPackage
import TestSupport
import Testing
import Watching

@Suite struct ArrivalsTests {
  let outside: TemporaryFolder
  let inbox: TemporaryFolder
  /// The flag that ends a test which shows that something was *not* announced.
  let last: FilePath

  init() throws {
    outside = try TemporaryFolder()
    inbox = try TemporaryFolder()
    last = inbox.appending("zzz.jpg")
  }

  private func moveIn(_ name: String, _ bytes: [UInt8] = Samples.jpeg()) throws {
    let source = try outside.write(bytes, to: "moving")
    try rename(source, inbox.appending(name))
  }

  private func rename(_ from: FilePath, _ to: FilePath) throws {
    let result = from.withPlatformString { from in to.withPlatformString { Glibc.rename(from, $0) } }
    guard result == 0 else { throw Errno(rawValue: errno) }
  }

  @Test func `a photo copied in pieces is announced once, with all its bytes`() async throws {
    let watch = try await Watch([inbox.path])
    let photo = Samples.jpeg(dataBytes: 300_000)
    let path = inbox.appending("IMG.jpg")
    let descriptor = try FileDescriptor.open(path, .writeOnly, options: [.create], permissions: .ownerReadWrite)
    for start in stride(from: 0, to: photo.count, by: 20_000) {
      _ = try descriptor.writeAll(photo[start..<min(start + 20_000, photo.count)])
      // Others come and go meanwhile: the watcher is at work on this folder.
      try moveIn("other \(start).jpg")
      try await watch.until([inbox.appending("other \(start).jpg")])
    }
    #expect(!watch.arrivals.elements.contains { $0.path == path })
    try descriptor.close()
    let arrivals = try await watch.until([path])
    #expect(arrivals.filter { $0.path == path }.map(\.identity.size) == [Int64(photo.count)])
  }

  @Test func `a photo whose writer never closes it is announced all the same`() async throws {
    let watch = try await Watch([inbox.path])
    let path = inbox.appending("IMG.jpg")
    let descriptor = try FileDescriptor.open(path, .writeOnly, options: [.create], permissions: .ownerReadWrite)
    defer { try? descriptor.close() }
    _ = try descriptor.writeAll(Samples.jpeg())
    try await watch.until([path])
  }

  @Test func `photos that are there at the start are announced in the order of their names`() async throws {
    for name in ["b.jpg", "a.jpg", "sub/c.jpg", "sub/deeper/d.heic"] {
      try inbox.makeFolder("sub/deeper")
      try inbox.write(name.hasSuffix("heic") ? Samples.heic : Samples.jpeg(), to: name)
    }
    let watch = try await Watch([inbox.path])
    let arrivals = try await watch.until(["a.jpg", "b.jpg", "sub/c.jpg", "sub/deeper/d.heic"].map(inbox.appending))
    #expect(arrivals.map(\.path).prefix(2) == [inbox.appending("a.jpg"), inbox.appending("b.jpg")])
  }

  @Test func `half a photo and an empty one are announced when nobody comes back to them`() async throws {
    var patience = SettleTimes()
    patience.unfinished = .milliseconds(600)
    try inbox.write(Samples.jpeg().prefix(100), to: "half.jpg")
    let watch = try await Watch([inbox.path], patience: patience)
    try inbox.write([], to: "empty.jpg")
    let arrivals = try await watch.until([inbox.appending("half.jpg"), inbox.appending("empty.jpg")])
    #expect(arrivals.count == 2)
  }

  @Test func `what is no file is left alone, said once, and blocks nothing`() async throws {
    let secret = try outside.write(Samples.jpeg(), to: "secret.jpg")
    let early = inbox.appending("early.jpg")
    #expect(early.withPlatformString { mkfifo($0, 0o600) } == 0)
    let watch = try await Watch([inbox.path])
    let pipe = inbox.appending("pipe.jpg")
    let symbolic = inbox.appending("link.jpg")
    #expect(pipe.withPlatformString { mkfifo($0, 0o600) } == 0)
    #expect(secret.withPlatformString { from in symbolic.withPlatformString { symlink(from, $0) } } == 0)
    #expect(
      outside.path.withPlatformString { from in inbox.appending("tree").withPlatformString { symlink(from, $0) } } == 0)
    try await watch.conditions.until { $0.count >= 4 }
    #expect(
      Set(watch.conditions.elements) == [
        .refused(early, because: "it is a pipe"), .refused(pipe, because: "it is a pipe"),
        .refused(symbolic, because: "it is a symbolic link"),
        .refused(inbox.appending("tree"), because: "it is a symbolic link"),
      ])
    try moveIn("zzz.jpg")
    #expect(try await watch.until([last]).map(\.path) == [last])
  }

  @Test func `files that vanish as they come disturb nothing`() async throws {
    let watch = try await Watch([inbox.path])
    for number in 0..<200 {
      try moveIn("gone \(number).jpg")
      _ = inbox.appending("gone \(number).jpg").withPlatformString { unlink($0) }
    }
    try moveIn("zzz.jpg")
    try await watch.until([last])
    #expect(watch.conditions.elements.isEmpty)
  }

  @Test func `several folders are watched, also one inside another`() async throws {
    try inbox.makeFolder(".hidden/own")
    let inner = inbox.appending(".hidden/own")
    let watch = try await Watch([inbox.path, inner, outside.path])
    try inbox.write(Samples.jpeg(), to: ".hidden/own/1.jpg")
    try inbox.write(Samples.jpeg(), to: ".hidden/2.jpg")
    try outside.write(Samples.jpeg(), to: "3.jpg")
    try inbox.write(Samples.jpeg(), to: "zzz.jpg")
    let arrivals = try await watch.until([inner.appending("1.jpg"), outside.appending("3.jpg"), last])
    #expect(arrivals.count == 3)
  }

  @Test func `files dealt with in an earlier run are not announced, those that changed since are`() async throws {
    try inbox.write(Samples.jpeg(), to: "old.jpg")
    try inbox.write(Samples.jpeg(), to: "new.jpg")
    let old = inbox.appending("old.jpg")
    let watch = try await Watch([inbox.path], isKnown: { path, _ in path == old })
    #expect(try await watch.until([inbox.appending("new.jpg")]).count == 1)
    try inbox.write(Samples.jpeg(dataBytes: 77), to: "old.jpg")
    try await watch.until([old])
  }

  @Test func `where only what is there is wanted, the iteration ends when all of it has been announced`() async throws {
    var patience = SettleTimes()
    patience.unfinished = .milliseconds(600)
    for number in 0..<20 { try inbox.write(Samples.jpeg(), to: "\(number).jpg") }
    try inbox.write(Samples.jpeg().prefix(50), to: "half.jpg")
    let watch = try await Watch([inbox.path], untilSettled: true, patience: patience)
    try await watch.untilEnded()
    #expect(watch.arrivals.elements.count == 21)
    #expect(watch.arrivals.elements.filter { $0.path == inbox.appending("half.jpg") }.count == 1)
    let empty = try await Watch([outside.path], untilSettled: true)
    try await empty.untilEnded()
  }

  @Test func `cancelling ends the iteration, and letting it go too`() async throws {
    let watch = try await Watch([inbox.path])
    try await watch.end()
    // A second one on the same folder starts from nothing.
    let other = try await Watch([inbox.path])
    try moveIn("IMG.jpg")
    try await other.until([inbox.appending("IMG.jpg")])
    #expect(watch.arrivals.elements.isEmpty)
  }
}
